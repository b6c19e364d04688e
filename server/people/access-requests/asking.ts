import { strangerMails } from '../../../shared/business/mail.ts';
import type { CustomerKind } from '../../../shared/business/sales.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Locale } from '../../../shared/locales.ts';
import { type Act, act } from '../../contract/act.ts';
import type { Job } from '../../contract/feature.ts';
import { mailConfirmation, mailWaiting } from './access-mails.ts';
import { changeRequest, countMailsTo, lockRequest } from './access-requests.queries.ts';
import { mailListConfirmation, mailListWaiting } from './list-mails.ts';
import { changeListRequest, lockListRequest } from './list-requests.queries.ts';

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

/** Of a list other than the beta's. */
interface AskedList {
  id: string;
  country: string | null;
  kind: CustomerKind | null;
  locale: Locale;
}

/** As `askedJob`. */
export const askedListJob: Job<AskedList> = {
  name: 'list-asked',
  handle: (deps, asked) => act(deps, (act) => answerListAsker(act, asked)),
};

async function answerAsker(act: Act, { id, country, locale }: Asked): Promise<void> {
  const { trx, now } = act;
  const known = await lockRequest(trx, id);
  if (known?.state === 'waiting') return mailWaiting(act, known);
  if (known?.state === 'invited' && known.last_step_at.getTime() <= now.getTime() - dayMs)
    return changeRequest(trx, id, { state: 'inviting', last_step_at: now });
  if (known?.state !== 'asked' || (await isMailedEnough(act, known.email))) return;
  // The mail of this time to ask is sent once; who corrects the country asks anew.
  if (known.country === country && isAskedLately(act, known)) return mailConfirmation(act, known);
  const anew = { country, locale, asked_at: now, last_step_at: now };
  await changeRequest(trx, id, anew);
  await mailConfirmation(act, { ...known, ...anew });
}

async function answerListAsker(act: Act, { id, ...asked }: AskedList): Promise<void> {
  const known = await lockListRequest(act.trx, id);
  if (!known) return;
  const isSame = known.country === asked.country && known.kind === asked.kind;
  // Only the owner of the address changes a place that is theirs: by the link in the mail.
  if (known.confirmed_at && !known.told_at) return mailListWaiting(act, known, { isSame });
  if (await isMailedEnough(act, known.email)) return;
  if (!known.told_at && isSame && isAskedLately(act, known)) return mailListConfirmation(act, known);
  // Whoever has been told can wait for it again.
  const anew = { ...asked, asked_at: act.now, confirmed_at: null, told_at: null };
  await changeListRequest(act.trx, id, anew);
  await mailListConfirmation(act, { ...known, ...anew });
}

const isAskedLately = ({ now }: Act, { asked_at }: { asked_at: Date }) =>
  asked_at.getTime() > now.getTime() - askAgainMs;

/** What asks the owner of an address to confirm it, for whichever list. */
const confirmationKinds = ['access-confirm', 'sale-confirm', 'macos-confirm'];

/** One mailbox can be written in many ways, and named for several lists. */
async function isMailedEnough({ trx, now }: Act, email: string): Promise<boolean> {
  const since = new Date(now.getTime() - strangerMails.hours * hourMs);
  return (await countMailsTo(trx, confirmationKinds, email, since)) >= strangerMails.ofMailbox;
}
