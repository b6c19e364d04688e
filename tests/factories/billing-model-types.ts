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
  /** Of which term a renewal is, and all invoices of its subscription. */
  term: number;
  siblings: readonly ModelInvoice[];
}

export interface Transfer {
  amount: number;
  at: number;
  /** Of what was used, to be given back. */
  back: number;
  /** What the bank calls it. */
  name: string;
  /** The bank does not take it back in these stories: it is one of equal ones, or a part of it has been sent back. */
  isFixed: boolean;
}

/** What of a transfer is for one invoice. */
export interface ModelPayment {
  transfer: Transfer;
  used: number;
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
/** The part of the newest transfer first. */
const newestFirst = (paid: readonly ModelPayment[]) =>
  paid.filter(({ used }) => used > 0).sort((a, b) => b.transfer.at - a.transfer.at);

/** Takes what is too much off what was paid, newest first; it is for what is owed, and the rest is to be given back. Returns the rest. */
export function giveBack(invoice: ModelInvoice, owed: readonly ModelInvoice[]): number {
  let given = 0;
  for (const payment of newestFirst(invoice.paid)) {
    let part = Math.min(Math.max(0, -openOf(invoice)), payment.used);
    payment.used -= part;
    for (const debt of owed) {
      const used = Math.min(part, Math.max(0, openOf(debt)));
      if (used > 0) debt.paid.push({ transfer: payment.transfer, used });
      part -= used;
    }
    payment.transfer.back += part;
    given += part;
  }
  return given;
}

/** All invoices of a customer, and what came for them. */
export class ModelMoney {
  readonly invoices: ModelInvoice[] = [];
  readonly transfers: Transfer[] = [];
  toRefund = 0;
  tooMuch = 0;

  get open(): number {
    return this.invoices.reduce((sum, invoice) => sum + openOf(invoice), 0);
  }
  get oldestOpen(): ModelInvoice | undefined {
    return this.invoices.find((invoice) => openOf(invoice) > 0);
  }
  /** The first of which something is for nothing. */
  get surplus(): Transfer | undefined {
    return this.transfers.find((transfer) => this.surplusOf(transfer) > 0);
  }

  /** What is neither for an invoice nor to be given back by a credit note. */
  surplusOf(transfer: Transfer): number {
    const parts = this.invoices.flatMap(({ paid }) => paid.filter((part) => part.transfer === transfer));
    return parts.reduce((rest, { used }) => rest - used, transfer.amount - transfer.back);
  }

  protected receive(amount: number, told: Pick<Transfer, 'name' | 'isFixed'>): Transfer {
    const transfer = { amount, at: this.transfers.length, back: 0, ...told };
    this.transfers.push(transfer);
    this.tooMuch += amount;
    return transfer;
  }

  /** False where nothing is left of the one, or open of the other. */
  protected take(transfer: Transfer, invoice: ModelInvoice): boolean {
    const used = Math.min(this.surplusOf(transfer), Math.max(0, openOf(invoice)));
    this.tooMuch -= used;
    if (used > 0) invoice.paid.push({ transfer, used });
    return used > 0;
  }

  /** What is too much of a transfer is sent back. */
  sendBack(transfer: Transfer): number {
    const sum = this.surplusOf(transfer);
    this.tooMuch -= sum;
    transfer.back += sum;
    transfer.isFixed = true;
    return sum;
  }
}

/** A renewal that was taken back whole, and issued anew for the same sum, is paid by whoever pays the first one. */
export const findReplacing = (invoice: ModelInvoice): ModelInvoice =>
  (invoice.kind === 'renewal' &&
    invoice.credited >= invoice.total &&
    invoice.siblings.findLast(
      (each) => each.kind === 'renewal' && each.term === invoice.term && each.total === invoice.total,
    )) ||
  invoice;

/** An invoice is not paid with a transfer any more. Returns how much of it was used. */
export function takeOff(invoice: ModelInvoice, transfer: ModelPayment['transfer']): number {
  const used = invoice.paid.reduce((sum, part) => sum + (part.transfer === transfer ? part.used : 0), 0);
  invoice.paid = invoice.paid.filter((part) => part.transfer !== transfer);
  return used;
}

export interface PaidInvoice {
  invoice: ModelInvoice;
  payment: ModelPayment;
}

/** What the bank can take back: the newest transfer that is still used for the first or the last of the invoices. */
export function findPaid(invoices: readonly ModelInvoice[], which: 'first' | 'last'): PaidInvoice | undefined {
  const invoice = invoices.filter(({ paid }) => newestFirst(paid).length > 0).at(which === 'first' ? 0 : -1);
  const [payment] = invoice ? newestFirst(invoice.paid) : [];
  return invoice && payment && !payment.transfer.isFixed ? { invoice, payment } : undefined;
}
