import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closesWayBack, listMigrations, loadMigration } from '../../server/database/migrations.ts';
import { productContents } from '../factories/database.ts';

/**
 * A migration only adds, or says that it does not (decision 0057). What it does to rows that are there is in no catalogue: whether
 * a former version still works with those, tests/durability/former-versions.test.ts tries.
 */

vi.setConfig({ hookTimeout: 600_000, testTimeout: 120_000 });

/** Something in the catalogue of the database. */
interface Fact {
  kind: 'table' | 'column' | 'check' | 'reference' | 'uniqueness' | 'trigger' | 'function';
  name: string;
  /** Whatever of it a version can depend on. */
  detail: string;
  /** Of what it demands something, if it does. */
  table: string | null;
  columns: string[];
}

async function readFacts(owner: Kysely<unknown>): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    with ours as (select oid, relname::text as name from pg_class
      where relkind in ('r', 'p', 'v') and relnamespace = current_schema()::regnamespace and relname not like 'kysely%')
    select 'table' as kind, name, '' as detail, null as "table", '{}'::text[] as columns from ours
    union all
    select 'column', ours.name || '.' || attname,
        concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end, attgenerated, attidentity,
          'default ' || pg_get_expr(adbin, adrelid)),
        case when attnotnull and adbin is null and attidentity = '' then ours.name end, array[attname::text]
      from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    union all
    select case contype when 'f' then 'reference' else 'check' end, ours.name || '.' || conname, pg_get_constraintdef(pg_constraint.oid),
        ours.name, (select array_agg(attname::text) from pg_attribute where attrelid = ours.oid and attnum = any(conkey))
      from ours join pg_constraint on conrelid = ours.oid and contype in ('c', 'f', 'x')
    union all
    select 'uniqueness', ours.name || '.' || place.relname, pg_get_indexdef(indexrelid), ours.name,
        (select array_agg(attname::text) from pg_attribute where attrelid = ours.oid and attnum = any(indkey))
      from ours join pg_index on indrelid = ours.oid and indisunique join pg_class as place on place.oid = indexrelid
    union all
    select 'trigger', ours.name || '.' || tgname, pg_get_triggerdef(pg_trigger.oid), ours.name, '{}'
      from ours join pg_trigger on tgrelid = ours.oid and not tgisinternal
    union all
    select 'function', pg_proc.oid::regprocedure::text,
        concat_ws(' ', prorettype::regtype, prosecdef, provolatile, proisstrict, prosrc), null, '{}'
      from pg_proc where pronamespace = current_schema()::regnamespace`.execute(owner);
  return rows;
}

const identify = ({ kind, name, detail }: Fact) => JSON.stringify([kind, name, detail]);

/** What a version that knows only `before` may stumble over in `after`. */
function listChanges(before: readonly Fact[], after: readonly Fact[]): string[] {
  const left = new Set(after.map(identify));
  const had = new Set(before.map(identify));
  const names = new Set(before.map(({ kind, name }) => `${kind} ${name}`));
  const has = (kind: Fact['kind'], name: string) => names.has(`${kind} ${name}`);
  const gone = before.filter((fact) => !left.has(identify(fact)));
  const demands = after.filter((fact) => {
    const { kind, name, table, columns } = fact;
    if (had.has(identify(fact)) || has(kind, name) || !table || !has('table', table)) return false;
    // A former version leaves new columns to their default, or empty.
    const fresh = columns.filter((column) => !has('column', `${table}.${column}`));
    if (kind === 'check' || kind === 'reference') return !fresh.length || fresh.length < columns.length;
    if (kind === 'uniqueness') return !fresh.some((column) => !/ default /.test(detailOf(after, table, column)));
    return true;
  });
  return [
    ...gone.map(({ kind, name }) => `the ${kind} ${name} is gone or another`),
    ...demands.map(({ kind, name }) => `the ${kind} ${name} demands something new`),
  ];
}

const detailOf = (facts: readonly Fact[], table: string, column: string) =>
  facts.find(({ kind, name }) => kind === 'column' && name === `${table}.${column}`)?.detail ?? '';

let owner: Kysely<unknown>;
let last: Fact[];
const faults: string[] = [];

beforeAll(async () => {
  owner = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  for (const [name, file] of listMigrations(productContents.migrationFolders)) {
    const migration = await loadMigration(file);
    const isJudged = Number(name.slice(0, 4)) > 41;
    if (isJudged) last ??= await readFacts(owner);
    await migration.up(owner);
    if (!isJudged) continue;
    const now = await readFacts(owner);
    const changes = listChanges(last, now);
    last = now;
    const { keepsWayBack: kept } = migration;
    const isClosing = closesWayBack(name, migration);
    if (isClosing && kept) faults.push(`${name} says that it closes the way back and that it keeps it`);
    if (kept && !changes.length) faults.push(`${name} only adds, and needs no keepsWayBack`);
    if (!isClosing && !kept) faults.push(...changes.map((change) => `${name}: ${change}`));
  }
  last ??= await readFacts(owner);
});
afterAll(() => owner.destroy());

it('every migration only adds, or exports why former versions still work (keepsWayBack) or must not (closesWayBack)', () => {
  expect(faults).toEqual([]);
});

/** What `statement` would change, were it a migration. */
async function tryOut(statement: string): Promise<string[]> {
  let changes: string[] = [];
  const undo = new Error('undone');
  await owner
    .transaction()
    .execute(async (trx: Transaction<unknown>) => {
      await sql.raw(statement).execute(trx);
      changes = listChanges(last, await readFacts(trx));
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return changes;
}

it.each([
  ['drop table download_progress', 'the table download_progress is gone or another'],
  ['alter table accounts drop column email cascade', 'the column accounts.email is gone or another'],
  ['alter table accounts rename column email to mail', 'the column accounts.email is gone or another'],
  ['alter table accounts alter column full_name type varchar(10)', 'the column accounts.full_name is gone or another'],
  ['alter table accounts alter column email set not null', 'the column accounts.email is gone or another'],
  ['alter table downloads alter column file_name drop not null', 'the column downloads.file_name is gone or another'],
  ['alter table accounts add column more text not null', 'the column accounts.more demands something new'],
  ['alter table accounts add constraint c check (id <> email)', 'the check accounts.c demands something new'],
  [
    'alter table accounts add column more text, add constraint c check (more is not null or id is null)',
    'the check accounts.c demands something new',
  ],
  ['create unique index u on accounts (email)', 'the uniqueness accounts.u demands something new'],
  [
    `alter table accounts add column more text default 'one' constraint u unique`,
    'the uniqueness accounts.u demands something new',
  ],
  [
    'create trigger t before insert on accounts for each row execute function record_account_end()',
    'the trigger accounts.t demands something new',
  ],
  ['drop function service_now() cascade', 'the function service_now() is gone or another'],
])('%s is told: %s', async (statement, change) => {
  expect(await tryOut(statement)).toContain(change);
});

it.each([
  'create table more (id text primary key, account_id text not null unique references accounts (id), check (id <> account_id))',
  'alter table accounts add column more text',
  `alter table accounts add column more text not null default 'one' check (more <> '')`,
  'alter table accounts add column more text unique references accounts (id)',
  'create index i on accounts (email)',
  'create function f () returns integer language sql as $$ select 1 $$',
])('%s only adds', async (statement) => {
  expect(await tryOut(statement)).toEqual([]);
});
