import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Buyer } from '../../server/billing/customers/customers.ts';
import type { Schema } from '../../server/database/schema.ts';
import type { Account } from '../../server/people/accounts/accounts.tables.ts';
import type { CustomerRequest } from '../../shared/api/customer.ts';

/** Billing data of a Swiss consumer. */
export function aCustomerRequest(given: Partial<CustomerRequest> = {}): CustomerRequest {
  return {
    kind: 'private',
    fullName: 'Åsa Müller',
    company: null,
    email: 'asa@customers.example',
    street: 'Dorfstrasse',
    houseNumber: '4a',
    postalCode: '6300',
    town: 'Zug',
    country: 'CH',
    vatNumber: null,
    locale: 'de',
    ...given,
  };
}

type Rows = Parameters<ReturnType<Kysely<Schema>['insertInto']>['values']>[0];

const at = new Date('2026-03-02T09:00:00.000Z');
const sha256 = 'cd'.repeat(32);

/** In the order in which the database writes keys: by length, then by letters. */
const aBuyer: Buyer = {
  kind: 'business',
  town: 'Stockholm',
  email: 'asa@customers.example',
  street: 'Storgatan',
  company: 'Müller Ord AB',
  country: 'SE',
  fullName: 'Åsa Müller',
  vatNumber: 'SE556677889901',
  postalCode: '111 22',
  houseNumber: '7',
};

/** One row of each table of billing that belong together; every column has a value that occurs nowhere else. */
export function someBooks(account: Pick<Account, 'id'>, { day = '2026-03-02', time = at } = {}) {
  const year = Number(day.slice(0, 4));
  const [order, subscription, invoice, payment, entry, statement] = Array.from({ length: 6 }, () => randomUUID());
  const id = account.id;
  return {
    customers: {
      account_id: id,
      kind: 'business',
      full_name: aBuyer.fullName,
      company: aBuyer.company,
      email: aBuyer.email,
      street: aBuyer.street,
      house_number: aBuyer.houseNumber,
      postal_code: aBuyer.postalCode,
      town: aBuyer.town,
      country: 'SE',
      vat_number: aBuyer.vatNumber,
      locale: 'sv',
      vat_state: 'valid',
      vat_checked_at: new Date('2026-03-02T09:00:01.000Z'),
      card_payment_method: `pm_${id}`,
      card_brand: 'visa',
      card_last4: '4242',
      card_expires_on: '2029-08-31',
      stripe_customer_id: `cus_${id}`,
      created_at: new Date('2026-03-02T09:00:02.000Z'),
      updated_at: new Date('2026-03-02T09:00:03.000Z'),
    },
    vat_checks: {
      id: randomUUID(),
      account_id: id,
      vat_number: aBuyer.vatNumber!,
      state: 'valid',
      raw: '{"isValid":true}',
      checked_at: time,
    },
    orders: {
      id: order!,
      account_id: id,
      kind: 'new',
      subscription_id: null,
      product: 'moderate',
      months: 4,
      method: 'invoice',
      net_rappen: 66_001,
      vat_permille: 81,
      vat_rappen: 66_002,
      total_rappen: 132_003,
      buyer: JSON.stringify(aBuyer),
      texts: JSON.stringify([{ text: 'words', sha256, version: '1', document: null, confirmation: 'terms' }]),
      locale: 'sv',
      idempotency_key: randomUUID(),
      request_sha256: sha256,
      placed_at: time,
    },
    subscriptions: {
      id: subscription!,
      account_id: id,
      order_id: order!,
      product: 'moderate',
      months: 4,
      method: 'invoice',
      state: 'ended',
      anchor_on: '2026-03-03',
      ends_on: '2026-07-03',
      end_reason: 'free',
      ended_at: time,
      next_product: null,
      next_months: null,
      next_check_on: null,
      created_at: new Date('2026-03-02T09:00:05.000Z'),
    },
    invoices: {
      id: invoice!,
      kind: 'invoice',
      year,
      number: 1 + Math.floor(Math.random() * 1e9),
      corrects: null,
      account_id: id,
      subscription_id: subscription!,
      order_id: order!,
      term_number: 66_003,
      method: 'invoice',
      issued_on: day,
      due_on: `${year}-12-31`,
      net_rappen: 66_004,
      vat_permille: 0,
      vat_rappen: 0,
      total_rappen: 66_004,
      tax_rule: 'reverse-charge',
      vat_check_id: null,
      seller: '{}',
      buyer: JSON.stringify(aBuyer),
      locale: 'sv',
      reference: `RF ${randomUUID()}`,
      created_at: new Date('2026-03-02T09:00:06.000Z'),
    },
    invoice_lines: {
      id: randomUUID(),
      invoice_id: invoice!,
      place: 1,
      product: 'moderate',
      months: 4,
      from_on: '2026-03-03',
      until_on: '2026-07-03',
      net_rappen: 66_004,
      reason: 'term',
    },
    bank_statements: {
      id: statement!,
      file_sha256: sha256,
      message_id: randomUUID(),
      iban: 'CH93',
      from_on: day,
      until_on: day,
      opening_rappen: 0,
      closing_rappen: 1,
      imported_at: time,
    },
    bank_entries: {
      id: entry!,
      statement_id: statement!,
      entry_key: randomUUID(),
      amount_rappen: 66_005,
      booked_on: day,
      value_on: '2026-03-04',
      debtor_name: 'Åsa Müller of the bank',
      debtor_iban: 'SE45 5000',
      message: 'for the ants',
      reference: 'RF18 5390',
      state: 'settled',
      note: null,
    },
    bank_debits: {
      id: randomUUID(),
      statement_id: statement!,
      amount_rappen: 66_007,
      booked_on: day,
      bank_reference: 'OUT-1',
      creditor_iban: 'SE45 5001',
      fingerprint: sha256,
    },
    payments: {
      id: payment!,
      account_id: id,
      method: 'bank',
      amount_rappen: 66_005,
      received_on: day,
      provider_ref: null,
      bank_entry_id: entry!,
      operator_ref: null,
      booked_at: new Date('2026-03-02T09:00:07.000Z'),
    },
    payment_attempts: {
      id: randomUUID(),
      account_id: id,
      kind: 'checkout',
      order_id: order!,
      invoice_id: null,
      amount_rappen: 66_006,
      state: 'failed',
      session_id: `cs_${id}`,
      intent_id: `pi_${id}`,
      pay_at: 'https://cards.example/pay',
      card: `pm_of ${id}`,
      is_final: true,
      decline_code: 'insufficient_funds',
      needs_authentication: true,
      created_at: time,
      settled_at: new Date('2026-03-02T09:00:08.000Z'),
    },
    provider_events: { id: `evt_${id}`, kind: 'charge', raw: '{}', received_at: time, handled_at: null },
    notices: {
      id: randomUUID(),
      kind: 'withdrawal',
      full_name: aBuyer.fullName,
      email: aBuyer.email,
      contract: 'the one of March',
      locale: 'sv',
      received_at: time,
    },
  } as const satisfies Partial<Record<keyof Schema, Record<string, unknown>>>;
}

/** In the order in which rows refer to each other, in one transaction. */
export async function insertBooks(kysely: Kysely<Schema>, books: Partial<ReturnType<typeof someBooks>>): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    for (const [table, row] of Object.entries(books))
      await trx
        .insertInto(table as 'customers')
        .values(row as Rows as never)
        .execute();
  });
}
