import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someBooks } from '../../../tests/factories/book-records.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import type { Database } from '../../database/database.ts';
import { issueInvoice } from './invoices.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(() => remove());

const now = new Date('2026-11-24T10:00:00Z');

class Undone extends Error {}

it('fifty invoices at once, a third of them undone: no gap, no double, and days that never fall', async () => {
  const { orders, subscriptions } = someBooks(anAccount());
  await database.kysely.insertInto('orders').values(orders).execute();
  await database.kysely.insertInto('subscriptions').values(subscriptions).execute();
  const issue = (index: number) =>
    database.kysely.transaction().execute(async (trx) => {
      await issueInvoice(
        trx,
        {
          accountId: orders.account_id,
          subscriptionId: subscriptions.id,
          orderId: null,
          termNumber: 1,
          method: 'invoice',
          buyer: JSON.parse(orders.buyer),
          locale: 'sv',
          tax: { rule: 'not-registered', permille: 0 },
          dueOn: '2026-12-31',
          lines: [
            {
              product: 'moderate',
              months: 1,
              from: '2026-12-31',
              until: '2027-01-31',
              netRappen: 100 + index,
              reason: 'term',
            },
          ],
        },
        index % 2 ? '2026-11-24' : '2026-11-25',
        now,
      );
      if (index % 3 === 0) throw new Undone();
    });
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => issue(index)));
  const undone = results.filter((result) => result.status === 'rejected');
  expect(undone.every(({ reason }) => reason instanceof Undone)).toBe(true);
  const rows = await database.kysely
    .selectFrom('invoices')
    .select(['number', 'issued_on', 'reference'])
    .orderBy('number')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 - undone.length }, (_, index) => index + 1));
  const days = rows.map(({ issued_on }) => issued_on);
  expect(days).toEqual(days.toSorted());
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length);
});

it('refuses lines that do not add up, a number twice, and more than was paid or is owed', async () => {
  const account = anAccount();
  const { orders, subscriptions, invoices, invoice_lines, bank_statements, bank_entries, payments } =
    someBooks(account);
  const insert = (lines: object) =>
    database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('orders').values(orders).execute();
      await trx.insertInto('subscriptions').values(subscriptions).execute();
      await trx.insertInto('invoices').values(invoices).execute();
      await trx
        .insertInto('invoice_lines')
        .values({ ...invoice_lines, ...lines })
        .execute();
    });
  await expect(insert({ net_rappen: 1 })).rejects.toThrow('do not add up');
  await insert({});
  const again = { ...invoices, id: randomUUID(), reference: 'another' };
  await expect(database.kysely.insertInto('invoices').values(again).execute()).rejects.toMatchObject({ code: '23505' });
  await database.kysely.insertInto('bank_statements').values(bank_statements).execute();
  await database.kysely.insertInto('bank_entries').values(bank_entries).execute();
  await database.kysely.insertInto('payments').values(payments).execute();
  const allocate = (amount_rappen: number) =>
    database.kysely
      .insertInto('allocations')
      .values({ id: randomUUID(), payment_id: payments.id, invoice_id: invoices.id, amount_rappen, allocated_at: now })
      .execute();
  await expect(allocate(66_005)).rejects.toThrow('than its total');
  await allocate(66_004);
  await expect(allocate(2)).rejects.toThrow();
});

it('refuses a gap or an overlap between terms, and two live subscriptions', async () => {
  const { orders, subscriptions } = someBooks(anAccount());
  await database.kysely.insertInto('orders').values(orders).execute();
  await database.kysely.insertInto('subscriptions').values(subscriptions).execute();
  const term = (number: number, from: string, until: string) =>
    sql`
    insert into terms (subscription_id, number, product, months, from_on, until_on)
      values (${subscriptions.id}, ${number}, 'moderate', 1, ${from}::date, ${until}::date)`.execute(database.kysely);
  await term(1, '2026-01-31', '2026-02-28');
  await expect(term(2, '2026-03-01', '2026-03-31')).rejects.toMatchObject({ code: '23503' });
  await expect(term(2, '2026-02-20', '2026-03-31')).rejects.toMatchObject({ code: '23503' });
  await expect(term(3, '2026-02-28', '2026-03-31')).rejects.toMatchObject({ code: '23503' });
  await term(2, '2026-02-28', '2026-03-31');
  const live = { ...subscriptions, state: 'active', ends_on: null, end_reason: null, ended_at: null } as const;
  const insertLive = async () => {
    const order = { ...orders, id: randomUUID(), idempotency_key: null };
    await database.kysely.insertInto('orders').values(order).execute();
    await database.kysely
      .insertInto('subscriptions')
      .values({ ...live, id: randomUUID(), order_id: order.id, next_check_on: '2026-03-31' })
      .execute();
  };
  await insertLive();
  await expect(insertLive()).rejects.toMatchObject({ code: '23505' });
});
