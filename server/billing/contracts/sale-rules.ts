import { findAudience, isSold, type Offer, type SalesAudience } from '../../../shared/business/sales.ts';
import { type TaxRule, vatChecks } from '../../../shared/business/vat.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { hourMs } from '../../../shared/durations.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { confirmVatNumber, findCustomer, findTaxOf } from '../customers/customers.ts';

/** Whom it may be sold to. Throws `sales-closed`. */
export function requireSales(salesOpen: readonly SalesAudience[], customer: KnownCustomer, offer: Offer): void {
  if (!salesOpen.includes(findAudience(customer)) || !isSold(offer)) throw new Problem('sales-closed');
}

const isStale = (checkedAt: Date | null, now: Date): boolean =>
  !checkedAt || checkedAt.getTime() < now.getTime() - vatChecks.freshHours * hourMs;

/** Before an order of a company abroad, its number is confirmed anew. To be called outside of any transaction. */
export async function refreshVatNumber(deps: FeatureDependencies, accountId: string): Promise<void> {
  const customer = await findCustomer(deps.database.kysely, accountId);
  if (customer?.vat_state === 'valid' && isStale(customer.vat_checked_at, deps.clock()))
    await confirmVatNumber(deps, accountId);
}

/** The tax on what begins today. Throws where the number of a company abroad is not confirmed, or was so too long ago. */
export async function requireTax(
  queries: Queries,
  { accountId, customer }: { accountId: string; customer: KnownCustomer },
  now: Date,
): Promise<{ rule: TaxRule; permille: number }> {
  const tax = await findTaxOf(queries, customer, utcDayOf(now));
  const checkedAt = (await findCustomer(queries, accountId))?.vat_checked_at ?? null;
  if (tax && !(tax.rule === 'reverse-charge' && isStale(checkedAt, now))) return tax;
  if (customer.vatState === 'invalid') throw new Problem('vat-number-invalid');
  throw new Problem('vat-check-unavailable', { headers: { 'retry-after': '3600' } });
}
