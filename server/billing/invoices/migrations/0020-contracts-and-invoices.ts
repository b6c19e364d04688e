import { type Kysely, sql } from 'kysely';

/**
 * Customers, orders, contracts, and the invoices about them. Books outlive their account by years, so they name it without a
 * foreign key. Whatever must never happen twice, or leave a gap, is refused here.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_of_business_year(day date) returns timestamptz
    language sql immutable as $$
      select make_timestamptz(extract(year from day)::integer + 1, 1, 1, 0, 0, 0, 'Europe/Zurich') $$`.execute(
    database,
  );
  await createCustomers(database);
  await createContracts(database);
  await createInvoices(database);
  await sql`
    create table terms (
      subscription_id uuid not null references subscriptions (id) on delete cascade,
      number integer not null check (number >= 1),
      previous integer generated always as (nullif(number - 1, 0)) stored,
      product text not null,
      months integer not null,
      from_on date not null,
      until_on date not null check (until_on > from_on),
      invoice_id uuid unique references invoices (id) on delete set null,
      primary key (subscription_id, number),
      unique (subscription_id, number, until_on),
      foreign key (subscription_id, previous, from_on) references terms (subscription_id, number, until_on)
        on update restrict
    )`.execute(database);
}

async function createCustomers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table customers (
      account_id text primary key references accounts (id) on delete cascade,
      kind text check (kind in ('private', 'business')),
      full_name text,
      company text,
      email text,
      street text,
      house_number text,
      postal_code text,
      town text,
      country text,
      vat_number text,
      locale text,
      vat_state text not null default 'none' check (vat_state in ('none', 'unconfirmed', 'valid', 'invalid')),
      vat_checked_at timestamptz,
      card_payment_method text,
      card_brand text,
      card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
      card_expires_on date,
      stripe_customer_id text unique,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (num_nulls(kind, full_name, email, street, postal_code, town, country, locale) in (0, 8)),
      check (num_nulls(card_payment_method, card_brand, card_last4, card_expires_on) in (0, 4)),
      check (vat_number is not null or vat_state = 'none'),
      check (kind <> 'private' or company is null)
    )`.execute(database);
  // An address with something after a plus sign reaches the same mailbox.
  await sql`
    create index accounts_by_person on accounts (regexp_replace(lower(email), '\\+[^@]*@', '@'))`.execute(database);
  await sql`
    create table vat_checks (
      id uuid primary key,
      account_id text not null,
      vat_number text not null,
      state text not null check (state in ('unconfirmed', 'valid', 'invalid')),
      raw text,
      checked_at timestamptz not null
    )`.execute(database);
  await sql`create index vat_checks_of_account on vat_checks (account_id, checked_at)`.execute(database);
  await sql`
    create table tax_registrations (
      id uuid primary key,
      regime text not null check (regime in ('swiss', 'one-stop-shop')),
      change text not null check (change in ('start', 'end')),
      number text not null,
      on_day date not null,
      recorded_at timestamptz not null
    )`.execute(database);
}

async function createContracts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id uuid primary key,
      account_id text not null,
      kind text not null check (kind in ('new', 'upgrade')),
      subscription_id uuid,
      product text not null,
      months integer not null check (months in (1, 4)),
      method text not null check (method in ('card', 'invoice')),
      net_rappen integer not null check (net_rappen > 0),
      vat_permille integer not null check (vat_permille >= 0),
      vat_rappen integer not null check (vat_rappen >= 0),
      total_rappen integer not null check (total_rappen = net_rappen + vat_rappen),
      buyer jsonb not null,
      texts jsonb not null,
      locale text not null,
      idempotency_key text,
      request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
      placed_at timestamptz not null,
      unique (account_id, idempotency_key),
      check ((kind = 'upgrade') = (subscription_id is not null))
    )`.execute(database);
  await sql`create index orders_of_account on orders (account_id, placed_at)`.execute(database);
  await sql`
    create table subscriptions (
      id uuid primary key,
      account_id text not null,
      order_id uuid not null unique references orders (id),
      product text not null check (product in ('offline-add-on', 'moderate', 'high')),
      months integer not null check (months in (1, 4)),
      method text not null check (method in ('card', 'invoice')),
      state text not null check (state in ('pending', 'active', 'grace', 'suspended', 'ended')),
      anchor_on date,
      ends_on date,
      end_reason text,
      ended_at timestamptz,
      next_product text,
      next_months integer,
      next_check_on date,
      created_at timestamptz not null,
      check (product <> 'offline-add-on' or months = 1),
      check ((state = 'pending') = (anchor_on is null) or state = 'ended'),
      check ((state = 'ended') = (ended_at is not null)),
      check ((ends_on is null and state <> 'ended') = (end_reason is null)),
      check ((next_product is null) = (next_months is null)),
      check (ends_on is null or next_product is null),
      check ((state = 'ended') = (next_check_on is null))
    )`.execute(database);
  await sql`create unique index one_live_subscription on subscriptions (account_id) where state <> 'ended'`.execute(
    database,
  );
  await sql`create index subscriptions_due on subscriptions (next_check_on) where next_check_on is not null`.execute(
    database,
  );
  await sql`create index subscriptions_of_account on subscriptions (account_id, created_at)`.execute(database);
  await sql`
    create table subscription_events (
      id uuid primary key,
      subscription_id uuid not null references subscriptions (id) on delete cascade,
      source text not null,
      event text not null,
      data jsonb not null,
      at timestamptz not null,
      unique (subscription_id, source, event)
    )`.execute(database);
}

async function createInvoices(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoice_series (
      year integer primary key,
      last_number integer not null check (last_number >= 0)
    )`.execute(database);
  await sql`
    create table invoices (
      id uuid primary key,
      kind text not null check (kind in ('invoice', 'credit-note')),
      year integer not null,
      number integer not null check (number >= 1),
      corrects uuid references invoices (id) on delete set null,
      account_id text not null,
      subscription_id uuid references subscriptions (id) on delete set null,
      order_id uuid references orders (id) on delete set null,
      term_number integer,
      method text not null check (method in ('card', 'invoice')),
      issued_on date not null check (extract(year from issued_on) = year),
      due_on date not null check (due_on >= issued_on),
      net_rappen integer not null,
      vat_permille integer not null check (vat_permille >= 0),
      vat_rappen integer not null,
      total_rappen integer not null check (total_rappen = net_rappen + vat_rappen),
      tax_rule text not null,
      vat_check_id uuid references vat_checks (id) on delete set null,
      seller jsonb not null,
      buyer jsonb not null,
      locale text not null,
      reference text not null unique,
      created_at timestamptz not null,
      unique (year, number),
      check ((kind = 'invoice') = (total_rappen >= 0)),
      check (kind = 'credit-note' or corrects is null)
    )`.execute(database);
  await sql`create index invoices_of_account on invoices (account_id, created_at)`.execute(database);
  await sql`create index invoices_of_subscription on invoices (subscription_id, term_number)`.execute(database);
  await sql`create index credit_notes on invoices (corrects) where corrects is not null`.execute(database);
  await sql`
    create table invoice_lines (
      id uuid primary key,
      invoice_id uuid not null references invoices (id) on delete cascade,
      place integer not null check (place >= 1),
      product text not null,
      months integer not null,
      from_on date not null,
      until_on date not null,
      net_rappen integer not null,
      reason text not null,
      unique (invoice_id, place)
    )`.execute(database);
  await sql`
    create table invoice_files (
      id uuid primary key,
      invoice_id uuid not null unique references invoices (id) on delete cascade,
      pdf bytea not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      made_at timestamptz not null
    )`.execute(database);
  await addRules(database);
}

/** The application may only add to these tables; what checks them reads with the owner's rights. */
async function addRules(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create function check_invoice_lines() returns trigger
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare whole integer; parts integer;
    begin
      select net_rappen into whole from invoices where id = coalesce(to_jsonb(new) ->> 'invoice_id', to_jsonb(new) ->> 'id')::uuid;
      select sum(net_rappen) into parts from invoice_lines
        where invoice_id = coalesce(to_jsonb(new) ->> 'invoice_id', to_jsonb(new) ->> 'id')::uuid;
      if whole is not null and whole is distinct from parts then
        raise exception 'The lines of an invoice do not add up to its sum.';
      end if;
      return null;
    end $$`.execute(database);
  for (const table of ['invoices', 'invoice_lines'])
    await sql`
      create constraint trigger ${sql.id(`${table}_add_up`)} after insert on ${sql.table(table)}
        deferrable initially deferred for each row execute function check_invoice_lines()`.execute(database);
}
