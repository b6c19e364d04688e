import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderRequest } from '../../../shared/api/orders.ts';
import { apiPaths, orderPath } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, anOrderRequest } from '../../../tests/factories/billing.ts';
import { anAccount } from '../../../tests/factories/records.ts';

let api: TestApi;
const open = async (salesOpen: string) => {
  api = await createTestApi({ SALES_OPEN: salesOpen });
  api.time.now = new Date('2026-11-24T10:00:00Z');
};
beforeEach(() => open('ch,eu-business'), 60_000);
afterEach(() => api.close());

const problemOf = async (answer: { json(): { code?: string }; statusCode: number } | Promise<never>) => {
  const { statusCode, json } = (await answer) as { statusCode: number; json(): { code?: string } };
  return [statusCode, json().code];
};

it('sells to nobody unless sales are open, and to nobody whom they are not open to', async () => {
  const foreign = aBuyerAt(api);
  await foreign.give({ country: 'IT' });
  expect(await problemOf(await foreign.order())).toEqual([403, 'sales-closed']);
  await api.close();
  await open('');
  const buyer = aBuyerAt(api);
  for (const method of ['card', 'invoice'] as const) {
    expect(await problemOf(await buyer.order({ method }))).toEqual([403, 'sales-closed']);
  }
  await buyer.give();
  for (const method of ['card', 'invoice'] as const)
    expect(await problemOf(await buyer.order({ method }))).toEqual([403, 'sales-closed']);
  expect((await buyer.subscription()).sales).toEqual({ isOpen: false, audiences: [] });
  expect(await api.database.kysely.selectFrom('orders').select('id').execute()).toEqual([]);
});

it('offers nothing in a country in which it sells to nobody, also before billing data are known', async () => {
  await api.close();
  await open('eu-business');
  const isOfferedIn = async (country: string) => {
    const account = anAccount({ country });
    await api.database.kysely.insertInto('accounts').values(account).execute();
    return (await aBuyerAt(api, account.id).subscription()).sales.isOpen;
  };
  expect([await isOfferedIn('CH'), await isOfferedIn('SE')]).toEqual([false, true]);
});

it('needs billing data, and sells the add-on to nobody before there is an offline mode', async () => {
  const buyer = aBuyerAt(api);
  expect((await buyer.order()).json()).toMatchObject({ code: 'validation-failed', errors: [{ pointer: '/customer' }] });
  await buyer.give();
  const addOn = { product: 'offline-add-on', totalRappen: 900 } as const;
  expect(await problemOf(await buyer.order(addOn))).toEqual([403, 'sales-closed']);
});

const wrong: [string, Partial<OrderRequest>, number, string][] = [
  ['another total', { totalRappen: 1 }, 409, 'order-changed'],
  ['the total of another plan', { product: 'high' }, 409, 'order-changed'],
  ['a period that is not sold', { product: 'moderate', months: 2 as 1 }, 422, 'validation-failed'],
  ['unticked terms', { confirmations: { terms: false, immediateStart: true } }, 422, 'confirmation-missing'],
  ['no documents', { documents: [] }, 409, 'documents-changed'],
  ['another sentence', { shownSentences: { terms: 'ab'.repeat(32) } }, 409, 'confirmations-changed'],
];
it.each(wrong)('refuses %s, and nothing is owed', async (_, given, status, code) => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  expect(await problemOf(await buyer.order(given))).toEqual([status, code]);
  expect((await buyer.subscription()).state).toBe('free');
});

it('asks consumers alone who can withdraw whether it is to start before that', async () => {
  await api.close();
  await open('ch,eu-consumer');
  const untold = { confirmations: { terms: true, immediateStart: false } } as const;
  const [inSwitzerland, abroad] = [aBuyerAt(api), aBuyerAt(api)];
  await inSwitzerland.give();
  expect((await inSwitzerland.order(untold)).statusCode).toBe(201);
  await abroad.give({ country: 'IE' });
  expect(await problemOf(await abroad.order(untold))).toEqual([422, 'confirmation-missing']);
  expect((await abroad.order()).statusCode).toBe(201);
});

it('takes nothing else under a key than what was agreed, whatever of it is other', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  const first = await buyer.order({}, 'agreed');
  expect(first.statusCode).toBe(201);
  const agreed = anOrderRequest(api.time.now);
  const others: Partial<OrderRequest>[] = [
    { product: 'high' },
    { months: 4 },
    { totalRappen: agreed.totalRappen + 1 },
    { locale: 'sv' },
    { confirmations: { terms: true, immediateStart: false } },
    { documents: agreed.documents.slice(1) },
    { shownSentences: { ...agreed.shownSentences, terms: '0'.repeat(64) } },
  ];
  const answers = [];
  for (const other of others) answers.push(await problemOf(await buyer.order(other, 'agreed')));
  expect(answers).toEqual(others.map(() => [422, 'idempotency-key-reused']));
  await buyer.give({ fullName: 'Somebody Else' });
  expect(await problemOf(await buyer.order({}, 'agreed'))).toEqual([422, 'idempotency-key-reused']);
  await buyer.give();
  expect((await buyer.order({}, 'agreed')).json()).toEqual(first.json());
});

