import type { Day } from '../days.ts';
import type { EligibleCountry } from './eligibility.ts';
import type { Rappen } from './plans.ts';

/** Tax (specification 9): shares of one. */
export const tax = { swissVat: 0.081, reverseCharge: 0 } as const;

/** Why an invoice shows the tax it shows. Each has its sentence on the invoice. */
export const taxRules = [
  /** The company is not registered for Swiss VAT (VATA, Art. 10). */
  'not-registered',
  /** Swiss VAT on services in Switzerland (VATA, Art. 8 and 25). */
  'swiss-vat',
  /** The business that receives the service owes the tax in its country (Directive 2006/112/EC, Art. 44 and 196). */
  'reverse-charge',
  /** A consumer in the EU while the company is not registered there; their sales are closed (docs/legal-review.md). */
  'consumer-abroad',
  /** Tax of the consumer's country, through the one-stop shop (Directive 2006/112/EC, Art. 58 and 358a to 369). */
  'one-stop-shop',
] as const;

export type TaxRule = (typeof taxRules)[number];

/** Where the company is registered for tax, from a day on, up to the day after the last one. */
export interface TaxRegistration {
  kind: 'swiss' | 'one-stop-shop';
  from: Day;
  until: Day | null;
}

/** Who receives the service. */
export interface Taxpayer {
  kind: 'private' | 'business';
  country: EligibleCountry;
  /** VIES has said that the business has its VAT number. */
  isVatNumberValid: boolean;
}

/** Standard rates in thousandths, each from its first day on, the oldest first. */
const standardRates: Record<EligibleCountry, readonly { from: Day; permille: number }[]> = {
  CH: [{ from: '2024-01-01', permille: Math.round(tax.swissVat * 1000) }],
  IT: [{ from: '2013-10-01', permille: 220 }],
  IE: [{ from: '2021-03-01', permille: 230 }],
  SE: [{ from: '1990-07-01', permille: 250 }],
};

function standardPermille(country: EligibleCountry, day: Day): number {
  const rate = standardRates[country].findLast(({ from }) => from <= day);
  if (!rate) throw new RangeError(`No rate of ${country} is known for ${day}.`);
  return rate.permille;
}

/**
 * The tax on a service supplied on `day`, which decides, not the day of the invoice. Undefined for a business whose VAT
 * number is not confirmed: nothing is sold to it as a business (billing.md, section 8).
 */
export function findTax(
  { kind, country, isVatNumberValid }: Taxpayer,
  day: Day,
  registrations: readonly TaxRegistration[],
): { rule: TaxRule; permille: number } | undefined {
  const isRegistered = (where: TaxRegistration['kind']) =>
    registrations.some((one) => one.kind === where && one.from <= day && (one.until === null || day < one.until));
  if (country === 'CH')
    return isRegistered('swiss')
      ? { rule: 'swiss-vat', permille: standardPermille('CH', day) }
      : { rule: 'not-registered', permille: 0 };
  if (kind === 'business') return isVatNumberValid ? { rule: 'reverse-charge', permille: 0 } : undefined;
  return isRegistered('one-stop-shop')
    ? { rule: 'one-stop-shop', permille: standardPermille(country, day) }
    : { rule: 'consumer-abroad', permille: 0 };
}

/** The tax on a whole invoice, to the nearest Rappen, half a one away from zero: a credit note takes back what was charged. */
export function vatRappen(netRappen: Rappen, permille: number): Rappen {
  const vat = Math.floor((Math.abs(netRappen) * permille + 500) / 1000);
  return netRappen < 0 && vat > 0 ? -vat : vat;
}

/** The tax that is in a sum which was agreed before it counted. */
export const vatWithin = (totalRappen: Rappen, permille: number): Rappen =>
  Math.floor((totalRappen * permille * 2 + 1000 + permille) / (2 * (1000 + permille)));

/** How often VAT numbers are asked for at their register; our own rules. */
export const vatChecks = {
  /** Without a verdict, first. */
  retryMinutes: 30,
  /** For so long; then the customer is told, and asked for once a day. */
  retryHours: 48,
  /** A verdict is this old at most when an invoice is issued. */
  freshHours: 24,
  /** So many days before an invoice may be issued. */
  leadDays: 3,
} as const;
