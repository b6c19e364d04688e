import { findPrice, type Product } from '../../shared/business/sales.ts';
import { type Day, utcDayOf, utcStartOf } from '../../shared/days.ts';
import { addMonths } from '../../shared/months.ts';

export type State = 'free' | 'pending' | 'active' | 'grace' | 'suspended';

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

export const later = (day: Day, months: number): Day => utcDayOf(addMonths(utcStartOf(day), months));
export const monthOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
export const priceOf = ({ product, months }: Offer) => findPrice(product, months)!;
const paidOf = ({ paid }: ModelInvoice) => paid.reduce((sum, { used }) => sum + used, 0);
export const openOf = (invoice: ModelInvoice) => invoice.total - invoice.credited - paidOf(invoice);
