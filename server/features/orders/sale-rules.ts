import { findAudience, isAddOnSold, type SalesAudience } from '../../../shared/business/sales.ts';
import type { TaxRule } from '../../../shared/business/vat.ts';
import { utcDayOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { findTaxOf, type KnownCustomer } from '../customers/customers.ts';

/** Whom it may be sold to. Throws `sales-closed`. */
export function requireSales(salesOpen: readonly SalesAudience[], customer: KnownCustomer, product: string): void {
  const isSold = salesOpen.includes(findAudience(customer)) && (product !== 'offline-add-on' || isAddOnSold);
  if (!isSold) throw new Problem('sales-closed');
}

/** The tax on what begins today. Throws where the number of a company abroad is not confirmed. */
export async function requireTax(
  queries: Queries,
  customer: KnownCustomer,
  now: Date,
): Promise<{ rule: TaxRule; permille: number }> {
  const tax = await findTaxOf(queries, customer, utcDayOf(now));
  if (tax) return tax;
  if (customer.vatState === 'invalid') throw new Problem('vat-number-invalid');
  throw new Problem('vat-check-unavailable', { headers: { 'retry-after': '3600' } });
}
