import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { embeddedDatabase, startEmbedded } from '../../server/database/embedded.ts';
import type { FeatureDependencies } from '../../server/features/feature.ts';
import { product } from '../../server/features/index.ts';
import {
  createDatabasePlace,
  type DatabasePlace,
  fillFromTemplate,
  productContents,
  type TestDatabase,
  testDatabaseUrl,
} from './database.ts';

/** A database that is lent to one test after the other, as empty as on the first day each time. */
interface Lendable {
  place: DatabasePlace;
  /** Works on it also while nobody has it open. */
  keeper: Pick<Database, 'asOwner'>;
  open(): Promise<Database>;
  discard(): Promise<void>;
  pristine: Pristine;
  timesLent: number;
}

/** Removed rows leave traces that nothing here clears away, and make it slower. */
const mostTimesLent = 60;

/** Those of this process that nobody has. Files of tests share a process (`isolate: false` in vitest.config.ts). */
const idle: Lendable[] = [];

/**
 * A migrated, empty database of the product for one test, whose folder is its own. It has been lent before, which takes a
 * tenth of the time of a new one. For a test that opens the database once more by itself, or as another process, or that
 * changes the database's definition and not only its rows, `openTestDatabase` makes one.
 */
export async function lendTestDatabase(): Promise<TestDatabase> {
  const lent = idle.pop() ?? (await (testDatabaseUrl ? makeOnPostgres() : makeEmbedded()));
  lent.timesLent++;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-data-'));
  const database = await lent.open();
  return {
    database,
    place: { ...lent.place, dataDir },
    async remove() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
      if (lent.timesLent < mostTimesLent && (await empty(lent))) idle.push(lent);
      else await lent.discard();
    },
  };
}

async function makeEmbedded(): Promise<Lendable> {
  const place = await createDatabasePlace();
  await fillFromTemplate(place);
  const pglite = await startEmbedded(path.join(place.dataDir, 'database'), productContents);
  const options = { contents: productContents, onFault: () => {} };
  const keeper = embeddedDatabase(pglite, options);
  return {
    place,
    keeper,
    async open() {
      const use = { isOver: false };
      return embeddedDatabase(lendOut(pglite, use), options, () => {
        use.isOver = true;
      });
    },
    async discard() {
      await keeper.close();
      await place.remove();
    },
    pristine: await describe(keeper),
    timesLent: 0,
  };
}

async function makeOnPostgres(): Promise<Lendable> {
  const place = await createDatabasePlace();
  const open = () => openDatabase(place);
  const keeper = await open();
  const jobs = await keeper.openJobs({ byItself: false });
  await jobs.prepare(product.bindJobs({} as FeatureDependencies), () => {});
  await jobs.stop();
  await keeper.close();
  return { place, keeper, open, discard: place.remove, pristine: await describe(keeper), timesLent: 0 };
}

/** What a test forgot and still asks once its use is over is refused, as it would be by a database that was closed. */
function lendOut(pglite: PGlite, use: { isOver: boolean }): PGlite {
  const own = {
    get closed() {
      return use.isOver;
    },
    // After what is under way.
    close: async () => void (await pglite.query('select')),
  };
  return new Proxy(pglite, {
    get(target, key) {
      if (key in own) return own[key as keyof typeof own];
      const value = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (use.isOver) throw new Error('PGlite is closed');
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** What a new database holds. */
interface Pristine {
  definition: string;
  /** Tables in the order in which they were made, so that each comes after those it refers to. */
  tables: string[];
  /** Rows of those that are not empty, as JSON. */
  rows: Map<string, string>;
}

async function describe(keeper: Lendable['keeper']): Promise<Pristine> {
  return keeper.asOwner(async (owner) => {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss') order by oid`.execute(owner);
    const tables = rows.map(({ name }) => name);
    return { definition: await readDefinition(owner), tables, rows: await readRows(owner, tables) };
  });
}

/** False when it could not be made as it was: a test changed more than rows. */
async function empty({ keeper, pristine }: Lendable): Promise<boolean> {
  try {
    return await keeper.asOwner(async (owner) => {
      if ((await readDefinition(owner)) !== pristine.definition) return false;
      const found = await readRows(owner, pristine.tables);
      const changed = pristine.tables.filter((table) => found.get(table) !== pristine.rows.get(table));
      if (changed.length === 0) return true;
      await sql`set local lock_timeout = '5s'`.execute(owner);
      await sql.raw(`truncate ${changed.join(', ')} cascade`).execute(owner);
      for (const table of pristine.tables.filter((each) => pristine.rows.has(each)))
        await sql`
          insert into ${sql.raw(table)} select row.* from json_populate_recordset(null::${sql.raw(table)}, ${pristine.rows.get(table)}) as row
          where not exists (select from ${sql.raw(table)})`.execute(owner);
      return true;
    });
  } catch {
    return false;
  }
}

/** Tables, columns, privileges, rules, triggers and functions, in short. */
async function readDefinition(owner: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ definition: string }>`
    select concat_ws(' ',
      (select sum(hashtextextended(concat(oid, relname, relacl::text), 0)) from pg_class
        where relnamespace::regnamespace::text in ('public', 'pgboss')),
      (select sum(xmin::text::bigint) from pg_attribute),
      (select sum(xmin::text::bigint) from pg_constraint),
      (select sum(xmin::text::bigint) from pg_trigger),
      (select sum(hashtextextended(concat(oid, prosrc, proacl::text), 0)) from pg_proc
        where pronamespace = 'public'::regnamespace),
      (select sum(hashtextextended(concat(nspname, nspacl::text), 0)) from pg_namespace where nspname !~ '^pg_')
    ) as definition`.execute(owner);
  return rows[0]!.definition;
}

async function readRows(owner: Kysely<unknown>, tables: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql
    .raw<{ name: string; rows: string }>(
      tables
        .map((name) => `select '${name}' as name, json_agg(t)::text as rows from ${name} t having count(*) > 0`)
        .join(' union all '),
    )
    .execute(owner);
  return new Map(rows.map((row) => [row.name, row.rows]));
}
