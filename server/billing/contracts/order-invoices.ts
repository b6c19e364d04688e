import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { EligibleCountry } from '../../../shared/business/eligibility.ts';
import { findPrice } from '../../../shared/business/sales.ts';
import { type TaxRule, vatWithin } from '../../../shared/business/vat.ts';
import { type Day, utcDayOf } from '../../../shared/days.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findTaxOf } from '../customers/customers.ts';
import { type Invoice, type InvoiceLine, issueInvoice } from '../invoices/invoices.ts';
import { addMonthsToDay } from './lifecycle-facts.ts';
import type { Order } from './orders.tables.ts';
import { findTerms } from './subscriptions.queries.ts';

/** Of the first term from a day on. */
export const firstLine = ({ product, months, net_rappen }: Order, from: string): InvoiceLine => ({
  product,
  months,
  from,
  until: addMonthsToDay(from, months),
  netRappen: net_rappen,
  reason: 'term',
});

/** An order with the tax on what is supplied on a day. */
interface SuppliedOrder extends Order {
  tax_rule: TaxRule;
}

/**
 * The order as it is taxed on the day on which it is supplied. What was agreed is the sum, also where another tax counts by then. For
 * whoever ordered: the customer may be another one by now, and a company's number was confirmed, or there would be no order.
 */
export async function supplyOn(trx: OpenTransaction, order: Order, day: Day): Promise<SuppliedOrder> {
  const buyer = { ...order.buyer, country: order.buyer.country as EligibleCountry, vatState: 'valid' as const };
  const { rule: tax_rule, permille } = (await findTaxOf(trx, buyer, day))!;
  if (permille === order.vat_permille) return { ...order, tax_rule };
  const vat_rappen = vatWithin(order.total_rappen, permille);
  return { ...order, tax_rule, vat_permille: permille, vat_rappen, net_rappen: order.total_rappen - vat_rappen };
}

export async function issueForOrder(
  trx: OpenTransaction,
  order: SuppliedOrder,
  subscriptionId: string,
  { dueOn, lines }: { dueOn: string; lines: InvoiceLine[] },
  now: Date,
): Promise<Invoice> {
  return issueInvoice(
    trx,
    {
      accountId: order.account_id,
      subscriptionId,
      orderId: order.id,
      termNumber: null,
      method: order.method,
      buyer: order.buyer,
      locale: order.locale,
      tax: { rule: order.tax_rule, permille: order.vat_permille, rappen: order.vat_rappen },
      dueOn,
      lines,
    },
    zurichDayOf(now),
    now,
  );
}

/** What an upgrade costs is what was agreed; the days that are left of the running term are taken off. */
export async function upgradeLines(trx: OpenTransaction, order: Order, now: Date): Promise<InvoiceLine[]> {
  const full = findPrice(order.product, order.months)!;
  const running = (await findTerms(trx, order.subscription_id!)).at(-1)!;
  const term = { ...firstLine(order, utcDayOf(now)), netRappen: full };
  const unused: InvoiceLine = {
    product: running.product,
    months: running.months,
    from: utcDayOf(now),
    until: running.until_on,
    netRappen: order.net_rappen - full,
    reason: 'unused',
  };
  return unused.netRappen === 0 ? [term] : [term, unused];
}
