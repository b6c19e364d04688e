import { findTax, type Taxpayer, type TaxRegistration, type TaxRule } from '../../../shared/business/vat.ts';
import type { Queries } from '../../database/schema.ts';
import type { KnownCustomer } from './buyer.ts';

/** A tax, and from when to when the operator is registered for it, from the rows that operators wrote. */
export async function findTaxRegistrations(queries: Queries): Promise<TaxRegistration[]> {
  const rows = await queries
    .selectFrom('tax_registrations')
    .selectAll()
    .orderBy('on_day')
    .orderBy('recorded_at')
    .execute();
  const registrations: TaxRegistration[] = [];
  for (const { regime: kind, change, on_day } of rows) {
    const running = registrations.findLast((each) => each.kind === kind && each.until === null);
    if (change === 'start') registrations.push({ kind, from: on_day, until: null });
    else if (running) running.until = on_day;
  }
  return registrations;
}

/** The operator's number of a registration that counts on `day`; null without one. */
export async function findSellerVatNumber(queries: Queries, day: string): Promise<string | null> {
  const row = await queries
    .selectFrom('tax_registrations')
    .select(['change', 'number'])
    .where('regime', '=', 'swiss')
    .where('on_day', '<=', day)
    .orderBy('on_day', 'desc')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.change === 'start' ? row.number : null;
}

/**
 * The tax on what is supplied on `day`; `asConsumer` where a company's number is not confirmed any more, and it is supplied all
 * the same. Undefined for a company abroad whose number is not confirmed.
 */
export async function findTaxOf(
  queries: Queries,
  customer: Pick<KnownCustomer, 'kind' | 'country' | 'vatNumber' | 'vatState'>,
  day: string,
  { asConsumer = false } = {},
): Promise<{ rule: TaxRule; permille: number } | undefined> {
  const isBusiness = customer.kind === 'business' && customer.vatNumber !== null;
  const taxpayer: Taxpayer = {
    kind: isBusiness ? 'business' : 'private',
    country: customer.country,
    isVatNumberValid: customer.vatState === 'valid',
  };
  const registrations = await findTaxRegistrations(queries);
  return (
    findTax(taxpayer, day, registrations) ??
    (asConsumer ? findTax({ ...taxpayer, kind: 'private' }, day, registrations) : undefined)
  );
}
