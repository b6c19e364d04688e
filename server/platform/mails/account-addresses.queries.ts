import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AddressState } from '../../../shared/api/address-confirmation.ts';
import { addressConfirmation } from '../../../shared/business/address-confirmation.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { spellAddress } from './mailbox-name.ts';
import type { AccountAddress } from './mails.tables.ts';

interface NamedAddress {
  accountId: string;
  email: string;
}

/** Whether mails of the account go there. An erased account asks nobody any more. */
export async function isConfirmedAddress(queries: Queries, { accountId, email }: NamedAddress): Promise<boolean> {
  const { rows } = await sql`
    select from account_addresses
      where account_id = ${accountId} and address = ${spellAddress(email)} and confirmed_at is not null
    union all select from accounts where id = ${accountId} and email is null`.execute(queries);
  return rows.length > 0;
}

export const findAddress = (
  queries: Queries,
  { accountId, email }: NamedAddress,
): Promise<AccountAddress | undefined> =>
  queries
    .selectFrom('account_addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address', '=', spellAddress(email))
    .executeTakeFirst();

/** Whether mails of the account go there. */
export async function findAddressState(queries: Queries, accountId: string, email: string): Promise<AddressState> {
  const found = await findAddress(queries, { accountId, email });
  if (found?.confirmed_at) return 'confirmed';
  return found?.asked_at ? 'asked' : 'unchecked';
}

/** Nobody else changes it until the transaction is over. */
export const lockAddress = (trx: OpenTransaction, id: string): Promise<AccountAddress | undefined> =>
  trx.selectFrom('account_addresses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findAddressById = (queries: Queries, id: string): Promise<AccountAddress | undefined> =>
  queries.selectFrom('account_addresses').selectAll().where('id', '=', id).executeTakeFirst();

/** To be checked, unless it is confirmed. */
export async function noteAddress(
  queries: Queries,
  { accountId, email, locale }: NamedAddress & { locale: Locale },
  now: Date,
): Promise<void> {
  const fresh = { id: randomUUID(), account_id: accountId, address: spellAddress(email), locale, noted_at: now };
  await queries
    .insertInto('account_addresses')
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'address'])
        .doUpdateSet({ checked_at: null, locale })
        .where('account_addresses.confirmed_at', 'is', null),
    )
    .execute();
}

/** Those that wait longest. */
export const findUnchecked = (queries: Queries, limit: number): Promise<AccountAddress[]> =>
  queries
    .selectFrom('account_addresses')
    .selectAll()
    .where('checked_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .orderBy('noted_at')
    .limit(limit)
    .execute();

export async function changeAddress(
  trx: OpenTransaction,
  id: string,
  change: Partial<Pick<AccountAddress, 'checked_at' | 'asked_at' | 'asked_times'>>,
): Promise<void> {
  await trx.updateTable('account_addresses').set(change).where('id', '=', id).execute();
}

/** The first confirmation stands. */
export async function confirmAddress(
  trx: OpenTransaction,
  { accountId, email, locale }: NamedAddress & { locale: Locale },
  confirmed: { confirmed_by: 'provider' | 'link'; confirmed_at: Date },
): Promise<void> {
  const { confirmed_at: now } = confirmed;
  const fresh = { id: randomUUID(), account_id: accountId, address: spellAddress(email), locale, noted_at: now };
  await trx
    .insertInto('account_addresses')
    .values({ ...fresh, ...confirmed })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'address'])
        .doUpdateSet(confirmed)
        .where('account_addresses.confirmed_at', 'is', null),
    )
    .execute();
}

/** Whether whoever has the address, or names addresses in this account, was written to as often as may be. */
export async function isAskedEnough(
  trx: OpenTransaction,
  { account_id, address }: Pick<AccountAddress, 'account_id' | 'address'>,
  dayAgo: Date,
): Promise<boolean> {
  const { rows } = await sql<{ mails: number; addresses: number }>`
    select coalesce(sum(asked_times) filter (where address = ${address}), 0)::integer as mails,
        (count(*) filter (where account_id = ${account_id} and address <> ${address}))::integer as addresses
      from account_addresses
      where asked_at > ${dayAgo}::timestamptz and (address = ${address} or account_id = ${account_id})`.execute(trx);
  const { mails, addresses } = rows[0]!;
  return mails >= addressConfirmation.mostMailsPerDay || addresses >= addressConfirmation.mostAddressesPerDay;
}

export async function forgetAddresses(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx.deleteFrom('account_addresses').where('account_id', '=', accountId).execute();
}

/** Each that was named in the account, or is its sign-in's, oldest first. */
export async function exportAddresses(queries: Queries, accountId: string): Promise<Record<string, unknown>[]> {
  const rows = await queries
    .selectFrom('account_addresses')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('noted_at')
    .orderBy('address')
    .execute();
  return rows.map((row) => ({
    address: row.address,
    locale: row.locale,
    notedAt: row.noted_at,
    checkedAt: row.checked_at,
    askedAt: row.asked_at,
    askedTimes: row.asked_times,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
  }));
}
