import { type Kysely, sql } from 'kysely';

/** Addresses to which mails of an account are to go, and whether they are its holder's. They go with the account. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_addresses (
      id uuid primary key,
      account_id text not null references accounts (id) on delete cascade,
      address text not null,
      locale text not null,
      noted_at timestamptz not null,
      checked_at timestamptz,
      asked_at timestamptz,
      asked_times integer not null default 0 check (asked_times >= 0),
      confirmed_at timestamptz,
      confirmed_by text check (confirmed_by in ('provider', 'link')),
      unique (account_id, address),
      check (num_nulls(confirmed_at, confirmed_by) in (0, 2))
    )`.execute(database);
  await sql`
    create index account_addresses_unchecked on account_addresses (noted_at)
      where checked_at is null and confirmed_at is null`.execute(database);
  await sql`
    create index account_addresses_asked on account_addresses (address, asked_at) where asked_at is not null`.execute(
    database,
  );
}
