import { waitingLists } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { act } from '../../contract/act.ts';
import type { Job } from '../../contract/feature.ts';
import { connectLoginProvider } from '../../integrations/login-provider.ts';
import { eachAlone } from '../../jobs/each-alone.ts';
import { adoptMailsTo, mailOperators } from '../../platform/mails/mails.ts';
import { accessMailKinds, mailInvitation } from './access-mails.ts';
import {
  changeRequest,
  findPossibleHolders,
  findRequests,
  linkHolder,
  lockRequest,
  markSought,
} from './access-requests.queries.ts';
import { listMailKinds } from './list-mails.ts';
import { countWaiting, linkListHolder } from './list-requests.queries.ts';
import { findServed } from './list-requests.ts';

const batchSize = 50;

/**
 * Links a request with the account of the user whose address it is, as the login provider says: in an account is what somebody
 * typed. What was mailed about it goes with the account from then on. Without the provider's key, nothing is linked, and a request
 * goes with its own period.
 */
export const accessHoldersJob: Job<object> = {
  name: 'access-holders',
  schedule: '* * * * *',
  async handle(deps) {
    const { config, database } = deps;
    if (!config.login.apiKey) return;
    const provider = connectLoginProvider(config.login);
    await eachAlone(await findPossibleHolders(database.kysely, batchSize), async ({ id, email, accountIds }) => {
      for (const accountId of accountIds) {
        const verified = await provider.findVerifiedEmail(accountId);
        if (verified?.toLowerCase() !== email.toLowerCase()) continue;
        return act(deps, async ({ trx, now }) => {
          if (await linkHolder(trx, id, accountId, now)) return adoptMailsTo(trx, email, accessMailKinds, accountId);
          const purpose = await linkListHolder(trx, id, accountId);
          if (purpose) await adoptMailsTo(trx, email, listMailKinds[purpose], accountId);
        });
      }
      return markSought(database.kysely, id, deps.clock());
    });
  },
};

/**
 * Invites at the login provider, which sends no mail itself, and then by ours. While the provider does not answer, they are
 * tried again every minute; somebody may then have two invitations there, of which the mail has the last.
 */
export const invitationJob: Job<object> = {
  name: 'invitations',
  schedule: '* * * * *',
  async handle(deps) {
    const { config, database } = deps;
    const provider = connectLoginProvider(config.login);
    const due = await findRequests(database.kysely, { states: ['inviting'], limit: batchSize });
    await eachAlone(due, async ({ id, email }) => {
      const token = config.login.apiKey ? await provider.invite(email) : undefined;
      await act(deps, async (act) => {
        const { trx, now } = act;
        const request = await lockRequest(trx, id);
        if (request?.state !== 'inviting') return;
        await changeRequest(trx, id, { state: 'invited', last_step_at: now });
        await mailInvitation(act, request, token);
      });
    });
  },
};

/** Reminds operators of people who wait for what is there: once a month, as long as nobody tells them. */
export const listReminderJob: Job<object> = {
  name: 'list-reminder',
  schedule: '20 6 * * *',
  async handle(deps) {
    const { config, database, clock } = deps;
    for (const list of waitingLists) {
      const served = findServed(list, config.salesOpen);
      const count = served ? await countWaiting(database.kysely, list, served) : 0;
      if (count === 0) continue;
      await mailOperators(deps, {
        key: `list ${list} ${utcDayOf(clock()).slice(0, 7)}`,
        subject: 'People on a waiting list can be told',
        paragraphs: [
          `${count} on the list "${list}" wait for what is there for them now.`,
          `"list tell ${list}" tells each of them once; "list show ${list}" prints who they are.`,
        ],
        note: `${retention.toldListRequestDays} days after that, a place on the list is deleted.`,
      });
    }
  },
};