it('takes an order once for its key, and one at a time', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  const first = await buyer.order({}, 'key');
  expect(first.statusCode).toBe(201);
  expect((await buyer.order({}, 'key')).json()).toEqual(first.json());
  const other = { months: 4, totalRappen: plans.moderate.fourMonthRappen } as const;
  expect(await problemOf(await buyer.order(other, 'key'))).toEqual([422, 'idempotency-key-reused']);
  expect(await problemOf(await buyer.order())).toEqual([409, 'payment-pending']);
  await buyer.pay();
  expect((await buyer.order({}, 'key')).json()).toMatchObject({ state: 'paid', invoice: null });
  expect(await problemOf(await buyer.order())).toEqual([409, 'subscription-exists']);
  expect(await buyer.invoices()).toHaveLength(1);
});

it('refuses a key that came with anything else, and does what was asked once', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order({}, 'order');
  const [refused, cancel] = [[422, 'idempotency-key-reused'], { action: 'cancel', followedBy: 'free' }] as const;
  const unread = { confirmations: { terms: true, immediateStart: false } };
  for (const given of [{ locale: 'fr' as const }, unread, { documents: [] }, { shownSentences: {} }])
    expect(await problemOf(await buyer.order(given, 'order'))).toEqual(refused);
  await buyer.pay();
  expect(await problemOf(await buyer.act(cancel, 'order'))).toEqual(refused);

  const endsOn = async () => (await buyer.subscription()).subscription!.endsOn;
  expect((await buyer.act(cancel, 'key')).statusCode).toBe(200);
  expect(await problemOf(await buyer.act({ action: 'resume' }, 'key'))).toEqual(refused);
  expect(await problemOf(await buyer.act({ action: 'cancel', followedBy: 'close' }, 'key'))).toEqual(refused);
  expect(await problemOf(await buyer.act({ action: 'pay' }, 'key'))).toEqual(refused);
  expect(await problemOf(await buyer.order({}, 'key'))).toEqual(refused);
  expect(await endsOn()).not.toBeNull();
  expect((await buyer.act({ action: 'resume' })).statusCode).toBe(200);
  // A reply that was lost is asked for again, and undoes nothing that came after it.
  expect((await buyer.act(cancel, 'key')).statusCode).toBe(200);
  expect(await endsOn()).toBeNull();

  const { actions } = await buyer.subscription();
  const offer = actions.find(
    ({ action, product, months }) => action === 'change' && product === 'high' && months === 1,
  )!;
  const change = { action: 'change', product: 'high', months: 1, totalRappen: offer.dueNowRappen } as const;
  expect((await buyer.act(change, 'upgrade')).statusCode).toBe(200);
  expect(await problemOf(await buyer.act({ ...change, totalRappen: 1 }, 'upgrade'))).toEqual(refused);
  expect(await problemOf(await buyer.act(cancel, 'upgrade'))).toEqual(refused);
  await buyer.pay();
  expect((await buyer.act(change, 'upgrade')).statusCode).toBe(200);
  expect(await buyer.invoices()).toHaveLength(2);
});

it('keeps what was shown, word for word, and to whom it was sold', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  const { id } = (await buyer.order()).json();
  await buyer.give({ town: 'Baar' });
  const order = await api.database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(order.buyer).toMatchObject({ town: 'Zug' });
  expect(order.texts).toContainEqual(
    expect.objectContaining({ confirmation: 'immediateStart', text: expect.stringContaining('sofort') }),
  );
  expect(order.texts.filter(({ document }) => document).map(({ document }) => document)).toEqual([
    ...['terms', 'eula', 'ai-service-use-policy', 'privacy-policy'],
  ]);
});

it('a company abroad waits until its number is confirmed, and then owes the tax itself', async () => {
  const buyer = aBuyerAt(api);
  const company = { kind: 'business', company: 'Müller Ord AB', country: 'SE', vatNumber: 'SE556677889901' } as const;
  await buyer.give(company);
  const states = { unconfirmed: [503, 'vat-check-unavailable'], invalid: [422, 'vat-number-invalid'] } as const;
  for (const [vat_state, problem] of Object.entries(states)) {
    await api.database.kysely
      .updateTable('customers')
      .set({ vat_state: vat_state as 'invalid' })
      .execute();
    expect(await problemOf(await buyer.order())).toEqual(problem);
  }
  await api.database.kysely
    .updateTable('customers')
    .set({ vat_state: 'valid', vat_checked_at: api.time.now })
    .execute();
  expect((await buyer.order()).statusCode).toBe(201);
  const invoice = await api.database.kysely.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
  expect(invoice).toMatchObject({ tax_rule: 'reverse-charge', vat_rappen: 0, buyer: { company: 'Müller Ord AB' } });
});

