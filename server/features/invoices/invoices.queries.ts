import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Invoice } from './invoices.tables.ts';

/** An invoice with what was credited and paid of it. */
export interface Balance {
  invoice: Invoice;
  creditedRappen: number;
  paidRappen: number;
  /** What is left to pay; negative where too much was paid. */
  openRappen: number;
}

const credited = sql<number>`coalesce((select -sum(c.total_rappen) from invoices as c where c.corrects = invoices.id), 0)::integer`;
const paid = sql<number>`coalesce((select sum(a.amount_rappen) from allocations as a where a.invoice_id = invoices.id), 0)::integer`;

function toBalance({ credited, paid, ...invoice }: Invoice & { credited: number; paid: number }): Balance {
  const openRappen = invoice.kind === 'invoice' ? invoice.total_rappen - credited - paid : 0;
  return { invoice, creditedRappen: credited, paidRappen: paid, openRappen };
}

const selectBalances = (queries: Queries) =>
  queries
    .selectFrom('invoices')
    .selectAll()
    .select([credited.as('credited'), paid.as('paid')]);

/** Of one invoice. */
export async function findBalance(queries: Queries, id: string): Promise<Balance | undefined> {
  const row = await selectBalances(queries).where('id', '=', id).executeTakeFirst();
  return row && toBalance(row);
}

/** Newest first. */
export async function findBalancesOf(queries: Queries, accountId: string): Promise<Balance[]> {
  const rows = await selectBalances(queries)
    .where('account_id', '=', accountId)
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .execute();
  return rows.map(toBalance);
}

/** Which of them have a document. */
export async function findFiles(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await queries.selectFrom('invoice_files').select('invoice_id').where('invoice_id', 'in', ids).execute();
  return new Set(rows.map(({ invoice_id }) => invoice_id));
}

export async function findPdf(
  queries: Queries,
  accountId: string,
  id: string,
): Promise<{ pdf: Buffer; year: number; number: number } | undefined> {
  const row = await queries
    .selectFrom('invoices')
    .innerJoin('invoice_files', 'invoice_files.invoice_id', 'invoices.id')
    .select(['pdf', 'year', 'number'])
    .where('invoices.id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && { ...row, pdf: Buffer.from(row.pdf) };
}

/** With lines, and documents as base64. */
export async function exportInvoices(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const invoices = await trx
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('year')
    .orderBy('number')
    .execute();
  const exported = [];
  for (const { account_id: _account, ...invoice } of invoices) {
    const lines = await trx
      .selectFrom('invoice_lines')
      .select(['place', 'product', 'months', 'from_on', 'until_on', 'net_rappen', 'reason'])
      .where('invoice_id', '=', invoice.id)
      .orderBy('place')
      .execute();
    const file = await trx
      .selectFrom('invoice_files')
      .select(['pdf', 'sha256', 'made_at'])
      .where('invoice_id', '=', invoice.id)
      .executeTakeFirst();
    exported.push({
      ...invoice,
      lines,
      file: file ? { ...file, pdf: Buffer.from(file.pdf).toString('base64') } : null,
    });
  }
  return exported;
}
