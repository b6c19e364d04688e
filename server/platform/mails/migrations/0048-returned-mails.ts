import { type Kysely, sql } from 'kysely';

/** What came back and waits for a person, and the one mail by which an address that was given up is tried again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table returned_mails (
      id uuid primary key,
      mailbox_key text not null unique,
      mail_id uuid references mails (id) on delete cascade,
      account_id text references accounts (id) on delete cascade,
      form text not null,
      sender text not null,
      subject text not null,
      arrived_at timestamptz not null,
      decided_at timestamptz,
      decision text check (decision in ('not-delivered', 'nothing')),
      check (num_nulls(decided_at, decision) in (0, 2))
    )`.execute(database);
  await sql`create index returned_mails_waiting on returned_mails (arrived_at) where decided_at is null`.execute(
    database,
  );
  await sql`create index returned_mails_arrived on returned_mails (arrived_at)`.execute(database);
  await sql`create index returned_mails_of_mail on returned_mails (mail_id) where mail_id is not null`.execute(
    database,
  );
  await sql`create index returned_mails_of_account on returned_mails (account_id) where account_id is not null`.execute(
    database,
  );
  await sql`alter table mails add column letter_sent_at timestamptz`.execute(database);
  await sql`
    alter table mail_suppressions add column probed_at timestamptz, add column probed_by uuid,
      add check (num_nulls(probed_at, probed_by) in (0, 2))`.execute(database);
}
