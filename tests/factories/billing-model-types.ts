import type { Product } from '../../shared/business/sales.ts';
import type { Day } from '../../shared/days.ts';

export interface Offer {
  product: Product;
  months: number;
}

export interface ModelInvoice extends Offer {
  kind: 'order' | 'upgrade' | 'renewal';
  total: number;
  from: Day;
  until: Day;
  issuedOn: Day;
  dueOn: Day;
  credited: number;
  /** Payments for it, oldest first. */
  paid: ModelPayment[];
}

export interface ModelPayment {
  amount: number;
  /** For the invoice. */
  used: number;
  /** Of what was used, to be given back. */
  back: number;
}

export interface ModelTerm extends Offer {
  from: Day;
  until: Day;
  invoice: ModelInvoice;
}
