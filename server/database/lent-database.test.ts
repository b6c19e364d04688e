import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { lendTestDatabase } from '../../tests/factories/lent-database.ts';
import type { Database } from './database.ts';

/** What tells two databases apart, whatever they hold. */
const nameOf = async ({ kysely }: Database) =>
  (await sql<{ name: string }>`select concat(current_database(), pg_postmaster_start_time()) as name`.execute(kysely))
    .rows[0]!.name;

const contentsOf = (database: Database) =>
  database.asOwner(async (owner) => {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
        and relnamespace::regnamespace::text in ('public', 'pgboss') order by oid`.execute(owner);
    const contents: Record<string, unknown[]> = {};
    for (const { name } of rows) contents[name] = (await sql`select * from ${sql.raw(name)}`.execute(owner)).rows;
    return contents;
  });

/** Lends a database to `use`, and whatever is lent then to `look`. */
async function lendTwice<Result>(
  use: (database: Database) => Promise<unknown>,
  look: (database: Database, before: string) => Promise<Result>,
): Promise<Result> {
  const one = await lendTestDatabase();
  const before = await nameOf(one.database);
  await use(one.database).finally(one.remove);
  const other = await lendTestDatabase();
  return look(other.database, before).finally(other.remove);
}

const asOwner = (change: (owner: Kysely<unknown>) => Promise<unknown>) => (database: Database) =>
  database.asOwner(change);

it('a database that is lent again is as it was made, whatever rows were added, changed and removed', async () => {
  let made: unknown;
  await lendTwice(
    async (database) => {
      made = await contentsOf(database);
      await database.asOwner(async (owner) => {
        await sql`insert into mail_suppressions values (repeat('0', 64), 'refused', now())`.execute(owner);
        await sql`update service_clock set ahead_ms = 1`.execute(owner);
        await sql`delete from pgboss.schedule`.execute(owner);
      });
      expect(await contentsOf(database)).not.toEqual(made);
    },
    async (database, before) => {
      expect(await nameOf(database)).toBe(before);
      expect(await contentsOf(database)).toEqual(made);
    },
  );
});

it.each([
  ['a privilege', (owner: Kysely<unknown>) => sql`revoke all on accounts from current_user`.execute(owner)],
  ['a column', (owner: Kysely<unknown>) => sql`alter table accounts add column shoe_size integer`.execute(owner)],
  ['a table', (owner: Kysely<unknown>) => sql`create table shoes (size integer)`.execute(owner)],
  [
    'a function',
    (owner: Kysely<unknown>) => sql`create function shoe_size() returns integer language sql return 42`.execute(owner),
  ],
])('a database is not lent again after a change of %s', async (_, change) => {
  await lendTwice(asOwner(change), async (database, before) => {
    expect(await nameOf(database)).not.toBe(before);
  });
});

it('what a test forgot can no longer reach the database', async () => {
  const { database, remove } = await lendTestDatabase();
  const ask = () => sql`select from accounts`.execute(database.kysely);
  await ask();
  await remove();
  await expect(ask()).rejects.toThrow();
});
