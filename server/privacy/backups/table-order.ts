import { type Kysely, sql } from 'kysely';
import type { Reference } from './dump-plan.ts';

/** Every table of ours but the clock, which belongs to the machine, after those that its rows refer to, and what it refers to. */
export async function readTables(
  owner: Kysely<unknown>,
): Promise<{ tables: string[]; parents: Map<string, Reference[]> }> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely_migration%'
        and table_name <> 'service_clock'
      order by table_name`.execute(owner);
  const { rows: keys } = await sql<{ from: string } & Reference>`
    select child.relname as "from", parent.relname as "table", own.attname as "column", other.attname as "toColumn"
      from pg_constraint
      join pg_class as child on child.oid = conrelid
      join pg_class as parent on parent.oid = confrelid
      join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
      join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
      where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`.execute(owner);
  const parents = new Map<string, Reference[]>();
  for (const { from, ...reference } of keys) parents.set(from, [...(parents.get(from) ?? []), reference]);
  const tables: string[] = [];
  const begun = new Set<string>();
  const add = (table: string) => {
    if (begun.has(table)) return;
    begun.add(table);
    for (const parent of parents.get(table) ?? []) add(parent.table);
    tables.push(table);
  };
  for (const { table } of rows) add(table);
  return { tables, parents };
}

/** Tables of which a row can refer to another row of the same. */
export async function readSelfReferring(owner: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct relname as "table" from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid = confrelid`.execute(owner);
  return rows.map(({ table }) => table);
}

/** Without those that the database fills in itself. */
export async function readOwnColumns(owner: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      order by ordinal_position`.execute(owner);
  return rows.map(({ name }) => name);
}
