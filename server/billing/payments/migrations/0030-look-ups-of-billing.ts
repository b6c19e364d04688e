import { type Kysely, sql } from 'kysely';

/**
 * Indexes for what billing looks up each minute, for pages that wait for a payment, and for the removal of books, so that none of
 * them slows down as years of sales accumulate.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const index of [
    'attempts_of_order on payment_attempts (order_id) where order_id is not null',
    'attempts_of_invoice on payment_attempts (invoice_id) where invoice_id is not null',
    'invoices_of_order on invoices (order_id) where order_id is not null',
    'invoices_of_check on invoices (vat_check_id) where vat_check_id is not null',
    'invoices_by_time on invoices (created_at)',
    'terms_by_start on terms (from_on)',
    "subscriptions_owed_by_card on subscriptions (id) where method = 'card' and state in ('grace', 'suspended')",
    "subscriptions_closing on subscriptions (id) where state = 'ended' and end_reason = 'closed'",
    "refunds_made on refunds (sent_at) where state = 'sent'",
  ])
    await sql`create index ${sql.raw(index)}`.execute(database);
}
