import type { InvoicesAnswer, OpenInvoice } from '../../../shared/api/invoices.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { drawCode, nameDocument } from './documents.ts';
import { type Balance, findBalancesOf, findFiles, findPdf } from './invoices.queries.ts';
import { writeNumber } from './issuing.ts';

export { bringInvoice } from './documents.ts';
export type { InvoiceLine } from './invoice-line.ts';
export {
  type Balance,
  findBalance,
  findBalanceOfNumber,
  findBalancesOfSubscription,
  findLines,
  listOpenBalances,
  listOpenOf,
} from './invoices.queries.ts';
export type { Invoice } from './invoices.tables.ts';
export { issueCreditNote, issueInvoice, writeNumber } from './issuing.ts';
export { referenceOf } from './qr-payload.ts';

/** What is to be transferred for an invoice. */
export const describeOpen = async (queries: Queries, { invoice, openRappen }: Balance): Promise<OpenInvoice> => ({
  qr: await drawCode(queries, invoice),
  id: invoice.id,
  number: writeNumber(invoice),
  totalRappen: invoice.total_rappen,
  openRappen: Math.max(0, openRappen),
  dueOn: invoice.due_on,
  holder: invoice.seller.holder,
  iban: invoice.seller.iban,
  reference: invoice.reference,
});

/** The oldest invoice of an account of which something is left to be paid. */
export const findOldestOpen = async (queries: Queries, accountId: string): Promise<Balance | undefined> =>
  (await findBalancesOf(queries, accountId)).findLast(({ openRappen }) => openRappen > 0);

/** Newest first. */
export async function listInvoices(queries: Queries, accountId: string, now: Date): Promise<InvoicesAnswer> {
  const balances = await findBalancesOf(queries, accountId);
  const files = await findFiles(
    queries,
    balances.map(({ invoice }) => invoice.id),
  );
  const numbers = new Map(balances.map(({ invoice }) => [invoice.id, writeNumber(invoice)]));
  const today = zurichDayOf(now);
  return {
    invoices: balances.map((balance) => {
      const { invoice, openRappen } = balance;
      return {
        id: invoice.id,
        kind: invoice.kind,
        number: writeNumber(invoice),
        issuedOn: invoice.issued_on,
        dueOn: invoice.due_on,
        totalRappen: invoice.total_rappen,
        openRappen: Math.max(0, openRappen),
        state: findState(balance, today),
        corrects: (invoice.corrects && numbers.get(invoice.corrects)) ?? null,
        locale: invoice.locale,
        hasPdf: files.has(invoice.id),
      };
    }),
  };
}

function findState(
  { invoice, openRappen, creditedRappen }: Balance,
  today: string,
): InvoicesAnswer['invoices'][number]['state'] {
  if (invoice.kind === 'invoice' && creditedRappen >= invoice.total_rappen) return 'credited';
  if (openRappen <= 0) return 'settled';
  return invoice.due_on < today ? 'overdue' : 'open';
}

/** Throws `not-found` for somebody else's, and while there is none yet. */
export async function getPdf(
  queries: Queries,
  accountId: string,
  id: string,
): Promise<{ pdf: Buffer; fileName: string }> {
  const found = await findPdf(queries, accountId, id);
  if (!found) throw new Problem('not-found');
  return { pdf: found.pdf, fileName: nameDocument(found) };
}
