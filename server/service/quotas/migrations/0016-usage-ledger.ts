import { type Kysely, sql } from 'kysely';

/** Which requests were made, and how much of each month's quota they use. Room is left in pages: rows change once or twice. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table quota_counters (
      account_id text not null references accounts (id),
      pool text not null check (pool in ('online', 'offline')),
      cycle_start timestamptz not null,
      used integer not null check (used >= open),
      open integer not null check (open >= 0),
      primary key (account_id, pool, cycle_start)
    ) with (fillfactor = 70)`.execute(database);
  await sql`
    create table usage_requests (
      account_id text not null references accounts (id),
      request_id uuid not null,
      feature text not null check (feature in ('speech-to-text', 'text-enhancement', 'text-generation')),
      operation text not null,
      pool text not null check (pool in ('online', 'offline')),
      cycle_start timestamptz not null,
      state text not null check (state in ('open', 'counted', 'released')),
      attempts integer not null check (attempts > 0),
      fingerprint text check (fingerprint ~ '^[0-9a-f]{64}$'),
      recording_seconds integer check (recording_seconds >= 0),
      requested_at timestamptz not null,
      open_until timestamptz,
      settled_at timestamptz,
      language text not null,
      model text,
      prompt_version text,
      input_tokens integer check (input_tokens >= 0),
      output_tokens integer check (output_tokens >= 0),
      outcome text,
      check ((state = 'open') = (open_until is not null)),
      primary key (account_id, request_id)
    ) with (fillfactor = 85)`.execute(database);
  await sql`create index usage_requests_open on usage_requests (open_until) where state = 'open'`.execute(database);
  await sql`
    create index usage_requests_by_time on usage_requests (account_id, requested_at desc, request_id)`.execute(
    database,
  );
  await sql`create index usage_requests_expiring on usage_requests (requested_at)`.execute(database);
}
