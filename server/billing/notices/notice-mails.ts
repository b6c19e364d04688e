import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { strangerMails } from '../../../shared/business/mail.ts';
import { addDays } from '../../../shared/days.ts';
import { hourMs } from '../../../shared/durations.ts';
import { noticeNumber } from '../../../shared/notice-number.ts';
import { type Act, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import { connectLoginProvider, LoginProviderUnreachable } from '../../integrations/login-provider.ts';
import { mailBilling } from '../texts/texts.ts';
import { countBefore, findAccountsNaming, findNotice, isOfCustomer } from './notices.queries.ts';
import type { Notice } from './notices.tables.ts';

/** Accounts that name an address, of which the login provider is asked. */
const mostAsked = 5;

/**
 * Confirms by mail what arrived and when, within limits that hold for every address: to be known as a customer's keeps nobody from
 * typing it. What it says is repeated only to an address that is known to be a customer's: to any other, a stranger could have us send
 * whatever words he likes. The first one too many for a mailbox is told as such, so that whoever reads it knows that more may come.
 * Whoever gets no mail has what the page has shown; operators are told every morning of all that wait, and all of it goes to the customer
 * once it is found out whose it is.
 */
export async function confirmNotice(deps: FeatureDependencies, id: string): Promise<void> {
  const { kysely } = deps.database;
  const notice = await findNotice(kysely, id);
  if (!notice) return;
  const since = new Date(notice.received_at.getTime() - strangerMails.hours * hourMs);
  const before = await countBefore(kysely, notice, since);
  if (before.ofMailbox > strangerMails.ofMailbox) return;
  if (before.ofDomain >= strangerMails.ofDomain || before.ofAll >= strangerMails.ofAll) return;
  const { kind, email: to, locale, received_at: receivedAt } = notice;
  const isOneTooMany = before.ofMailbox === strangerMails.ofMailbox;
  if (!isOneTooMany && (await isKnown(deps, to)))
    return act(deps, (act) => mailContent(act, notice, { accountId: null, to, locale }));
  const mailKind = isOneTooMany ? 'notices-paused' : (`${kind}-noted` as const);
  const facts = { receivedAt, noticeNumber: noticeNumber(id) };
  await act(deps, (act) => mailBilling(act, mailKind, { accountId: null, to, locale, about: id, facts }));
}

/** Somebody has paid under this address, or signs in with it, as the login provider says: an account alone has what was typed. */
async function isKnown({ config, database }: FeatureDependencies, email: string): Promise<boolean> {
  if (await isOfCustomer(database.kysely, email)) return true;
  if (!config.login.apiKey) return false;
  const provider = connectLoginProvider(config.login);
  try {
    for (const accountId of await findAccountsNaming(database.kysely, email, mostAsked))
      if ((await provider.findVerifiedEmail(accountId))?.toLowerCase() === email.toLowerCase()) return true;
  } catch (error) {
    // Whoever is not known for that is told all of it later.
    if (!(error instanceof LoginProviderUnreachable)) throw error;
  }
  return false;
}

/** Everything that it said, and when it arrived. */
export async function mailContent(
  act: Act,
  notice: Notice,
  addressee: { accountId: string | null; to: string; locale: Notice['locale'] },
): Promise<void> {
  const { id, kind, received_at: receivedAt } = notice;
  const facts = { receivedAt, ...contentOf(notice) };
  const mail = { ...addressee, about: addressee.accountId ? `${id} ${addressee.accountId}` : id };
  if (kind === 'cancellation') return mailBilling(act, 'cancellation-received', { ...mail, facts });
  const refundUntil = addDays(zurichDayOf(receivedAt), contractPeriods.refundDays);
  await mailBilling(act, 'withdrawal-received', { ...mail, facts: { ...facts, refundUntil } });
}

/** As a mail quotes it. */
export const contentOf = ({ id, full_name, contract }: Notice) => ({
  name: withoutLinks(full_name),
  contract: withoutLinks(contract) || '–',
  noticeNumber: noticeNumber(id),
});

/**
 * With every address of the web or of a mailbox broken, as `evil[.]example`: programs make links of whatever looks like one, and these
 * would stand under our name. The record keeps the words as they were typed.
 */
const withoutLinks = (typed: string): string =>
  typed
    // Unseen, they hide an address from this, but not from a program that leaves them out.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[:：](?=[/\\／])/g, '[:]')
    // The end of a domain has two characters, one of them a letter: 25.11.2026 and e.g. stay.
    .replaceAll(/[.．。｡](?=[\p{N}-]*\p{L}[\p{L}\p{M}\p{N}-])/gu, '[.]');
