import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Customer } from './customers.tables.ts';

/** The customer, whom nobody else changes until the transaction is over, if the number is still theirs. */
export const lockCustomerWith = (
  trx: OpenTransaction,
  accountId: string,
  vatNumber: string,
): Promise<Customer | undefined> =>
  trx
    .selectFrom('customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('vat_number', '=', vatNumber)
    .forUpdate()
    .executeTakeFirst();

interface NewCheck {
  id: string;
  account_id: string;
  vat_number: string;
  state: 'unconfirmed' | 'valid' | 'invalid';
  raw: string | null;
  checked_at: Date;
}

export async function insertCheck(trx: OpenTransaction, check: NewCheck): Promise<void> {
  await trx.insertInto('vat_checks').values(check).execute();
}

/** What the register last said of a number that it has; undefined where it never did. */
export async function findValidAnswer(
  queries: Queries,
  accountId: string,
  vatNumber: string,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('vat_checks')
    .select('raw')
    .where('account_id', '=', accountId)
    .where('vat_number', '=', vatNumber)
    .where('state', '=', 'valid')
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.raw ?? undefined;
}

export async function setVatState(
  trx: OpenTransaction,
  accountId: string,
  state: Pick<Customer, 'vat_state' | 'vat_checked_at'>,
): Promise<void> {
  await trx.updateTable('customers').set(state).where('account_id', '=', accountId).execute();
}

/** Since when the register has been asked for the number without a verdict; undefined where it has never been. */
export async function findAskedSince(
  trx: OpenTransaction,
  accountId: string,
  vatNumber: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(checked_at) as since from vat_checks c
      where account_id = ${accountId} and vat_number = ${vatNumber}
        and not exists (select from vat_checks v where v.account_id = c.account_id and v.vat_number = c.vat_number
          and v.state <> 'unconfirmed' and v.checked_at >= c.checked_at)`.execute(trx);
  return rows[0]?.since ?? undefined;
}

/** The day on which a subscription of the account is looked at next; null without one. */
export async function findNextRenewal(trx: OpenTransaction, accountId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('subscriptions')
    .innerJoin('terms', 'terms.subscription_id', 'subscriptions.id')
    .select('terms.until_on')
    .where('subscriptions.account_id', '=', accountId)
    .where('subscriptions.state', '<>', 'ended')
    .orderBy('terms.number', 'desc')
    .executeTakeFirst();
  return row?.until_on ?? null;
}

/**
 * Customers whose number is to be asked for: without a verdict and last asked before `askedBefore`; and with one that is older
 * than `judgedBefore`, where an invoice may fall due up to `until`.
 */
export async function findDue(
  queries: Queries,
  { askedBefore, judgedBefore, until }: { askedBefore: Date; judgedBefore: Date; until: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select c.account_id from customers c
      where c.vat_number is not null and c.country <> 'CH'
        and not exists (select from vat_checks v
          where v.account_id = c.account_id and v.vat_number = c.vat_number and v.checked_at > ${askedBefore}::timestamptz)
        and (c.vat_state = 'unconfirmed'
          or (c.vat_state in ('valid', 'invalid') and c.vat_checked_at < ${judgedBefore}::timestamptz
            and exists (select from subscriptions s
              where s.account_id = c.account_id and s.next_check_on <= ${until}::date)))
      order by c.vat_checked_at nulls first limit ${limit}::integer`.execute(queries);
  return rows.map(({ account_id }) => account_id);
}
