import type { Rappen } from '../../../shared/business/plans.ts';
import type { TaxRule } from '../../../shared/business/vat.ts';
import type { Day } from '../../../shared/days.ts';
import type { Locale } from '../../../shared/locales.ts';

/** One side of an invoice, with the structured address that banks ask for. */
export interface Party {
  name: string;
  street: string;
  houseNumber: string | null;
  postalCode: string;
  town: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  vatNumber: string | null;
}

interface Seller extends Party {
  email: string;
  iban: string;
  bic: string;
}

/** What is charged, or credited where the amount is negative. The term includes its first day and not its last. */
export interface InvoiceLine {
  kind: 'term' | 'unserved';
  product: 'offline-add-on' | 'moderate' | 'high';
  months: number;
  from: Day;
  until: Day;
  netRappen: Rappen;
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
  method: 'card' | 'invoice';
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
