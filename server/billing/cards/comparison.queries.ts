import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';

/** How much our books say was charged; undefined where they know nothing of it. */
export async function findBookedCharge(queries: Queries, charge: string): Promise<number | undefined> {
  const row = await queries
    .selectFrom('payments')
    .select('amount_rappen')
    .where('provider_ref', '=', charge)
    .where('method', '=', 'card')
    .executeTakeFirst();
  return row?.amount_rappen;
}

/** What was booked since then as charged. */
export async function findBookedCharges(queries: Queries, since: Date): Promise<string[]> {
  const rows = await queries
    .selectFrom('payments')
    .select('provider_ref')
    .where('booked_at', '>=', since)
    .where('method', '=', 'card')
    .$narrowType<{ provider_ref: string }>()
    .execute();
  return rows.map(({ provider_ref }) => provider_ref);
}

/** Refunds that the provider made since then. */
export async function findBookedRefunds(
  queries: Queries,
  since: Date,
): Promise<{ refund: string; amountRappen: number }[]> {
  return queries
    .selectFrom('refunds')
    .select(['provider_ref as refund', 'amount_rappen as amountRappen'])
    .where('provider_ref', 'is not', null)
    .where('state', '=', 'sent')
    .where('sent_at', '>=', since)
    .$narrowType<{ refund: string }>()
    .execute();
}

/** Charges of which a bank has taken something back since then. */
export async function findTakenCharges(queries: Queries, since: Date): Promise<string[]> {
  const rows = await queries
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('payments.provider_ref')
    .distinct()
    .where('refunds.reason', '=', 'chargeback')
    .where('refunds.wanted_at', '>=', since)
    .where('payments.method', '=', 'card')
    .$narrowType<{ provider_ref: string }>()
    .execute();
  return rows.map(({ provider_ref }) => provider_ref);
}

/** How much an operator has booked by hand with a reference that names a charge, less what the books say went back of it. */
export async function findMarkedRappen(queries: Queries, charge: string): Promise<number> {
  const row = await queries
    .selectFrom('payments')
    .select(
      sql<number>`coalesce(sum(amount_rappen - (select coalesce(sum(amount_rappen), 0) from refunds
        where payment_id = payments.id and state = 'sent')), 0)::integer`.as('marked'),
    )
    .where('method', '=', 'manual')
    .where(sql<boolean>`strpos(operator_ref, ${charge}::text) > 0`)
    .executeTakeFirstOrThrow();
  return row.marked;
}
