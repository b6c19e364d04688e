import { act } from '../../contract/act.ts';
import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import { breachNeedsReminder, firstReminderMs, requestNeedsReminder } from './deadlines.ts';
import { endLeftAccounts, forgetTraces } from './own-rights.ts';
import {
  findOpenBreaches,
  findOpenRequests,
  lockBreach,
  lockRequest,
  updateBreach,
  updateRequest,
} from './privacy-requests.queries.ts';
import { mailOperator } from './request-mails.ts';

/** Every minute: what people decided alone, and what the operator must not forget. */
export const privacyRequestsJob: Job = {
  name: 'privacy-requests',
  schedule: '* * * * *',
  async handle(deps) {
    await forgetTraces(deps);
    await endLeftAccounts(deps);
    await remindOfRequests(deps);
    await remindOfBreaches(deps);
  },
};

/** Each in a transaction of its own, with the mail that tells of it. */
async function remindOfRequests(deps: FeatureDependencies): Promise<void> {
  const { database, clock, log } = deps;
  const now = clock();
  let overdue = 0;
  for (const { id, due_at } of await findOpenRequests(database.kysely)) {
    if (due_at.getTime() > now.getTime() + firstReminderMs) break;
    await act({ ...deps, clock: () => now }, async (act) => {
      const { trx } = act;
      const request = await lockRequest(trx, id);
      if (request?.state !== 'open' || !requestNeedsReminder(request, now)) return;
      await updateRequest(trx, id, { reminded_at: now });
      const { kind, channel, received_at } = request;
      const isOverdue = due_at <= now;
      if (isOverdue) overdue += 1;
      const subject = `${isOverdue ? 'OVERDUE: a' : 'A'} request about personal data waits for its answer`;
      const paragraphs = [
        `Kind: ${kind}. Channel: ${channel}. Received: ${received_at.toISOString()}. Due: ${due_at.toISOString()}.`,
        `Answer it with: request answer ${id}`,
      ];
      const dedupeKey = `request-reminder ${id} ${now.toISOString()}`;
      await mailOperator(act, { kind: 'request-reminder', dedupeKey, subject, paragraphs });
    });
  }
  if (overdue) log.error({ records: overdue }, 'requests about personal data are overdue');
}

async function remindOfBreaches(deps: FeatureDependencies): Promise<void> {
  const { database, clock, log } = deps;
  const now = clock();
  let overdue = 0;
  for (const { id } of await findOpenBreaches(database.kysely))
    await act({ ...deps, clock: () => now }, async (act) => {
      const { trx } = act;
      const breach = await lockBreach(trx, id);
      if (!breach || breach.reported_at || !breachNeedsReminder(breach, now)) return;
      await updateBreach(trx, id, { reminded_at: now });
      const isOverdue = breach.due_at <= now;
      if (isOverdue) overdue += 1;
      const subject = `${isOverdue ? 'OVERDUE: no' : 'No'} authority has been told of a breach yet`;
      const paragraphs = [
        `${breach.what}. Known since: ${breach.known_at.toISOString()}. To be reported by: ${breach.due_at.toISOString()}.`,
        `When it is reported: breach report ${id}`,
      ];
      const dedupeKey = `breach-reminder ${id} ${now.toISOString()}`;
      await mailOperator(act, { kind: 'breach-reminder', dedupeKey, subject, paragraphs });
    });
  if (overdue) log.error({ records: overdue }, 'breaches are not reported in time');
}
