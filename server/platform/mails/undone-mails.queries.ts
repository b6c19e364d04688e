import { sql } from 'kysely';
import type { OpenTransaction } from '../../database/schema.ts';
import { heldOutcome } from './mails.tables.ts';

/**
 * Mails of these kinds to the holder that tell what is not true any more: one that waits goes, and one that has not arrived
 * cannot be sent again, nor one that a mail server is just about to put off.
 */
export async function withdrawMails(trx: OpenTransaction, accountId: string, kinds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mails')
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('due_at', 'is not', null)
    .execute();
  await trx
    .updateTable('mails')
    .set({ recipient: null, message: null })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('state', 'in', ['sending', 'unknown', 'bounced', 'suppressed'])
    .execute();
}

/** Mails with these keys of which no server has taken any, for another try under the same key. */
export async function forgetUnarrived(trx: OpenTransaction, dedupeKeys: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('mails')
    .where('dedupe_key', 'in', dedupeKeys)
    .where('state', 'in', ['queued', 'deferred', 'bounced', 'suppressed', 'unknown'])
    .execute();
}

/** The mail with this key is not sent, if it waits. False where it may have arrived. */
export async function withdrawUnsent(trx: OpenTransaction, dedupeKey: string): Promise<boolean> {
  const withdrawn = await trx
    .deleteFrom('mails')
    .where('dedupe_key', '=', dedupeKey)
    .where((where) => where.or([where('due_at', 'is not', null), where('outcome', '=', heldOutcome)]))
    .returning(['attempts', 'outcome'])
    .execute();
  return withdrawn.some(({ attempts, outcome }) => attempts === 0 || outcome === heldOutcome);
}

/** The mail with this key, if it is nobody's, is kept and goes with the account from now on. */
export async function adoptMail(trx: OpenTransaction, dedupeKey: string, accountId: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ account_id: accountId })
    .where('dedupe_key', '=', dedupeKey)
    .where('account_id', 'is', null)
    .execute();
}

/** Deletes mails of these kinds to these addresses that belong to no account. */
export async function forgetMailsOfNobody(
  trx: OpenTransaction,
  addresses: readonly string[],
  kinds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('mails').where(isOfNobodyTo(addresses, kinds)).execute();
}

/** Mails of these kinds to the address, if they are nobody's, go with the account from now on. */
export async function adoptMailsTo(
  trx: OpenTransaction,
  address: string,
  kinds: readonly string[],
  accountId: string,
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ account_id: accountId })
    .where(isOfNobodyTo([address], kinds))
    .execute();
}

const isOfNobodyTo = (addresses: readonly string[], kinds: readonly string[]) => sql<boolean>`
  account_id is null and kind = any(${kinds}::text[])
    and lower(recipient) in (select lower(each) from unnest(${addresses}::text[]) as each)`;
