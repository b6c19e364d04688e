import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';
import { readMigrations } from '../../database/migrations.ts';
import type { TableRules } from '../../database/tables.ts';
import { listTablesOfPeople, listTerms } from '../../platform/retention/retention.ts';
import { planDump } from './dump-plan.ts';
import { readOwnColumns, readSelfReferring, readTables } from './table-order.ts';

const dumpFormat = 'writing-ant-dump-1';

const head = z.object({
  format: z.string(),
  version: z.string(),
  migrations: z.array(z.string()),
  madeAt: z.iso.datetime(),
});
export type DumpHead = z.infer<typeof head>;
const end = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });
type DumpEnd = z.infer<typeof end>;
const line = z.union([
  z.object({ head }),
  z.object({ table: z.string(), rows: z.array(z.string()) }),
  z.object({ end }),
]);

const batchRows = 500;

/** A start fills these by itself: what is done, and what its operators are told. */
const filledByItself = ['operator_actions', 'mails'];

/**
 * The whole database as lines of JSON, as it is at one moment: a head, batches of rows, and an end with counts and a hash of all
 * lines before it. Made in the transaction `owner`, so the rows of a table never have to be held at once.
 */
export async function* dumpLines(
  owner: Kysely<unknown>,
  { version, madeAt, rules }: { version: string; madeAt: Date; rules: TableRules },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const told = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  const migrations = await readMigrations(owner);
  yield told({ head: { format: dumpFormat, version, migrations, madeAt: madeAt.toISOString() } });
  const { tables, parents } = await readTables(owner);
  const rows: Record<string, number> = {};
  for (const { table, rows: query } of planDump(tables, parents, listTerms(rules))) {
    rows[table] = 0;
    await sql`declare dump_rows no scroll cursor for ${query}`.execute(owner);
    for (;;) {
      const batch = await sql<{ row: string }>`fetch ${sql.lit(batchRows)} from dump_rows`.execute(owner);
      if (!batch.rows.length) break;
      rows[table] += batch.rows.length;
      yield told({ table, rows: batch.rows.map(({ row }) => row) });
    }
    await sql`close dump_rows`.execute(owner);
  }
  yield `${JSON.stringify({ end: { rows, sha256: hash.digest('hex') } satisfies DumpEnd })}\n`;
}

/** The dump cannot be used; says why, for the operator. */
export class UnusableDump extends Error {}

/**
 * Fills an empty database with a dump and does what is to be done with it, all or nothing. Throws `UnusableDump` for a dump of another
 * version, a damaged one, and a database that holds anybody already.
 */
export async function restoreLines(
  database: Database,
  lines: AsyncIterable<string>,
  whenFilled?: (owner: Kysely<unknown>) => Promise<unknown>,
): Promise<{ head: DumpHead; rows: Record<string, number> }> {
  return database.asOwner(async (owner) => {
    let found: DumpHead | undefined;
    let counted: Record<string, number> = {};
    const selfReferring = await readSelfReferring(owner);
    let waiting: { table: string; rows: string[] } | undefined;
    const insert = async () => {
      if (!waiting) return;
      const table = sql.table(waiting.table);
      const names = sql.join((await readOwnColumns(owner, waiting.table)).map((name) => sql.id(name)));
      await sql`
        insert into ${table} (${names}) select ${names} from jsonb_array_elements(${`[${waiting.rows.join(',')}]`}::jsonb) as each (dumped_row),
          jsonb_populate_record(null::${table}, each.dumped_row) as given`.execute(owner);
      waiting = undefined;
    };
    for await (const each of readWhole(lines)) {
      if ('head' in each) {
        found = each.head;
        await prepare(owner, found, database.tables);
      } else if ('end' in each) counted = each.end.rows;
      else {
        const { table } = each;
        if (waiting && waiting.table !== table) await insert();
        waiting = { table, rows: [...(waiting?.rows ?? []), ...each.rows] };
        // Rows that refer to each other come together, since each is checked at once.
        if (!selfReferring.includes(table)) await insert();
      }
    }
    await insert();
    await whenFilled?.(owner);
    return { head: found!, rows: counted };
  });
}

/** What each line says: the head first, and the end only once all lines before it were those that were written. */
async function* readWhole(lines: AsyncIterable<string>): AsyncGenerator<z.infer<typeof line>> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let isBegun = false;
  let ended: DumpEnd | undefined;
  for await (const text of lines) {
    if (ended) throw new UnusableDump('Something follows the end of the dump.');
    const parsed = parseLine(text);
    if ('end' in parsed) {
      ended = parsed.end;
      continue;
    }
    hash.update(`${text}\n`);
    if ('head' in parsed) isBegun = true;
    else if (!isBegun) throw new UnusableDump('The dump has no head.');
    else rows[parsed.table] = (rows[parsed.table] ?? 0) + parsed.rows.length;
    yield parsed;
  }
  if (!isBegun || !ended) throw new UnusableDump(`The dump is cut short: it has no ${isBegun ? 'end' : 'head'}.`);
  const counted = Object.entries(ended.rows).filter(([, count]) => count > 0);
  const isWhole = hash.digest('hex') === ended.sha256 && counted.every(([table, count]) => rows[table] === count);
  if (!isWhole) throw new UnusableDump('The dump is damaged: its lines are not those that were written.');
  yield { end: ended };
}

function parseLine(text: string): z.infer<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    throw new UnusableDump('The dump is damaged, or no dump of this service.');
  }
}

/** Throws `UnusableDump` where the lines alone say that a database with the `present` migrations cannot take the dump. */
export async function requireUsable(lines: AsyncIterable<string>, present: readonly string[]): Promise<void> {
  for await (const each of readWhole(lines)) if ('head' in each) requireFitting(each.head, present);
}

function requireFitting({ format, version, migrations }: DumpHead, present: readonly string[]): void {
  if (format !== dumpFormat)
    throw new UnusableDump(`The dump has the format ${format}, and this version reads ${dumpFormat}.`);
  if (present.join() !== migrations.join())
    throw new UnusableDump(
      `The dump was made by version ${version}, whose last migration is ${migrations.at(-1)}; this database is at ` +
        `${present.at(-1)}. Restore it with that version, and then start this one, which migrates it.`,
    );
}

/** What migrations have put into tables goes: the dump holds it. */
async function prepare(owner: Kysely<unknown>, dumped: DumpHead, rules: TableRules): Promise<void> {
  requireFitting(dumped, await readMigrations(owner));
  for (const table of listTablesOfPeople(rules).filter((each) => !filledByItself.includes(each))) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(owner);
    if (rows.length)
      throw new UnusableDump(
        `The database is not empty: there are ${table.replaceAll('_', ' ')}. A dump is only restored into a new one: name another ` +
          'database in DATABASE_URL, or an empty folder in DATA_DIR, start once, stop, and restore there. This one is left as it is.',
      );
  }
  const { tables } = await readTables(owner);
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(owner);
}
