import { type Act, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { isDeadAddress } from '../../integrations/dead-address.ts';
import type { ReturnedMail } from '../../integrations/returned-mail.ts';
import { hashAddress, isSameMailbox } from './mailbox-name.ts';
import { insertSuppression, isSuppressed, markReturned, removeSuppression } from './mails.queries.ts';
import { isReturnMark } from './return-address.ts';
import { findReturnedTo, insertReturned, type ReturnedTo } from './returned-mails.queries.ts';

type Noting = Pick<FeatureDependencies, 'config' | 'database' | 'clock' | 'log'>;

/**
 * Notes what came back, once. Believed is only who knows the mark of a mail and names its recipient; an address that does not exist gets no
 * further mails from the account that named it. Whatever else it is waits for a person, but for what the machine of a reader answers, and
 * for what is about a mail whose words are gone: nothing is kept of its reader for longer than those.
 */
export async function noteReturned(
  deps: Noting,
  returned: ReturnedMail,
  mailboxKey: string,
): Promise<'noted' | 'waits'> {
  const { database, clock, log } = deps;
  const mail = await findMarked(deps, returned);
  if (mail && mail.recipient === null) {
    log.info({ mail: mail.id, kind: returned.form, state: 'gone' }, 'returned mail');
    return 'noted';
  }
  const told =
    mail?.recipient &&
    returned.recipients.find(({ addresses }) => addresses.some((address) => isSameMailbox(address, mail.recipient!)));
  if (mail && (returned.form === 'automatic' || (told && ['delayed', 'arrived'].includes(told.fate)))) {
    log.info({ mail: mail.id, kind: returned.form, state: told ? told.fate : 'arrived' }, 'returned mail');
    return 'noted';
  }
  if (mail && told && told.fate === 'given-up') {
    await giveUp(deps, mail.id, told.status);
    return 'noted';
  }
  const { form, from, subject } = returned;
  const row = {
    mailbox_key: mailboxKey,
    mail_id: mail?.id ?? null,
    form: mail ? form : 'foreign',
    sender: from,
    subject,
  } as const;
  const kept = await insertReturned(database.kysely, {
    ...row,
    account_id: mail?.account_id ?? null,
    arrived_at: clock(),
  });
  if (!kept) log.warn({ mail: mail?.id, kind: row.form }, 'returned mail is too much to be kept');
  return kept ? 'waits' : 'noted';
}

/** The mail that it is about, where it knows what only servers on its way, and its recipient, can know; without a recipient where that is gone. */
async function findMarked(
  { config, database, clock }: Noting,
  { returnedTo }: ReturnedMail,
): Promise<ReturnedTo | undefined> {
  const now = clock();
  const marked = returnedTo.filter((each) => isReturnMark(config, { ...each, now }));
  for (const { mailId } of marked) {
    const mail = await findReturnedTo(database.kysely, mailId);
    if (mail?.recipient) return mail;
  }
  return marked[0] && { id: marked[0].mailId, recipient: null, account_id: null };
}

/** Whatever the status: who reports that a mail failed tries no more (RFC 3464, section 2.3.3). */
async function giveUp(deps: Noting, mailId: string, status: string): Promise<void> {
  const outcome = status ? `returned ${status}` : 'returned';
  const returned = await act(deps, (noted) => noteGivenUp(noted, mailId, { outcome, isDead: isDeadAddress(status) }));
  if (returned) deps.log.warn({ mail: mailId, kind: returned.kind, state: 'bounced', outcome }, 'mail');
}

/** Undefined where that is known already. */
export async function noteGivenUp(
  { trx, now }: Act,
  mailId: string,
  { outcome, isDead }: { outcome: string; isDead: boolean },
): ReturnType<typeof markReturned> {
  const mail = await markReturned(trx, mailId, outcome, now);
  if (mail?.recipient && isDead)
    await insertSuppression(trx, {
      address_sha256: hashAddress(mail.recipient, mail.account_id),
      outcome,
      suppressed_at: now,
    });
  return mail;
}

/** The account's mails to this address are not sent any more, because mail servers said that it does not exist. */
export const isUndeliverable = (
  queries: Queries,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<boolean> => isSuppressed(queries, hashAddress(email, accountId), now);

/** False where nothing had come back from there. */
export const liftSuppression = (
  trx: OpenTransaction,
  { accountId, email }: { accountId: string | null; email: string },
): Promise<boolean> => removeSuppression(trx, hashAddress(email, accountId));