it('charges Swiss VAT from the day of a registration on', async () => {
  const registration = {
    id: crypto.randomUUID(),
    regime: 'swiss',
    change: 'start',
    number: 'CHE123456789MWST',
  } as const;
  await api.database.kysely
    .insertInto('tax_registrations')
    .values({ ...registration, on_day: '2026-12-01', recorded_at: api.time.now })
    .execute();
  const [before, after] = [aBuyerAt(api), aBuyerAt(api)];
  await before.give();
  const taxOf = async (buyer: typeof before) => (await api.get(apiPaths.customer, buyer.userId)).json().tax;
  expect(await taxOf(before)).toEqual({ rule: 'not-registered', permille: 0 });
  expect((await before.order()).statusCode).toBe(201);
  api.time.now = new Date('2026-12-01T10:00:00Z');
  await after.give();
  expect(await taxOf(after)).toEqual({ rule: 'swiss-vat', permille: 81 });
  expect(await problemOf(await after.order())).toEqual([409, 'order-changed']);
  // 49.00 and 8.1 % of it.
  expect((await after.order({ totalRappen: 5297 })).statusCode).toBe(201);
  const [taxed] = await after.invoices();
  const row = await api.database.kysely
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', taxed!.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ vat_rappen: 397, tax_rule: 'swiss-vat', seller: { vatNumber: 'CHE123456789MWST' } });
  await after.pay();
  const changes = (await after.subscription()).actions.filter(({ action }) => action === 'change');
  // 195.00 and 8.1 % of it; nothing is to be paid twice on the first day.
  expect(changes).toContainEqual(
    expect.objectContaining({ product: 'high', months: 1, termRappen: 21080, dueNowRappen: 21080 - 5297 }),
  );
});

it('is nobody else’s business', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  const { id } = (await buyer.order()).json();
  expect((await api.get(orderPath(id), buyer.userId)).statusCode).toBe(200);
  expect((await api.get(orderPath(id), 'user_other')).json()).toMatchObject({ code: 'not-found' });
  expect((await api.get(orderPath(id))).json()).toMatchObject({ code: 'authentication-required' });
  expect((await aBuyerAt(api).act({ action: 'resume' })).json()).toMatchObject({ code: 'change-not-possible' });
});

it('goes back to Free or ends whatever address somebody else has given', async () => {
  const [first, other, second] = [aBuyerAt(api), aBuyerAt(api, 'user_other'), aBuyerAt(api, 'user_second')];
  const addresses = ['asa@customers.example', 'Asa+stranger@customers.example', 'asa+second@customers.example'];
  for (const [index, buyer] of [first, other, second].entries()) await buyer.give({ email: addresses[index]! });
  await first.order();
  await first.pay();
  await second.order();
  await second.pay();
  const toFree = { action: 'change', product: 'free', months: 1, totalRappen: 0 } as const;
  expect((await first.act({ action: 'cancel', followedBy: 'free' })).statusCode).toBe(200);
  expect((await second.act(toFree)).statusCode).toBe(200);
  expect((await second.subscription()).subscription).toMatchObject({ endsWith: 'free' });
});

it('an account that is restricted is offered nothing that it cannot have', async () => {
  const [free, buyer] = [aBuyerAt(api), aBuyerAt(api)];
  await free.give();
  await buyer.subscribe();
  const restrict = async (isOn: boolean) => {
    for (const { send } of [free, buyer]) await send('POST', apiPaths.accountRestriction, { isOn });
  };
  const offersOf = async ({ subscription }: typeof free) => (await subscription()).actions.map(({ action }) => action);
  const before = await offersOf(buyer);
  expect(before).toContain('change');
  await restrict(true);
  expect(await free.subscription()).toMatchObject({ sales: { isOpen: false }, isRestricted: true });
  expect(await problemOf(await free.order())).toEqual([403, 'account-restricted']);
  expect(await offersOf(buyer)).toEqual(['cancel']);
  expect(await problemOf(await buyer.act({ action: 'resume' }))).toEqual([403, 'account-restricted']);
  await restrict(false);
  expect(await free.subscription()).toMatchObject({ sales: { isOpen: true }, isRestricted: false });
  expect(await offersOf(buyer)).toEqual(before);
});

it('an account that is closed orders nothing', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await api.database.kysely.updateTable('accounts').set({ status: 'suspended' }).execute();
  expect(await problemOf(await buyer.order())).toEqual([403, 'account-suspended']);
  expect((await api.get(apiPaths.subscription, buyer.userId)).statusCode).toBe(200);
});

it('says who may buy of whom at most the country is known, whatever else sales are open to', async () => {
  const isOpenIn = async (country: string) => {
    const id = `user_${country}_without_billing`;
    await api.database.kysely.insertInto('accounts').values(anAccount({ id, country })).execute();
    return (await api.get(apiPaths.subscription, id)).json().sales.isOpen;
  };
  expect([await isOpenIn('CH'), await isOpenIn('IT')]).toEqual([true, true]);
  await api.close();
  await open('eu-business');
  expect([await isOpenIn('CH'), await isOpenIn('IT')]).toEqual([false, true]);
});

it('an invoice has the whole address of whoever sells', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order({ method: 'invoice' });
  const { seller } = await api.database.kysely.selectFrom('invoices').select('seller').executeTakeFirstOrThrow();
  expect(seller).toMatchObject({ street: 'Musterstrasse', houseNumber: '1', postalCode: '6300', town: 'Zug' });
});
