import type { ColumnType, Generated } from 'kysely';
import { comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

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

export interface BankTables {
  bank_statements: AppendOnly<BankStatementRow> & NumberedStatement;
  bank_entries: BankEntryRow;
  bank_debits: AppendOnly<BankDebitRow>;
  bank_decisions: BankDecisionRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends BankTables {}
}

const paidByCompany = {
  none: 'What the company paid, to whomever; what a customer was given back is told with the payment.',
};

export const bankTables = {
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
} as const satisfies TableRules<BankTables>;
