import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { findExpired, removeExpired } from './retention.ts';
import { findOverdue } from './verify.ts';

const rules = product.retentionRules.filter(({ name }) => name === 'books');

let database: Database;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterEach(() => remove());

/** How many records the rule finds on a day, and removes; what is left is past no promise. */
async function removeOn(day: string): Promise<number> {
  const now = new Date(`${day}T12:00:00Z`);
  const ahead = now.getTime() - Date.now();
  await database.asOwner((owner) => sql`update service_clock set ahead_ms = ${ahead}`.execute(owner));
  const [expired] = await findExpired(database, rules, now);
  const [removed] = await removeExpired(database, rules, now);
  expect(removed!.error).toBeUndefined();
  expect(await findOverdue(database, now)).toEqual([]);
  return expired!.records;
}

const rowsOf = async (table: 'payments' | 'bank_entries' | 'bank_debits' | 'allocations' | 'refunds') =>
  (await database.kysely.selectFrom(table).select('id').execute()).length;

it('a payment is kept as long as the invoice of the next year that it has paid', async () => {
  const account = { id: 'user_1' };
  const { bank_statements, bank_entries, bank_debits, payments } = someBooks(account, { day: '2026-12-31' });
  const { orders, subscriptions, invoices, invoice_lines } = someBooks(account, {
    day: '2027-01-01',
    time: new Date('2027-01-01T09:00:00Z'),
  });
  const books = {
    bank_statements,
    bank_entries,
    bank_debits,
    payments,
    orders,
    subscriptions,
    invoices,
    invoice_lines,
  } as never;
  await insertBooks(database.kysely, books);
  await database.kysely
    .insertInto('allocations')
    .values({
      id: randomUUID(),
      payment_id: payments.id,
      invoice_id: invoices.id,
      amount_rappen: 66_004,
      allocated_at: new Date('2027-01-01T09:00:00Z'),
    })
    .execute();
  for (const day of ['2037-01-02', '2037-12-31']) expect(await removeOn(day)).toBe(0);
  expect([await rowsOf('payments'), await rowsOf('bank_entries'), await rowsOf('allocations')]).toEqual([1, 1, 1]);
  expect(await removeOn('2038-01-02')).toBeGreaterThan(0);
  expect([await rowsOf('payments'), await rowsOf('bank_entries'), await rowsOf('bank_debits')]).toEqual([0, 0, 0]);
});

it('a payment is kept as long as what was given back of it in the next year', async () => {
  const { bank_statements, bank_entries, payments } = someBooks({ id: 'user_1' }, { day: '2026-12-31' });
  await insertBooks(database.kysely, { bank_statements, bank_entries, payments } as never);
  const at = new Date('2027-01-05T09:00:00Z');
  const refund = { id: randomUUID(), payment_id: payments.id, amount_rappen: 1, reason: 'withdrawal' } as const;
  await database.kysely
    .insertInto('refunds')
    .values({ ...refund, state: 'sent', provider_ref: null, wanted_at: at, sent_at: at })
    .execute();
  for (const day of ['2037-01-02', '2037-12-31']) expect(await removeOn(day)).toBe(0);
  expect(await rowsOf('refunds')).toBe(1);
  expect(await removeOn('2038-01-02')).toBeGreaterThan(0);
  expect([await rowsOf('payments'), await rowsOf('bank_entries')]).toEqual([0, 0]);
});
