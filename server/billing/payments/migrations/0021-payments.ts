import { type Kysely, sql } from 'kysely';

/** What was paid, by which card or transfer, and for what; and what is removed when the years of keeping books are over. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await createBank(database);
  await createPayments(database);
  await createAttempts(database);
  await sql`
    create table notices (
      id uuid primary key,
      kind text not null check (kind in ('withdrawal', 'cancellation')),
      full_name text not null,
      email text not null,
      contract text not null,
      locale text not null,
      received_at timestamptz not null
    )`.execute(database);
  await sql`create index notices_by_time on notices (received_at)`.execute(database);
  await sql`
    create function check_allocations() returns trigger
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    begin
      perform 1 from payments where id = new.payment_id for update;
      perform 1 from invoices where id = new.invoice_id for update;
      if (select sum(amount_rappen) from allocations where payment_id = new.payment_id)
          > (select amount_rappen from payments where id = new.payment_id) then
        raise exception 'More of a payment would be allocated than was paid.';
      end if;
      if (select sum(amount_rappen) from allocations where invoice_id = new.invoice_id)
          not between 0 and (select total_rappen from invoices where id = new.invoice_id) then
        raise exception 'More would be allocated to an invoice than its total.';
      end if;
      return null;
    end $$`.execute(database);
  await sql`
    create constraint trigger allocations_fit after insert on allocations
      deferrable initially deferred for each row execute function check_allocations()`.execute(database);
  await addExpiry(database, schema);
}

async function createBank(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_statements (
      id uuid primary key,
      file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
      message_id text not null,
      iban text not null,
      from_on date not null,
      until_on date not null check (until_on >= from_on),
      opening_rappen bigint,
      closing_rappen bigint,
      imported_at timestamptz not null,
      unique (iban, message_id),
      unique (file_sha256, iban, until_on)
    )`.execute(database);
  await sql`
    create table bank_entries (
      id uuid primary key,
      statement_id uuid not null references bank_statements (id),
      entry_key text not null unique,
      amount_rappen bigint not null check (amount_rappen <> 0),
      booked_on date not null,
      value_on date not null,
      debtor_name text,
      debtor_iban text,
      message text,
      reference text,
      state text not null check (state in ('open', 'settled', 'ignored', 'to-refund', 'refunded')),
      note text
    )`.execute(database);
  await sql`create index bank_entries_open on bank_entries (booked_on) where state in ('open', 'to-refund')`.execute(
    database,
  );
}

async function createPayments(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table payments (
      id uuid primary key,
      account_id text,
      method text not null check (method in ('card', 'bank', 'manual')),
      amount_rappen integer not null check (amount_rappen > 0),
      received_on date not null,
      provider_ref text unique,
      bank_entry_id uuid unique references bank_entries (id),
      operator_ref text unique,
      booked_at timestamptz not null,
      check (num_nonnulls(provider_ref, bank_entry_id, operator_ref) = 1)
    )`.execute(database);
  await sql`create index payments_of_account on payments (account_id)`.execute(database);
  await sql`
    create table allocations (
      id uuid primary key,
      payment_id uuid not null references payments (id) on delete cascade,
      invoice_id uuid not null references invoices (id) on delete cascade,
      amount_rappen integer not null check (amount_rappen <> 0),
      allocated_at timestamptz not null
    )`.execute(database);
  await sql`create index allocations_of_payment on allocations (payment_id)`.execute(database);
  await sql`create index allocations_of_invoice on allocations (invoice_id)`.execute(database);
  await sql`
    create table refunds (
      id uuid primary key,
      payment_id uuid not null references payments (id) on delete cascade,
      amount_rappen integer not null check (amount_rappen > 0),
      reason text not null,
      state text not null check (state in ('wanted', 'sending', 'sent', 'failed')),
      provider_ref text unique,
      wanted_at timestamptz not null,
      sent_at timestamptz,
      check ((state = 'sent') = (sent_at is not null))
    )`.execute(database);
  await sql`create index refunds_of_payment on refunds (payment_id)`.execute(database);
  await sql`create index refunds_open on refunds (wanted_at) where state in ('wanted', 'sending', 'failed')`.execute(
    database,
  );
}

async function createAttempts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_attempts (
      id uuid primary key,
      account_id text not null,
      kind text not null check (kind in ('checkout', 'charge', 'setup')),
      order_id uuid references orders (id) on delete cascade,
      invoice_id uuid references invoices (id) on delete cascade,
      amount_rappen integer not null check (amount_rappen >= 0),
      state text not null check (state in ('created', 'open', 'succeeded', 'failed', 'expired', 'cancelled')),
      session_id text unique,
      intent_id text unique,
      pay_at text,
      card text,
      is_final boolean not null default false,
      decline_code text,
      needs_authentication boolean not null default false,
      created_at timestamptz not null,
      settled_at timestamptz,
      check (num_nonnulls(order_id, invoice_id) = (case kind when 'setup' then 0 else 1 end)),
      check ((state in ('created', 'open')) = (settled_at is null))
    )`.execute(database);
  await sql`
    create unique index one_open_attempt on payment_attempts (account_id) where state in ('created', 'open')`.execute(
    database,
  );
  await sql`create index attempts_of_account on payment_attempts (account_id, created_at)`.execute(database);
  await sql`
    create table provider_events (
      id text primary key,
      kind text not null,
      raw text not null,
      received_at timestamptz not null,
      handled_at timestamptz
    )`.execute(database);
  await sql`create index provider_events_by_time on provider_events (received_at)`.execute(database);
  await sql`create index provider_events_open on provider_events (received_at) where handled_at is null`.execute(
    database,
  );
}

/** Books and contracts go ten years after the end of their business year (OR 958f), and never before. */
async function addExpiry(database: Kysely<unknown>, schema: ReturnType<typeof sql.id>): Promise<void> {
  await sql`
    create function remove_expired_books(cutoff timestamptz, batch integer default 500) returns bigint
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
      delete from payments where id in (select id from payments where end_of_business_year(received_on) < due limit batch);
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
  await sql`revoke all on function remove_expired_books (timestamptz, integer) from public`.execute(database);
}
