import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { InvoiceLine } from './invoice-line.ts';
import type { Invoice } from './invoices.tables.ts';

/** An invoice with what was credited and paid of it. */
export interface Balance {
  invoice: Invoice;
  creditedRappen: number;
  creditedNetRappen: number;
  paidRappen: number;
  /** What is left to pay; negative where too much was paid. */
  openRappen: number;
}

const credited = sql<number>`coalesce((select -sum(c.total_rappen) from invoices as c where c.corrects = invoices.id), 0)::integer`;
const creditedNet = sql<number>`coalesce((select -sum(c.net_rappen) from invoices as c where c.corrects = invoices.id), 0)::integer`;
const paid = sql<number>`coalesce((select sum(a.amount_rappen) from allocations as a where a.invoice_id = invoices.id), 0)::integer`;

function toBalance({
  credited,
  creditedNet,
  paid,
  ...invoice
}: Invoice & Record<'credited' | 'creditedNet' | 'paid', number>): Balance {
  const openRappen = invoice.kind === 'invoice' ? invoice.total_rappen - credited - paid : 0;
  return { invoice, creditedRappen: credited, creditedNetRappen: creditedNet, paidRappen: paid, openRappen };
}

const selectBalances = (queries: Queries) =>
  queries
    .selectFrom('invoices')
    .selectAll()
    .select([credited.as('credited'), creditedNet.as('creditedNet'), paid.as('paid')]);

/** Of one invoice. */
export async function findBalance(queries: Queries, id: string): Promise<Balance | undefined> {
  const row = await selectBalances(queries).where('id', '=', id).executeTakeFirst();
  return row && toBalance(row);
}

/** Of the invoice or credit note with a number such as `2026-000123`. */
export async function findBalanceOfNumber(queries: Queries, number: string): Promise<Balance | undefined> {
  const [year, place] = number.split('-').map(Number);
  const row = await selectBalances(queries).where('year', '=', year!).where('number', '=', place!).executeTakeFirst();
  return row && toBalance(row);
}

/** Invoices that are not fully paid, oldest first; all of them, or those due before a day. */
export async function listOpenBalances(queries: Queries, dueBefore: string | null, limit: number): Promise<Balance[]> {
  const rows = await selectBalances(queries)
    .where('kind', '=', 'invoice')
    .where(sql<boolean>`invoices.total_rappen > ${credited} + ${paid}`)
    .$if(dueBefore !== null, (query) => query.where('due_on', '<', dueBefore!))
    .orderBy('due_on')
    .orderBy('year')
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(toBalance);
}

/** Invoices on which exactly this amount is open, of all accounts or of one, oldest first. */
export async function listOpenOf(
  queries: Queries,
  { rappen, accountId, limit }: { rappen: number; accountId: string | null; limit: number },
): Promise<Balance[]> {
  const rows = await selectBalances(queries)
    .where('kind', '=', 'invoice')
    .where(sql<boolean>`invoices.total_rappen - ${credited} - ${paid} = ${rappen}`)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId!))
    .orderBy('year')
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(toBalance);
}

/** Of a subscription's invoices, oldest first. */
export async function findBalancesOfSubscription(queries: Queries, subscriptionId: string): Promise<Balance[]> {
  const rows = await selectBalances(queries)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'invoice')
    .orderBy('year')
    .orderBy('number')
    .execute();
  return rows.map(toBalance);
}

/**
 * The next number of the year, without gaps: the number of a transaction that is rolled back goes to the next one. Never dated
 * earlier than the previous number, since another process may have passed midnight first.
 */
export async function takeNumber(
  trx: OpenTransaction,
  today: string,
): Promise<{ year: number; number: number; issuedOn: string }> {
  const year = Number(today.slice(0, 4));
  const { last_number: number } = await trx
    .insertInto('invoice_series')
    .values({ year, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last_number: sql<number>`invoice_series.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const before = await trx
    .selectFrom('invoices')
    .select('issued_on')
    .where('year', '=', year)
    .where('number', '=', number - 1)
    .executeTakeFirst();
  return { year, number, issuedOn: before && before.issued_on > today ? before.issued_on : today };
}

export async function insertInvoice(
  trx: OpenTransaction,
  { seller, buyer, ...invoice }: Invoice,
  lines: readonly InvoiceLine[],
): Promise<void> {
  await trx
    .insertInto('invoices')
    .values({ ...invoice, seller: JSON.stringify(seller), buyer: JSON.stringify(buyer) })
    .execute();
  const rows = lines.map(({ product, months, from, until, netRappen, reason }, index) => ({
    ...{ id: randomUUID(), invoice_id: invoice.id, place: index + 1 },
    ...{ product, months, from_on: from, until_on: until, net_rappen: netRappen, reason },
  }));
  await trx.insertInto('invoice_lines').values(rows).execute();
}

export async function findLines(queries: Queries, invoiceId: string): Promise<InvoiceLine[]> {
  return queries
    .selectFrom('invoice_lines')
    .select(['product', 'months', 'from_on as from', 'until_on as until', 'net_rappen as netRappen', 'reason'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('place')
    .execute();
}

/** How much of an invoice was paid at the moment of issue. */
export async function findPaidAtIssue(queries: Queries, { id, created_at }: Invoice): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(amount_rappen), 0)::integer as paid from allocations
      where invoice_id = ${id}::uuid and allocated_at = ${created_at}::timestamptz`.execute(queries);
  return rows[0]!.paid;
}

/** Those without a document, oldest first. */
export async function findWithoutFile(queries: Queries, since: Date, limit: number): Promise<Invoice[]> {
  return queries
    .selectFrom('invoices')
    .selectAll()
    .where('created_at', '>', since)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('invoice_files').select('id').whereRef('invoice_files.invoice_id', '=', 'invoices.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
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

/** The newest confirmation of a company's VAT number by its register; null without one. */
export async function findVatProof(queries: Queries, accountId: string, vatNumber: string): Promise<string | null> {
  const row = await queries
    .selectFrom('vat_checks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('vat_number', '=', vatNumber)
    .where('state', '=', 'valid')
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
