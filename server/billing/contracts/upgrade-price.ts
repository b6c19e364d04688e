import { upgradeRappen } from '../../../shared/business/proration.ts';
import { findPrice, type Product } from '../../../shared/business/sales.ts';
import { vatRappen } from '../../../shared/business/vat.ts';
import { type Day, utcDayOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { findTaxOf } from '../customers/customers.ts';
import type { Facts } from './lifecycle-facts.ts';

/** What is net at `net`, supplied from `day` on, with the tax that the customer pays then. */
export async function withTax(queries: Queries, customer: KnownCustomer, net: number, day: Day): Promise<number> {
  const tax = await findTaxOf(queries, customer, day, { asConsumer: true });
  return net + vatRappen(net, tax?.permille ?? 0);
}

/** What a change to something better costs today: the whole new term, less what is left of the running one, to `until`. */
export async function priceUpgrade(
  queries: Queries,
  { terms }: Facts,
  offer: { product: Product; months: number },
  customer: KnownCustomer,
  now: Date,
): Promise<{ netRappen: number; vatPermille: number; vatRappen: number; totalRappen: number; until: Day } | undefined> {
  const full = findPrice(offer.product, offer.months);
  const last = terms.at(-1);
  const paid = last && findPrice(last.product, last.months);
  const tax = await findTaxOf(queries, customer, utcDayOf(now), { asConsumer: true });
  if (full === undefined || paid === undefined || !last || !tax) return undefined;
  const running = { priceRappen: paid, from: last.from_on, until: last.until_on };
  const net = upgradeRappen(full, running, utcDayOf(now));
  if (net <= 0) return undefined;
  const vat = vatRappen(net, tax.permille);
  return { netRappen: net, vatPermille: tax.permille, vatRappen: vat, totalRappen: net + vat, until: last.until_on };
}
