import { inFrancs } from '../../../shared/numbers.ts';
import type { Queries } from '../../database/schema.ts';
import { type Invoice, writeNumber } from '../invoices/invoices.ts';

/** What has become of the subscription, invoices and refunds of an account, for operators; `known` are invoices from before. */
export async function describeChanges(
  queries: Queries,
  accountId: string,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const subscription = await queries
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const invoices = await queries
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('year')
    .orderBy('number')
    .execute();
  const refunds = await queries
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_rappen', 'payments.method'])
    .where('payments.account_id', '=', accountId)
    .where('refunds.state', 'in', ['wanted', 'sending'])
    .execute();
  return [
    ...(subscription ? [describeState(subscription)] : []),
    ...invoices.filter(({ id }) => !known.has(id)).map(describeNew),
    ...refunds.map(
      ({ amount_rappen, method }) =>
        `To be given back: ${inFrancs(amount_rappen)} ${method === 'card' ? 'to the card' : 'by transfer (payment refund)'}.`,
    ),
  ];
}

const describeState = (subscription: {
  product: string;
  months: number;
  state: string;
  ends_on: string | null;
  end_reason: string | null;
}): string => {
  const { product, months, state, ends_on, end_reason } = subscription;
  const end = ends_on && state !== 'ended' ? `, ends on ${ends_on}` : '';
  return `${product}, ${months === 1 ? 'a month' : `${months} months`}: ${state}${end}${end_reason ? ` (${end_reason})` : ''}.`;
};

const describeNew = (invoice: Invoice): string =>
  `${invoice.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${writeNumber(invoice)}: ${inFrancs(invoice.total_rappen)}.`;

/** The ids of all invoices of an account. */
export async function findInvoiceIds(queries: Queries, accountId: string): Promise<Set<string>> {
  const rows = await queries.selectFrom('invoices').select('id').where('account_id', '=', accountId).execute();
  return new Set(rows.map(({ id }) => id));
}
