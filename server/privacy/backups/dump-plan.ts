import { type RawBuilder, sql } from 'kysely';
import { isHeldIn, type Term } from '../../platform/retention/retention.ts';

/** One table of a dump. */
interface TablePlan {
  table: string;
  /** One row each, as JSON text. */
  rows: RawBuilder<{ row: string }>;
}

/** Mails that wait need their words, so they are left out where those are. */
const cannotBeEmptied: Readonly<Record<string, string>> = { mails: 'kept.due_at is not null' };

/**
 * How each table is read for a dump: without whatever is to be erased of accounts that have ended, as the terms of retention say. So no
 * dump that is made after an account was closed holds more of it than its erasure leaves, and those made before are gone by then.
 * `tables` in the order in which their rows refer to each other; `parents` are the tables that one refers to, by column.
 */
export function planDump(
  tables: readonly string[],
  parents: ReadonlyMap<string, readonly Reference[]>,
  terms: readonly Term[],
): TablePlan[] {
  const endTerms = terms.filter(({ rule }) => rule === 'ended-accounts');
  const isLeftOut = (table: string) => endTerms.some((term) => term.table === table && !term.empties);
  return tables.map((table) => {
    const own = endTerms.filter((term) => term.table === table);
    const whole = own.find(({ empties }) => !empties);
    const part = own.find(({ empties }) => empties);
    const conditions = [
      ...(whole ? [sql`not ${hasEnded(whole)}`] : []),
      ...(part && cannotBeEmptied[table] ? [sql`not (${hasEnded(part)} and ${sql.raw(cannotBeEmptied[table])})`] : []),
      ...(parents.get(table) ?? [])
        .filter((reference) => isLeftOut(reference.table))
        .map((reference) => hasParent(reference, endTerms.find((term) => term.table === reference.table)!)),
    ];
    const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
    const emptied = part
      ? sql`case when ${hasEnded(part)} then ${sql.lit(
          JSON.stringify(Object.fromEntries(part.empties!.map((column) => [column, null]))),
        )}::jsonb else '{}'::jsonb end`
      : sql`'{}'::jsonb`;
    return {
      table,
      rows: sql<{ row: string }>`
        select (to_jsonb(kept) || ${emptied})::text as row from ${sql.table(table)} as kept ${where}`,
    };
  });
}

/** A column of one table that refers to a column of another. */
export interface Reference {
  column: string;
  table: string;
  toColumn: string;
}

/** Whether the account of the row has ended, and such rows of it are not held for a dispute. */
function hasEnded({ table, account, start }: Term, alias = 'kept'): RawBuilder<boolean> {
  if (!account)
    return sql<boolean>`(${sql.ref(`${alias}.${start}`)} is not null and not ${isHeldIn(table, sql.ref(`${alias}.id`))})`;
  return sql<boolean>`exists (select from accounts as owner
    where owner.id = ${sql.ref(`${alias}.${account}`)} and owner.${sql.ref(start)} is not null
      and not ${isHeldIn(table, sql.ref('owner.id'))})`;
}

function hasParent({ column, table, toColumn }: Reference, term: Term): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${sql.table(table)} as parent
    where parent.${sql.ref(toColumn)} = kept.${sql.ref(column)} and not ${hasEnded(term, 'parent')})`;
}
