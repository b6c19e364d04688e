import type { InvoicesAnswer } from '../../../shared/api/invoices.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { type Balance, findBalancesOf, findFiles, findPdf } from './invoices.queries.ts';
import type { Invoice } from './invoices.tables.ts';

export { findBalance } from './invoices.queries.ts';
export { referenceOf } from './qr-payload.ts';

/** Digits of a number within its year: `2026-000123`. */
const numberDigits = 6;

export const writeNumber = ({ year, number }: Pick<Invoice, 'year' | 'number'>): string =>
  `${year}-${String(number).padStart(numberDigits, '0')}`;

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

function findState({ invoice, openRappen }: Balance, today: string): 'open' | 'overdue' | 'settled' {
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
  return { pdf: found.pdf, fileName: `writing-ant-${writeNumber(found)}.pdf` };
}
