import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { bookDayOf, comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** Money that arrived; exactly one of the three references says how we know. */
interface PaymentRow {
  id: string;
  /** Null where nobody knows from whom it is. */
  account_id: string | null;
  /** `write-off`: no money, but what is not asked for any more. */
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

/** One try to have an order or an invoice paid by card, or to learn of a card. */
interface PaymentAttemptRow {
  id: string;
  account_id: string;
  kind: 'checkout' | 'charge' | 'setup';
  order_id: string | null;
  invoice_id: string | null;
  amount_rappen: number;
  state: 'created' | 'open' | 'succeeded' | 'failed' | 'expired' | 'cancelled';
  session_id: string | null;
  intent_id: string | null;
  pay_at: string | null;
  /** The provider's payment method that a charge used. */
  card: string | null;
  /** The bank says: not again with this card. */
  is_final: boolean;
  decline_code: string | null;
  needs_authentication: boolean;
  created_at: Date;
  settled_at: Date | null;
}

/** A message of the card provider as it arrived. */
interface ProviderEventRow {
  id: string;
  kind: string;
  raw: string;
  received_at: Date;
  handled_at: Date | null;
}

/** What a bank said of a time; banks give the same name to several. */
interface BankStatementRow {
  id: string;
  file_sha256: string;
  message_id: string;
  iban: string;
  from_on: string;
  until_on: string;
  opening_rappen: number | null;
  closing_rappen: number | null;
  imported_at: Date;
}

interface NumberedStatement {
  /** Its place among those of the account that have balances; null where a version kept it that did not keep what went out. */
  number: ColumnType<number | null, number | null | undefined, never>;
}

/** Money that came, or that the bank took back. */
interface BankEntryRow {
  id: string;
  statement_id: string;
  /** Its id; of an older version what the bank called it, which no other was called. */
  entry_key: string;
  amount_rappen: number;
  booked_on: string;
  value_on: string;
  debtor_name: string | null;
  debtor_iban: string | null;
  message: string | null;
  reference: string | null;
  state: 'open' | 'settled' | 'ignored' | 'to-refund' | 'refunded';
  note: string | null;
  /** What the bank calls it; it may call others the same. */
  bank_reference: Generated<string | null>;
  /** Of everything that the statement tells of it. */
  fingerprint: Generated<string | null>;
  /** In whose place it came, which is `ignored` since: a sum of which it is a part, or a booking that was undone. */
  instead_of: Generated<string | null>;
}

/** Money that went out: it shows that something was sent back. */
interface BankDebitRow {
  id: string;
  statement_id: string;
  /** Positive. */
  amount_rappen: number;
  booked_on: string;
  bank_reference: string | null;
  creditor_iban: string | null;
  fingerprint: string;
}

/** What an operator decided of an entry, one after the other, and how the entry stood before. */
interface BankDecisionRow {
  entry_id: string;
  place: number;
  kind: 'assigned' | 'returned';
  /** What it was said to be for. */
  invoice_id: string | null;
  /** How much of it: all, or what was too much. */
  amount_rappen: number;
  state_before: BankEntryRow['state'];
  note_before: string | null;
  reference_before: string | null;
  decided_at: Date;
  undone_at: Generated<Date | null>;
}

export interface PaymentsTables {
  payments: AppendOnly<PaymentRow>;
  allocations: AppendOnly<AllocationRow>;
  refunds: RefundRow;
  payment_attempts: PaymentAttemptRow;
  provider_events: ProviderEventRow;
  bank_statements: AppendOnly<BankStatementRow> & NumberedStatement;
  bank_entries: BankEntryRow;
  bank_debits: AppendOnly<BankDebitRow>;
  bank_decisions: BankDecisionRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends PaymentsTables {}
}

const messages = { none: 'Messages of the card provider, which name our records by their ids.' };
const paidByCompany = {
  none: 'What the company paid, to whomever; what a customer was given back is told with the payment.',
};

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
  payment_attempts: {
    rows: 'changeable',
    kept: {
      id: pseudonym('books', 'payments'),
      account_id: pseudonym('books', comparison),
      kind: person('books', 'payments'),
      order_id: pseudonym('books', 'payments'),
      invoice_id: pseudonym('books', 'payments'),
      amount_rappen: person('books', 'payments'),
      state: person('books', 'payments'),
      session_id: pseudonym('books', 'payments'),
      intent_id: pseudonym('books', 'payments'),
      pay_at: person('books', 'payments'),
      card: person('books', 'payments'),
      is_final: person('books', 'payments'),
      decline_code: person('books', 'payments'),
      needs_authentication: person('books', 'payments'),
      created_at: person('books', 'payments'),
      settled_at: person('books', 'payments'),
    },
    terms: [keptInBooks(bookDayOf('created_at'))],
  },
  provider_events: {
    rows: 'changeable',
    kept: {
      id: pseudonym('provider-events', messages),
      kind: 'impersonal',
      raw: person('provider-events', messages),
      received_at: 'impersonal',
      handled_at: 'impersonal',
    },
    terms: [
      {
        rule: 'provider-events',
        id: 'id',
        start: 'received_at',
        period: `${retention.providerEventDays} days`,
      },
    ],
  },
  bank_statements: {
    rows: 'append-only',
    kept: {
      number: 'impersonal',
      id: 'impersonal',
      file_sha256: 'impersonal',
      message_id: 'impersonal',
      iban: 'impersonal',
      from_on: 'impersonal',
      until_on: 'impersonal',
      opening_rappen: 'impersonal',
      closing_rappen: 'impersonal',
      imported_at: 'impersonal',
    },
  },
  bank_entries: {
    rows: 'changeable',
    kept: {
      id: pseudonym('books', 'payments'),
      statement_id: pseudonym('books', comparison),
      entry_key: pseudonym('books', comparison),
      amount_rappen: person('books', comparison),
      booked_on: person('books', 'payments'),
      value_on: person('books', 'payments'),
      debtor_name: person('books', 'payments'),
      debtor_iban: person('books', 'payments'),
      message: person('books', 'payments'),
      reference: person('books', 'payments'),
      state: 'impersonal',
      note: 'impersonal',
      bank_reference: pseudonym('books', comparison),
      fingerprint: pseudonym('books', comparison),
      instead_of: pseudonym('books', comparison),
    },
    terms: [
      // An entry goes with the payment that it was.
      keptInBooks(`greatest(booked_on,
    (select max(last_day_of_payment(payments)) from payments where payments.bank_entry_id = kept.id))`),
    ],
  },
  bank_debits: {
    rows: 'append-only',
    kept: {
      id: pseudonym('books', paidByCompany),
      statement_id: pseudonym('books', paidByCompany),
      amount_rappen: person('books', paidByCompany),
      booked_on: person('books', paidByCompany),
      bank_reference: pseudonym('books', paidByCompany),
      creditor_iban: person('books', paidByCompany),
      fingerprint: pseudonym('books', paidByCompany),
    },
    terms: [
      // What went out goes with its statement, and that with the last of what came in.
      keptInBooks(`(select greatest(until_on, (select max(greatest(booked_on,
      (select max(last_day_of_payment(payments)) from payments where payments.bank_entry_id = bank_entries.id)))
      from bank_entries where statement_id = bank_statements.id))
    from bank_statements where bank_statements.id = kept.statement_id)`),
    ],
  },
  bank_decisions: {
    rows: 'changeable',
    kept: {
      entry_id: 'impersonal',
      place: 'impersonal',
      kind: 'impersonal',
      invoice_id: 'impersonal',
      amount_rappen: 'impersonal',
      state_before: 'impersonal',
      note_before: 'impersonal',
      reference_before: 'impersonal',
      decided_at: 'impersonal',
      undone_at: 'impersonal',
    },
  },
} as const satisfies TableRules<PaymentsTables>;

export type Payment = Selectable<PaymentRow>;
export type Allocation = Selectable<AllocationRow>;
export type Refund = Selectable<RefundRow>;
export type NewRefund = Insertable<RefundRow>;
export type PaymentAttempt = Selectable<PaymentAttemptRow>;
