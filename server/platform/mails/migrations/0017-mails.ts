import { type Kysely, sql } from 'kysely';

/**
 * Mails wait here until they are delivered; what is written stays as it is. They go with the row of their account, and those
 * without an account by a rule of retention.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table mails (
      id uuid primary key,
      dedupe_key text not null unique,
      kind text not null,
      account_id text references accounts (id) on delete cascade,
      locale text not null,
      recipient text,
      message text,
      state text not null
        check (state in ('queued', 'sending', 'sent', 'deferred', 'bounced', 'unknown', 'suppressed')),
      when_unknown text not null check (when_unknown in ('ask', 'send-again')),
      attempts integer not null default 0 check (attempts >= 0),
      deferrals integer not null default 0 check (deferrals >= 0),
      enqueued_at timestamptz not null,
      give_up_at timestamptz not null,
      due_at timestamptz,
      attempted_at timestamptz,
      settled_at timestamptz,
      outcome text,
      check (num_nulls(recipient, message) in (0, 2)),
      check ((state in ('queued', 'deferred')) = (due_at is not null)),
      check (due_at is null or message is not null)
    )`.execute(database);
  await sql`create index mails_due on mails (due_at) where due_at is not null`.execute(database);
  await sql`create index mails_being_sent on mails (attempted_at) where state = 'sending'`.execute(database);
  await sql`create index mails_of_account on mails (account_id)`.execute(database);
  await sql`create index mails_with_message on mails (enqueued_at) where message is not null`.execute(database);
  await sql`create index mails_without_account on mails (enqueued_at) where account_id is null`.execute(database);
  await sql`
    create table mail_suppressions (
      address_sha256 text primary key check (address_sha256 ~ '^[0-9a-f]{64}$'),
      outcome text not null,
      suppressed_at timestamptz not null
    )`.execute(database);
  await sql`create index mail_suppressions_expiring on mail_suppressions (suppressed_at)`.execute(database);
}
