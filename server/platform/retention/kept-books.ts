import { retention } from '../../../shared/business/retention.ts';
import type { ClassifiedTable, Term } from './kept-types.ts';

const hashOnly = { none: 'A reference or hash of what the export has in full.' };
const provider = { none: 'The card provider knows its customer by it; we use it for nothing else.' };
const messages = { none: 'Messages of the card provider, which name our records by their ids.' };

/** What billing keeps. Rows without an entry of their own go with those that they belong to, by a foreign key. */
export const books: Readonly<Record<string, ClassifiedTable>> = {
  customers: {
    none: ['vat_state', 'created_at', 'updated_at'],
    kept: [
      {
        rule: 'ended-accounts',
        person: [
          ...['kind', 'full_name', 'company', 'email', 'street', 'house_number', 'postal_code', 'town', 'country'],
          ...['locale', 'vat_number', 'vat_checked_at', 'card_brand', 'card_last4', 'card_expires_on'],
        ],
        exporter: { part: 'customer' },
      },
      { rule: 'ended-accounts', pseudonym: ['card_payment_method'], exporter: provider },
      { rule: 'account-stubs', pseudonym: ['account_id', 'stripe_customer_id'], exporter: provider },
    ],
  },
  vat_checks: {
    none: [],
    kept: [
      {
        rule: 'books',
        person: ['vat_number', 'state', 'raw', 'checked_at'],
        pseudonym: ['id'],
        exporter: { part: 'customer' },
      },
      { rule: 'books', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  tax_registrations: { none: ['id', 'regime', 'change', 'number', 'on_day', 'recorded_at'], kept: [] },
  orders: {
    none: [],
    kept: [
      {
        rule: 'books',
        person: [
          ...['kind', 'product', 'months', 'method', 'net_rappen', 'vat_permille', 'vat_rappen', 'total_rappen'],
          ...['buyer', 'texts', 'locale', 'placed_at'],
        ],
        pseudonym: ['id', 'subscription_id'],
        exporter: { part: 'orders' },
      },
      { rule: 'books', pseudonym: ['account_id', 'idempotency_key', 'request_sha256'], exporter: hashOnly },
    ],
  },
  subscriptions: {
    none: ['next_check_on'],
    kept: [
      {
        rule: 'books',
        person: [
          ...['product', 'months', 'method', 'state', 'anchor_on', 'ends_on', 'end_reason', 'ended_at'],
          ...['next_product', 'next_months', 'created_at'],
        ],
        pseudonym: ['id', 'order_id'],
        exporter: { part: 'subscriptions' },
      },
      { rule: 'books', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  subscription_events: { none: ['id', 'subscription_id', 'source', 'event', 'data', 'at'], kept: [] },
  terms: {
    none: ['subscription_id', 'number', 'previous', 'product', 'months', 'from_on', 'until_on', 'invoice_id'],
    kept: [],
  },
  invoice_series: { none: ['year', 'last_number', 'lost_numbers'], kept: [] },
  invoices: {
    none: ['seller'],
    kept: [
      {
        rule: 'books',
        person: [
          ...['kind', 'year', 'number', 'term_number', 'method', 'issued_on', 'due_on', 'net_rappen', 'vat_permille'],
          ...['vat_rappen', 'total_rappen', 'tax_rule', 'buyer', 'locale', 'reference', 'created_at'],
        ],
        pseudonym: ['id', 'corrects', 'subscription_id', 'order_id', 'vat_check_id'],
        exporter: { part: 'invoices' },
      },
      { rule: 'books', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  invoice_lines: {
    none: ['id', 'invoice_id', 'place', 'product', 'months', 'from_on', 'until_on', 'net_rappen', 'reason'],
    kept: [],
  },
  invoice_files: { none: ['id', 'invoice_id', 'pdf', 'sha256', 'made_at'], kept: [] },
  payments: {
    none: [],
    kept: [
      {
        rule: 'books',
        person: ['method', 'amount_rappen', 'received_on', 'booked_at'],
        pseudonym: ['id', 'provider_ref', 'bank_entry_id', 'operator_ref'],
        exporter: { part: 'payments' },
      },
      { rule: 'books', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  allocations: { none: ['id', 'payment_id', 'invoice_id', 'amount_rappen', 'allocated_at'], kept: [] },
  refunds: {
    none: ['id', 'payment_id', 'amount_rappen', 'reason', 'state', 'provider_ref', 'wanted_at', 'sent_at', 'shown_on'],
    kept: [],
  },
  payment_attempts: {
    none: [],
    kept: [
      {
        rule: 'books',
        person: [
          ...['kind', 'amount_rappen', 'state', 'pay_at', 'decline_code', 'needs_authentication', 'created_at'],
          ...['card', 'is_final', 'settled_at'],
        ],
        pseudonym: ['id', 'order_id', 'invoice_id', 'session_id', 'intent_id'],
        exporter: { part: 'payments' },
      },
      { rule: 'books', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  provider_events: {
    none: ['kind', 'received_at', 'handled_at'],
    kept: [{ rule: 'provider-events', person: ['raw'], pseudonym: ['id'], exporter: messages }],
  },
  bank_statements: {
    none: [
      ...['id', 'file_sha256', 'message_id', 'iban', 'from_on', 'until_on', 'opening_rappen', 'closing_rappen'],
      ...['imported_at', 'number'],
    ],
    kept: [],
  },
  bank_entries: {
    none: ['state', 'note'],
    kept: [
      {
        rule: 'books',
        person: ['booked_on', 'value_on', 'debtor_name', 'debtor_iban', 'message', 'reference'],
        pseudonym: ['id'],
        exporter: { part: 'payments' },
      },
      {
        rule: 'books',
        person: ['amount_rappen'],
        pseudonym: ['statement_id', 'entry_key', 'bank_reference', 'fingerprint', 'instead_of'],
        exporter: hashOnly,
      },
    ],
  },
  bank_debits: {
    none: [],
    kept: [
      {
        rule: 'books',
        person: ['amount_rappen', 'booked_on', 'creditor_iban'],
        pseudonym: ['id', 'statement_id', 'bank_reference', 'fingerprint'],
        exporter: {
          none: 'What the company paid, to whomever; what a customer was given back is told with the payment.',
        },
      },
    ],
  },
  bank_decisions: {
    none: [
      ...['entry_id', 'place', 'kind', 'invoice_id', 'amount_rappen', 'state_before', 'note_before'],
      ...['reference_before', 'decided_at', 'undone_at'],
    ],
    kept: [],
  },
  notices: {
    none: ['kind'],
    kept: [
      {
        rule: 'books',
        person: ['full_name', 'email', 'contract', 'locale', 'received_at'],
        pseudonym: ['id'],
        exporter: { part: 'notices' },
      },
    ],
  },
  notice_dismissals: { none: ['id', 'reason', 'dismissed_at'], kept: [] },
};

/** The day of a moment where the business has its seat. */
const dayOf = (column: string) => `(${column} at time zone 'Europe/Zurich')::date`;

const ofOrder = '(s.order_id = kept.id or s.id = kept.subscription_id)';

/** The day that decides in which business year a row belongs. */
const bookDays: Readonly<Record<string, string>> = {
  vat_checks: dayOf('checked_at'),
  invoices: 'issued_on',
  payments: 'last_day_of_payment(kept)',
  // An entry goes with the payment that it was.
  bank_entries: `greatest(booked_on,
    (select max(last_day_of_payment(payments)) from payments where payments.bank_entry_id = kept.id))`,
  // What went out goes with its statement, and that with the last of what came in.
  bank_debits: `(select greatest(until_on, (select max(greatest(booked_on,
      (select max(last_day_of_payment(payments)) from payments where payments.bank_entry_id = bank_entries.id)))
      from bank_entries where statement_id = bank_statements.id))
    from bank_statements where bank_statements.id = kept.statement_id)`,
  payment_attempts: dayOf('created_at'),
  notices: dayOf('received_at'),
  subscriptions: dayOf('ended_at'),
  // An order goes with the subscription that it began or changed.
  orders: `case
    when exists (select from subscriptions s where ${ofOrder} and s.ended_at is null) then null
    else coalesce((select max(${dayOf('s.ended_at')}) from subscriptions s where ${ofOrder}), ${dayOf('placed_at')}) end`,
};

export const bookTerms: readonly Term[] = [
  {
    rule: 'ended-accounts',
    table: 'customers',
    id: 'account_id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days 2 minutes`,
    empties: [
      ...[
        'kind',
        'full_name',
        'company',
        'email',
        'street',
        'house_number',
        'postal_code',
        'town',
        'country',
        'locale',
      ],
      ...['vat_number', 'vat_checked_at', 'card_payment_method', 'card_brand', 'card_last4', 'card_expires_on'],
    ],
  },
  {
    rule: 'account-stubs',
    table: 'customers',
    id: 'account_id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.policyAcceptanceMonthsAfterAccount} months`,
  },
  {
    rule: 'provider-events',
    table: 'provider_events',
    id: 'id',
    start: 'received_at',
    period: `${retention.providerEventDays} days`,
  },
  ...Object.entries(bookDays).map(([table, day]) => ({
    rule: 'books',
    table,
    id: 'id',
    start: `end_of_business_year(${day})`,
    period: `${retention.bookkeepingYears} years`,
  })),
];
