import { type Kysely, sql } from 'kysely';

/**
 * A payment is kept as long as the invoices that it has paid and what was given back of it: without it, an invoice of the next
 * year would seem unpaid in its last year here.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create function last_day_of_payment(payment payments) returns date language sql stable as $$
      select greatest(payment.received_on,
        (select max(i.issued_on) from allocations a join invoices i on i.id = a.invoice_id where a.payment_id = payment.id),
        (select max((coalesce(r.sent_at, r.wanted_at) at time zone 'Europe/Zurich')::date) from refunds r
          where r.payment_id = payment.id)) $$`.execute(database);
  await sql`
    create or replace function remove_expired_books(cutoff timestamptz, batch integer default 500) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare
      due constant timestamptz := least(cutoff + interval '10 years', service_now() + interval '1 hour') - interval '10 years';
      zone constant text := 'Europe/Zurich';
      removed bigint := 0;
      more bigint;
    begin
      delete from payment_attempts where id in (select id from payment_attempts
        where end_of_business_year((created_at at time zone zone)::date) < due limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from invoices where id in (select id from invoices where end_of_business_year(issued_on) < due limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from payments where id in (select id from payments p where end_of_business_year(received_on) < due
        and end_of_business_year(last_day_of_payment(p)) < due limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from bank_entries where id in (select id from bank_entries e where end_of_business_year(booked_on) < due
        and not exists (select from payments p where p.bank_entry_id = e.id) limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from bank_statements s where end_of_business_year(until_on) < due
        and not exists (select from bank_entries e where e.statement_id = s.id);
      delete from invoice_series s where make_timestamptz(s.year + 1, 1, 1, 0, 0, 0, zone) < due
        and not exists (select from invoices i where i.year = s.year);
      delete from vat_checks where id in (select id from vat_checks
        where end_of_business_year((checked_at at time zone zone)::date) < due limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from notices where id in (select id from notices
        where end_of_business_year((received_at at time zone zone)::date) < due limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from subscriptions where id in (select id from subscriptions
        where end_of_business_year((ended_at at time zone zone)::date) < due limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      delete from orders where id in (select id from orders o
        where end_of_business_year((placed_at at time zone zone)::date) < due
          and not exists (select from subscriptions s where s.order_id = o.id or s.id = o.subscription_id) limit batch);
      get diagnostics more = row_count; removed := greatest(removed, more);
      return removed;
    end $$`.execute(database);
}
