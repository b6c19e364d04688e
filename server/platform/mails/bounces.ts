import { type Act, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { ReturnedMail } from '../../integrations/bounce-mailbox.ts';
import { isDeadAddress } from '../../integrations/dead-address.ts';
import { hashAddress, isSameMailbox } from './mailbox-name.ts';
import { findRecipient, insertSuppression, isSuppressed, markReturned, removeSuppression } from './mails.queries.ts';
import { isReturnMark } from './return-address.ts';

/** What is told of a mail that is under way, or has arrived. */
const goingWell = ['delayed', 'delivered', 'relayed', 'expanded'];

/** For good (RFC 3463). */
const finalStatus = /^5\.\d{1,3}\.\d{1,3}$/;

/**
 * Notes that a mail came back, once; an address that does not exist gets no further ones from the account that named it. Believed
 * is only who knows the mark of that mail and names its recipient. False for anything else: then a person has to look.
 */
export async function noteReturned(
  { config, database, clock, log }: Pick<FeatureDependencies, 'config' | 'database' | 'clock' | 'log'>,
  { returnedTo, recipients }: ReturnedMail,
): Promise<boolean> {
  const now = clock();
  for (const { mailId, mark } of returnedTo) {
    if (!isReturnMark(config, { mailId, mark, now })) continue;
    const recipient = await findRecipient(database.kysely, mailId);
    if (!recipient) continue;
    const told = recipients.find(({ addresses }) => addresses.some((address) => isSameMailbox(address, recipient)));
    if (!told) continue;
    if (goingWell.includes(told.action)) return true;
    if (told.action !== 'failed' || !finalStatus.test(told.status)) continue;
    const outcome = `returned ${told.status}`;
    const isDead = isDeadAddress(told.status);
    const returned = await act({ config, database, clock }, (noted) => note(noted, { mailId, outcome, isDead }));
    if (returned) log.warn({ mail: mailId, kind: returned.kind, state: 'bounced', outcome }, 'mail');
    return true;
  }
  return false;
}

async function note(
  { trx, now }: Act,
  { mailId, outcome, isDead }: { mailId: string; outcome: string; isDead: boolean },
) {
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
export const isUndeliverable = (queries: Queries, accountId: string, address: string): Promise<boolean> =>
  isSuppressed(queries, hashAddress(address, accountId));

/** False where nothing had come back from there. */
export const liftSuppression = (
  trx: OpenTransaction,
  { accountId, email }: { accountId: string | null; email: string },
): Promise<boolean> => removeSuppression(trx, hashAddress(email, accountId));
