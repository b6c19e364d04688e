import { type Kysely, sql } from 'kysely';

/** Plans that an operator gives without a purchase, such as by a contract with an enterprise. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_grants (
      account_id text primary key references accounts (id),
      plan text not null check (plan in ('moderate', 'high')),
      online_requests integer check (online_requests > 0),
      granted_at timestamptz not null,
      until timestamptz check (until > granted_at)
    )`.execute(database);
}
