import type { Config } from '../../config/config.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { ReturnedMail } from '../../integrations/bounce-mailbox.ts';
import { isDeadAddress } from '../../integrations/dead-address.ts';
import type { FeatureDependencies } from '../feature.ts';
import { hashAddress } from './address-hash.ts';
import { insertSuppression, isSuppressed, markReturned } from './mails.queries.ts';

/**
 * Where a mail returns to: an address of its own, so that no server need repeat what it said (variable envelope return path).
 * Without a mailbox for it, to the sender, whom people read.
 */
export const returnAddressIn =
  ({ from, bounceUrl }: Pick<Config['mail'], 'from' | 'bounceUrl'>) =>
  (id: string): string =>
    bounceUrl ? `bounce+${id}${from.slice(from.lastIndexOf('@'))}` : from;

/** Notes that a mail came back, once; an address that does not exist gets no further ones. */
export async function noteReturned(
  { database, clock, log }: Pick<FeatureDependencies, 'database' | 'clock' | 'log'>,
  { mailId, status }: ReturnedMail,
): Promise<void> {
  const now = clock();
  const outcome = `returned ${status}`;
  const returned = await database.kysely.transaction().execute((trx) => note(trx, { mailId, status }, outcome, now));
  if (returned) log.warn({ mail: mailId, kind: returned.kind, state: 'bounced', outcome }, 'mail');
}

async function note(trx: OpenTransaction, { mailId, status }: ReturnedMail, outcome: string, suppressed_at: Date) {
  const mail = await markReturned(trx, mailId, outcome, suppressed_at);
  if (mail?.recipient && isDeadAddress(status))
    await insertSuppression(trx, { address_sha256: hashAddress(mail.recipient), outcome, suppressed_at });
  return mail;
}

/** Nothing is sent to this address any more, because mail servers said that it does not exist. */
export const isUndeliverable = (queries: Queries, address: string): Promise<boolean> =>
  isSuppressed(queries, hashAddress(address));
