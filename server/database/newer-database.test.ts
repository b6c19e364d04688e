import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { type DatabasePlace, openTestDatabase, productContents, runAsOwner } from '../../tests/factories/database.ts';
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

/** The same after a version that has one more migration; `more` is code of its file. */
async function newerDatabase(more = ''): Promise<DatabasePlace> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-newer-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    path.join(folder, `${String(known.length + 1).padStart(4, '0')}-novelties.ts`),
    `export async function up(database) {
      await database.schema.createTable('novelties').addColumn('id', 'integer').execute();
      await database.schema.alterTable('accounts').addColumn('novelty', 'text').execute();
    }\n${more}`,
  );
  const place = await databaseOfToday();
  const contents = { ...productContents, migrationFolders: [...productContents.migrationFolders, folder] };
  await (await openDatabase({ ...place, contents })).close();
  return place;
}

/** What Kysely's own Migrator says, which versions with 41 migrations ask. */
async function askKysely({ databaseUrl, dataDir }: DatabasePlace): Promise<string> {
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) })
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
