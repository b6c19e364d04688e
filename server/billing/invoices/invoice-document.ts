import type { Rappen } from '../../../shared/business/plans.ts';
import type { PaymentMethod, Product } from '../../../shared/business/sales.ts';
import type { TaxRule } from '../../../shared/business/vat.ts';
import type { Day } from '../../../shared/days.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { Party, Seller } from './parties.ts';

/**
 * What is charged, or credited where the amount is negative, from before it is issued until it is printed. The time includes its first
 * day and not its last.
 */
export interface InvoiceLine {
  product: Product;
  months: number;
  from: Day;
  until: Day;
  netRappen: Rappen;
  /** `term`; `unused`: what is left of the term before an upgrade; `credit`: what a credit note takes back. */
  reason: 'term' | 'unused' | 'credit';
}

/** Everything that an invoice or credit note says, as it was when it was issued. */
export interface InvoiceDocument {
  kind: 'invoice' | 'credit-note';
  /** `2026-000123` */
  number: string;
  /** The invoice that a credit note corrects. */
  corrects: string | null;
  locale: Locale;
  issuedOn: Day;
  dueOn: Day;
  method: PaymentMethod;
  /** Paid before it was issued, as an order by card is. */
  paidOn: Day | null;
  /** Its term begins on the day on which the transfer arrives, so that its days are not known yet. */
  beginsOncePaid: boolean;
  /** The last day of a notice that ends the subscription before this term. */
  noticeBy: Day | null;
  seller: Seller;
  customer: Party & { contact: string | null };
  lines: readonly InvoiceLine[];
  netRappen: Rappen;
  vatPermille: number;
  vatRappen: Rappen;
  totalRappen: Rappen;
  taxRule: TaxRule;
}
