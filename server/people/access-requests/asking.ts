import { strangerMails } from '../../../shared/business/mail.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Locale } from '../../../shared/locales.ts';
import { type Act, act } from '../../contract/act.ts';
import type { Job } from '../../contract/feature.ts';
import { mailConfirmation, mailWaiting } from './access-mails.ts';
import { changeRequest, countMailsTo, lockRequest } from './access-requests.queries.ts';

/** Somebody who asks again gets another mail no sooner than this, and another invitation no sooner than the next day. */
const askAgainMs = hourMs;

/** That somebody has asked under the address of a request, the first time or again. */
interface Asked {
  id: string;
  country: string;
  locale: Locale;
}

/**
 * Asks the owner of the address to confirm. Who is on the list already is told so by mail, and who was invited is invited again, at
 * most once a day. A job, so that the answer takes the same time for an address that was known and for one that was not.
 */
export const askedJob: Job<Asked> = {
  name: 'access-asked',
  handle: (deps, asked) => act(deps, (act) => answerAsker(act, asked)),
};

async function answerAsker(act: Act, { id, country, locale }: Asked): Promise<void> {
  const { trx, now } = act;
  const known = await lockRequest(trx, id);
  if (known?.state === 'waiting') return mailWaiting(act, known);
  if (known?.state === 'invited' && known.last_step_at.getTime() <= now.getTime() - dayMs)
    return changeRequest(trx, id, { state: 'inviting', last_step_at: now });
  if (known?.state !== 'asked') return;
  const since = new Date(now.getTime() - strangerMails.hours * hourMs);
  // One mailbox can be written in many ways.
  if ((await countMailsTo(trx, 'access-confirm', known.email, since)) >= strangerMails.ofMailbox) return;
  // The mail of this time to ask is sent once.
  if (known.asked_at.getTime() > now.getTime() - askAgainMs) return mailConfirmation(act, known);
  const anew = { country, locale, asked_at: now, last_step_at: now };
  await changeRequest(trx, id, anew);
  await mailConfirmation(act, { ...known, ...anew });
}
