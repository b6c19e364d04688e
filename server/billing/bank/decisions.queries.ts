import { type Insertable, type Selectable, sql } from 'kysely';
import type { OpenTransaction, Queries, Schema } from '../../database/schema.ts';
import type { StoredEntry } from './bank.queries.ts';

export type Decision = Selectable<Schema['bank_decisions']>;

/** What was decided of an entry last, and is not undone. */
export const findLastDecision = (queries: Queries, entryId: string): Promise<Decision | undefined> =>
  queries
    .selectFrom('bank_decisions')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('undone_at', 'is', null)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Keeps what is decided of an entry that is locked, and how it stands until then. */
export async function insertDecision(
  trx: OpenTransaction,
  entry: StoredEntry,
  decision: Pick<Insertable<Schema['bank_decisions']>, 'kind' | 'invoice_id' | 'amount_rappen' | 'decided_at'>,
): Promise<void> {
  const { count } = await trx
    .selectFrom('bank_decisions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('entry_id', '=', entry.id)
    .executeTakeFirstOrThrow();
  const before = { state_before: entry.state, note_before: entry.note, reference_before: entry.reference };
  await trx
    .insertInto('bank_decisions')
    .values({ entry_id: entry.id, place: Number(count) + 1, ...decision, ...before })
    .execute();
}

export async function markUndone(trx: OpenTransaction, { entry_id, place }: Decision, now: Date): Promise<void> {
  await trx
    .updateTable('bank_decisions')
    .set({ undone_at: now })
    .where('entry_id', '=', entry_id)
    .where('place', '=', place)
    .execute();
}

/** What was booked of an entry; undefined where nothing was. */
export const findPaymentOf = (queries: Queries, entryId: string) =>
  queries.selectFrom('payments').selectAll().where('bank_entry_id', '=', entryId).executeTakeFirst();

/** What was given back of a payment or is to be, the newest last. */
export const findRefundsOf = (queries: Queries, paymentId: string) =>
  queries
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('wanted_at')
    .orderBy('id')
    .execute();

export async function removeRefund(trx: OpenTransaction, id: string): Promise<void> {
  await trx.deleteFrom('refunds').where('id', '=', id).execute();
}

/** Says the same of what goes on waiting in the place of an entry whose booking was undone. */
export async function insertAnew(
  trx: OpenTransaction,
  entry: StoredEntry,
  given: Pick<StoredEntry, 'id' | 'reference' | 'note'>,
): Promise<void> {
  const { id: instead_of, ...told } = entry;
  await trx
    .insertInto('bank_entries')
    .values({ ...told, ...given, entry_key: given.id, state: 'open', fingerprint: null, instead_of })
    .execute();
}

/**
 * The day on which a statement shows that what came with an entry went out again, to the same account where both are told. Undefined
 * where none does, or the same sum was sent back to it more often than that.
 */
export async function findShownOn(
  queries: Queries,
  { booked_on, debtor_iban }: StoredEntry,
  amountRappen: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select case when count(*) >= (select count(*) from refunds r join payments p on p.id = r.payment_id
          join bank_entries e on e.id = p.bank_entry_id
          where r.state = 'sent' and r.reason not in ('chargeback', 'undone') and r.amount_rappen = ${amountRappen}
            and e.booked_on >= ${booked_on}::date and e.debtor_iban is not distinct from ${debtor_iban}::text)
        then max(d.booked_on)::text end as day
      from bank_debits d where d.amount_rappen = ${amountRappen} and d.booked_on >= ${booked_on}::date
        and (d.creditor_iban is null or ${debtor_iban}::text is null or d.creditor_iban = ${debtor_iban}::text)`.execute(
    queries,
  );
  return rows[0]?.day ?? undefined;
}
