import { type Kysely, sql } from 'kysely';

/** What an operator decides of an entry of the bank can be undone, and what is said to be sent back has to be seen going out. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_decisions (
      entry_id uuid not null references bank_entries (id) on delete cascade,
      place integer not null check (place > 0),
      kind text not null check (kind in ('assigned', 'returned')),
      invoice_id uuid references invoices (id) on delete set null,
      amount_rappen integer not null,
      state_before text not null,
      note_before text,
      reference_before text,
      decided_at timestamptz not null,
      undone_at timestamptz,
      primary key (entry_id, place)
    )`.execute(database);
  await sql`create index bank_decisions_of_invoice on bank_decisions (invoice_id)`.execute(database);
  await sql`alter table refunds add column shown_on date`.execute(database);
  await sql`create index bank_debits_by_amount on bank_debits (amount_rappen, booked_on)`.execute(database);
}
