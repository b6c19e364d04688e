import type { Generated, Insertable, Selectable } from 'kysely';
import { comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** Money that arrived; exactly one of the three references says how we know. */
interface PaymentRow {
  id: string;
  /** Null where nobody knows from whom it is. */
  account_id: string | null;
  /** `write-off`: no money, but an amount that is no longer claimed. */
  method: 'card' | 'bank' | 'manual' | 'write-off';
  amount_rappen: number;
  received_on: string;
  provider_ref: string | null;
  bank_entry_id: string | null;
  operator_ref: string | null;
  booked_at: Date;
}

/** How much of a payment is for an invoice; negative where that was taken back. */
interface AllocationRow {
  id: string;
  payment_id: string;
  invoice_id: string;
  amount_rappen: number;
  allocated_at: Date;
}

/** Money that is to be given back, or that a bank took back (`chargeback`); or none: a booking was `undone`. */
interface RefundRow {
  id: string;
  payment_id: string;
  amount_rappen: number;
  reason: string;
  state: 'wanted' | 'sending' | 'sent' | 'failed';
  provider_ref: string | null;
  wanted_at: Date;
  sent_at: Date | null;
  /** The day on which the bank booked it otherwise than as a debit of its own, as an operator says. */
  shown_on: Generated<string | null>;
}

export interface PaymentsTables {
  payments: AppendOnly<PaymentRow>;
  allocations: AppendOnly<AllocationRow>;
  refunds: RefundRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends PaymentsTables {}
}

export const paymentsTables = {
  payments: {
    rows: 'append-only',
    kept: {
      id: pseudonym('books', 'payments'),
      account_id: pseudonym('books', comparison),
      method: person('books', 'payments'),
      amount_rappen: person('books', 'payments'),
      received_on: person('books', 'payments'),
      provider_ref: pseudonym('books', 'payments'),
      bank_entry_id: pseudonym('books', 'payments'),
      operator_ref: pseudonym('books', 'payments'),
      booked_at: person('books', 'payments'),
    },
    terms: [keptInBooks('last_day_of_payment(kept)')],
  },
  allocations: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      payment_id: 'impersonal',
      invoice_id: 'impersonal',
      amount_rappen: 'impersonal',
      allocated_at: 'impersonal',
    },
  },
  refunds: {
    rows: 'changeable',
    kept: {
      id: 'impersonal',
      payment_id: 'impersonal',
      amount_rappen: 'impersonal',
      reason: 'impersonal',
      state: 'impersonal',
      provider_ref: 'impersonal',
      wanted_at: 'impersonal',
      sent_at: 'impersonal',
      shown_on: 'impersonal',
    },
  },
} as const satisfies TableRules<PaymentsTables>;

export type Payment = Selectable<PaymentRow>;
export type Allocation = Selectable<AllocationRow>;
export type Refund = Selectable<RefundRow>;
export type NewRefund = Insertable<RefundRow>;
