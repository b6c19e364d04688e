import { type Kysely, sql } from 'kysely';

export const keepsWayBack =
  'Former versions look for a statement before they add one, and the key of entries, which they rely on, stays unique.';

/**
 * Banks give the same name to several statements and bookings, so that names are no longer unique: what is told again is known by its
 * balances and by everything that is told of it. What went out is kept with what came in, so that both add up to the balances.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_statements
      drop constraint bank_statements_iban_message_id_key,
      drop constraint bank_statements_file_sha256_iban_until_on_key,
      add column number integer`.execute(database);
  await sql`
    create unique index bank_statements_in_order on bank_statements (iban, number)`.execute(database);
  await sql`create index bank_statements_of_file on bank_statements (file_sha256)`.execute(database);
  await sql`create index bank_statements_by_day on bank_statements (iban, until_on)`.execute(database);
  await sql`
    alter table bank_entries
      add column bank_reference text,
      add column fingerprint text,
      add column instead_of uuid references bank_entries (id) on delete set null`.execute(database);
  await sql`create index bank_entries_of_statement on bank_entries (statement_id)`.execute(database);
  await sql`
    create index bank_entries_by_reference on bank_entries (coalesce(bank_reference, entry_key))`.execute(database);
  await sql`
    create index bank_entries_instead on bank_entries (instead_of) where instead_of is not null`.execute(database);
  await sql`
    create table bank_debits (
      id uuid primary key,
      statement_id uuid not null references bank_statements (id) on delete cascade,
      amount_rappen bigint not null check (amount_rappen > 0),
      booked_on date not null,
      bank_reference text,
      creditor_iban text,
      fingerprint text not null
    )`.execute(database);
  await sql`create index bank_debits_of_statement on bank_debits (statement_id)`.execute(database);
}
