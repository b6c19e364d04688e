import type { Rappen } from '../../../shared/business/plans.ts';
import type { Product } from '../../../shared/business/sales.ts';
import type { Day } from '../../../shared/days.ts';

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
