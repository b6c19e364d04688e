import { type Kysely, sql } from 'kysely';

/**
 * Whether an account may be used, and who ended it: the holder may reopen what the holder ended. Accounts that had
 * ended before were ended at their holders' request.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts
      add column status text not null default 'active' check (status in ('active', 'ended', 'suspended')),
      add column ended_by text check (ended_by in ('holder', 'company'))`.execute(database);
  await sql`
    update accounts set status = 'ended', ended_by = 'holder' where ended_at is not null`.execute(database);
}
