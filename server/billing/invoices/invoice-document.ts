import type { Day } from '../../../shared/days.ts';
import type { InvoiceLine } from './invoice-line.ts';
import type { Invoice } from './invoices.tables.ts';
import type { Party } from './parties.ts';

/** What is printed of an invoice or credit note as it is stored. */
type StoredHead = Pick<
  Invoice,
  | 'kind'
  | 'locale'
  | 'issued_on'
  | 'due_on'
  | 'method'
  | 'seller'
  | 'net_rappen'
  | 'vat_permille'
  | 'vat_rappen'
  | 'total_rappen'
  | 'tax_rule'
  | 'reference'
>;

/** Everything that an invoice or credit note says, as it was when it was issued: what is stored of it, and what follows from that. */
export interface InvoiceDocument extends StoredHead {
  /** `2026-000123` */
  number: string;
  /** The number of the invoice that a credit note corrects. */
  corrects: string | null;
  /** Paid before it was issued, as an order by card is. */
  paidOn: Day | null;
  /** Its term begins on the day on which the transfer arrives, so that its days are not known yet. */
  beginsOncePaid: boolean;
  /** The last day of a notice that ends the subscription before this term. */
  noticeBy: Day | null;
  customer: Party & { contact: string | null };
  lines: readonly InvoiceLine[];
}
