import { type Kysely, sql } from 'kysely';

/** Accounts, and the append-only records of what was downloaded and accepted (specification 3, 4 and 5). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      id text primary key,
      full_name text not null,
      email text not null,
      country text not null,
      ip_address text not null,
      user_agent text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index accounts_by_email on accounts (lower(email))`.execute(database);

  await sql`
    create table downloads (
      id uuid primary key,
      account_id text not null references accounts (id),
      platform text not null,
      version text not null,
      file_name text not null,
      size_bytes bigint not null check (size_bytes > 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      country text not null,
      locale text not null,
      download_key text,
      idempotency_key text,
      request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
      started_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > started_at),
      unique (account_id, idempotency_key)
    )`.execute(database);
  await sql`create index downloads_by_account on downloads (account_id, started_at)`.execute(database);
  await sql`create index downloads_by_start on downloads (started_at)`.execute(database);

  await sql`
    create table acceptances (
      id uuid primary key,
      account_id text not null references accounts (id),
      download_id uuid not null references downloads (id),
      confirmation text not null,
      document text,
      sentence text,
      version text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      locale text not null,
      method text not null,
      accepted_at timestamptz not null,
      check ((document is null) <> (sentence is null))
    )`.execute(database);
  await sql`create index acceptances_by_account on acceptances (account_id, accepted_at)`.execute(database);
  await sql`create index acceptances_by_download on acceptances (download_id)`.execute(database);
}
