import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import {
  type DatabasePlace,
  openTestDatabase,
  productContents,
  runAsOwner,
  testDatabaseUrl,
} from '../../tests/factories/database.ts';
import { anAccount } from '../../tests/factories/records.ts';
import { listMigrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const known = [...listMigrations(productContents.migrationFolders).keys()];
const closing = `export const closesWayBack = 'They are counted otherwise.';`;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

/** A database that knows what this version knows. */
async function databaseOfToday(): Promise<DatabasePlace> {
  const { database, place } = await openTestDatabase();
  undo.push(place.remove);
  await database.close();
  return place;
}

/** What a version stores that has one more migration; `more` is code of its file. */
function newerContents(more = ''): typeof productContents {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-newer-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    path.join(folder, `${String(known.length + 1).padStart(4, '0')}-novelties.ts`),
    `export async function up(database) {
      await database.schema.createTable('novelties').addColumn('id', 'integer').execute();
      await database.schema.alterTable('accounts').addColumn('novelty', 'text').execute();
    }\n${more}`,
  );
  return { ...productContents, migrationFolders: [...productContents.migrationFolders, folder] };
}

/** A database after such a version. */
async function newerDatabase(more = ''): Promise<DatabasePlace> {
  const place = await databaseOfToday();
  await (await openDatabase({ ...place, contents: newerContents(more) })).close();
  return place;
}

/** What Kysely's own Migrator says, which versions with 41 migrations ask. */
async function askKysely({ databaseUrl, dataDir }: DatabasePlace): Promise<string> {
  // Its end is not waited for, and by then the database may be gone.
  const poolOf = (connectionString: string) => new pg.Pool({ connectionString }).on('error', () => {});
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: poolOf(databaseUrl) })
    : new PGliteDialect({ pglite: await PGlite.create(path.join(dataDir, 'database')) });
  const owner = new Kysely<unknown>({ dialect });
  const migrations = Object.fromEntries(known.slice(0, 41).map((name) => [name, { up: async () => {} }]));
  const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  await owner.destroy();
  return String(error ?? 'starts');
}

it('is worked on as long as the newer version has only added to it', async () => {
  const place = await newerDatabase();
  expect(await askKysely(place)).toBe('starts');
  const opened = await openDatabase(place);
  const account = anAccount();
  await opened.kysely.insertInto('accounts').values(account).execute();
  const { rows } = await sql`select id, novelty from accounts`.execute(opened.kysely);
  expect(rows).toEqual([{ id: account.id, novelty: null }]);
  await opened.close();
});

it('is not touched where one of its migrations says that it closes the way back', async () => {
  const place = await newerDatabase(closing);
  await expect(openDatabase(place)).rejects.toThrow(/newer version .*-novelties closes the way back/);
  expect(await askKysely(place)).toContain('-novelties is missing');
});

it.each<[string, () => Promise<DatabasePlace>, string]>([
  [
    'with a stranger among what was added',
    databaseOfToday,
    `insert into kysely_migration_additions values ('${known.at(-1)!.slice(0, 4)}-of-another-line', now())`,
  ],
  [
    'with a stranger among what everybody must know',
    databaseOfToday,
    `insert into kysely_migration values ('0007-of-another-line', now()::text)`,
  ],
  [
    'by a newer version that does not have what this one has',
    newerDatabase,
    `delete from kysely_migration where name = '${known[40]}'`,
  ],
])('is not touched when it came about in another way, %s', async (_, make, statement) => {
  const place = await make();
  await runAsOwner(place, statement);
  await expect(openDatabase(place)).rejects.toThrow(/made by another version of this software, whose migration /);
});

it.runIf(testDatabaseUrl)(
  'lets everybody go on who comes while a migration waits for a table that somebody reads',
  async () => {
    const place = await databaseOfToday();
    const connect = async () => {
      const client = new pg.Client({ connectionString: place.databaseUrl });
      await client.connect();
      undo.unshift(() => client.end());
      return client;
    };
    const [reader, visitor] = [await connect(), await connect()];
    await reader.query('begin; lock table accounts in access share mode');
    const migrated = openDatabase({ ...place, contents: newerContents() });
    const countWaiting = async () => {
      const { rows } = await visitor.query(
        `select 1 from pg_locks where relation = 'accounts'::regclass and not granted`,
      );
      return rows.length;
    };
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1);
    // Behind a migration that waits on and on, it would wait as long.
    await visitor.query('select count(*) from accounts');
    await reader.query('commit');
    await (await migrated).close();
    expect((await visitor.query('select novelty from accounts')).rows).toEqual([]);
  },
);
