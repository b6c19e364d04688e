import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { businessTimeZone } from '../../../shared/business/time-zone.ts';
import type { Queries } from '../../database/schema.ts';
import { toCsv } from './csv.ts';

const number = (table: string) =>
  sql`${sql.ref(`${table}.year`)}::text || '-' || lpad(${sql.ref(`${table}.number`)}::text, 6, '0')`;

const inZurich = (instant: string) => sql`(${sql.ref(instant)} at time zone ${sql.lit(businessTimeZone)})::date`;

const inYear = (day: RawBuilder<unknown>, year: number) => sql`extract(year from ${day}) = ${year}::integer`;

/** Sums are in Rappen, and days those of Zurich. Money that left has a sign. */
const tables: Record<
  string,
  { columns: readonly string[]; select(year: number): RawBuilder<Record<string, unknown>> }
> = {
  /** By the year of their numbers. Credit notes have a sign, too. */
  invoices: {
    columns: [
      ...['number', 'kind', 'corrects', 'issued_on', 'due_on', 'method', 'customer', 'country', 'vat_number'],
      ...['net_rappen', 'vat_permille', 'vat_rappen', 'total_rappen', 'tax_rule', 'reference'],
    ],
    select: (year) => sql`
    select ${number('i')} as number, i.kind, ${number('c')} as corrects, i.issued_on::text, i.due_on::text, i.method,
        coalesce(i.buyer ->> 'company', i.buyer ->> 'fullName') as customer, i.buyer ->> 'country' as country,
        i.buyer ->> 'vatNumber' as vat_number, i.net_rappen, i.vat_permille, i.vat_rappen, i.total_rappen, i.tax_rule,
        i.reference
      from invoices i left join invoices c on c.id = i.corrects where i.year = ${year} order by i.number`,
  },
  /** What they are for: from a day up to the one before another. */
  lines: {
    columns: ['number', 'place', 'reason', 'product', 'months', 'from_on', 'until_on', 'net_rappen'],
    select: (year) => sql`
    select ${number('i')} as number, l.place, l.reason, l.product, l.months, l.from_on::text, l.until_on::text, l.net_rappen
      from invoices i join invoice_lines l on l.invoice_id = i.id where i.year = ${year} order by i.number, l.place`,
  },
  /** What came in, by the day of its value. */
  payments: {
    columns: ['id', 'received_on', 'method', 'amount_rappen', 'reference', 'entry_state'],
    select: (year) => sql`
    select p.id, p.received_on::text, p.method, p.amount_rappen,
        coalesce(p.provider_ref, e.bank_reference, e.entry_key, p.operator_ref) as reference, e.state as entry_state
      from payments p left join bank_entries e on e.id = p.bank_entry_id
      where ${inYear(sql`p.received_on`, year)} order by p.received_on, p.booked_at, p.id`,
  },
  /**
   * What went back, and what a bank took back: in the year in which it was owed from, and in that in which it left. A year that is
   * asked for again later says the same of what was owed at its end.
   */
  refunds: {
    columns: ['id', 'wanted_on', 'sent_on', 'method', 'amount_rappen', 'reason', 'state', 'reference', 'payment_id'],
    select: (year) => sql`
    select r.id, ${inZurich('r.wanted_at')}::text as wanted_on, ${inZurich('r.sent_at')}::text as sent_on, p.method, -r.amount_rappen as amount_rappen, r.reason, r.state,
        r.provider_ref as reference, r.payment_id
      from refunds r join payments p on p.id = r.payment_id
      where ${inYear(inZurich('r.wanted_at'), year)} or ${inYear(inZurich('r.sent_at'), year)}
      order by r.wanted_at, r.id`,
  },
  /** What the bank told of transfers, by the day of its value; what it took back has a sign. Of a sum, its details. */
  bank: {
    columns: ['reference', 'value_on', 'amount_rappen', 'state', 'payment_id', 'note'],
    select: (year) => sql`
    select coalesce(e.bank_reference, e.entry_key) as reference, e.value_on::text, e.amount_rappen::integer, e.state, p.id as payment_id, e.note
      from bank_entries e left join payments p on p.bank_entry_id = e.id
      where ${inYear(sql`e.value_on`, year)} and not (e.state = 'ignored' and e.amount_rappen > 0)
      order by e.value_on, e.booked_on, e.id`,
  },
  /** Which money is for which invoice. */
  allocations: {
    columns: ['payment_id', 'invoice', 'allocated_on', 'amount_rappen'],
    select: (year) => sql`
    select a.payment_id, ${number('i')} as invoice, ${inZurich('a.allocated_at')}::text as allocated_on, a.amount_rappen
      from allocations a join invoices i on i.id = a.invoice_id
      where ${inYear(inZurich('a.allocated_at'), year)} order by a.allocated_at, a.id`,
  },
};

/** Writes a table for each kind of record, and the documents by their numbers. */
export async function exportYear(
  queries: Queries,
  year: number,
  folder: string,
): Promise<{ tables: Record<string, number>; documents: number; missing: string[] }> {
  const counts: Record<string, number> = {};
  for (const [name, { columns, select }] of Object.entries(tables)) {
    const { rows } = await select(year).execute(queries);
    counts[name] = rows.length;
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
    await write(path.join(folder, `${name}.csv`), toCsv(lines));
  }
  const documents = path.join(folder, 'documents');
  await mkdir(documents, { mode: 0o700 });
  const { rows } = await sql<{ id: string; number: string }>`
    select id, ${number('invoices')} as number from invoices where year = ${year} order by invoices.number`.execute(
    queries,
  );
  const missing: string[] = [];
  for (const { id, number } of rows) {
    const file = await queries
      .selectFrom('invoice_files')
      .select('pdf')
      .where('invoice_id', '=', id)
      .executeTakeFirst();
    if (file) await write(path.join(documents, `${number}.pdf`), Buffer.from(file.pdf));
    else missing.push(number);
  }
  return { tables: counts, documents: rows.length - missing.length, missing };
}

const write = (file: string, content: string | Buffer) => writeFile(file, content, { mode: 0o600, flag: 'wx' });
