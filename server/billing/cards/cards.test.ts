import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import {
  anOrder,
  type CardWorld,
  cardDependencies,
  cardRecords,
  startCardWorld,
} from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { sendRaw } from '../../../tests/factories/raw-request.ts';
import { openCheckout, refreshAttempts } from './cards.ts';
import { findTakenRappen } from './settlement.queries.ts';
import { applyRecentEvents, sweep } from './sweep.ts';

const good = '4242424242424242';

/** What an operator would read. */
const errors: unknown[] = [];

let world: CardWorld;
let deps: ReturnType<typeof cardDependencies>;
let records: ReturnType<typeof cardRecords>;
beforeAll(async () => {
  world = await startCardWorld();
  records = cardRecords(world);
  deps = cardDependencies(world, errors);
});
beforeEach(async () => {
  errors.length = 0;
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterEach(async () => {
  await world.cards.control('fault', {});
  world.time.now = new Date();
});
afterAll(() => world.close());

describe('an order', () => {
  it.each(['by the page that waits', 'by the sweep', 'by the nightly pass'])(
    'is paid without a webhook, %s',
    async (by) => {
      const order = await anOrder(world);
      const { payAt } = await openCheckout(deps, order);
      expect(await openCheckout(deps, order)).toEqual({ payAt });
      await refreshAttempts(deps, order.accountId);
      expect(await records.statesOf(order.accountId)).toEqual(['open']);
      await enterCard(payAt, good);
      expect(await records.paymentsOf(order.accountId)).toEqual([]);
      if (by === 'by the page that waits') await refreshAttempts(deps, order.accountId);
      else if (by === 'by the sweep') {
        world.time.now = new Date(Date.now() + 120_000);
        await sweep(deps);
      } else await applyRecentEvents(deps);
      expect(await records.statesOf(order.accountId)).toEqual(['succeeded']);
      expect(await records.paymentsOf(order.accountId)).toMatchObject([
        { amount_rappen: order.amountRappen, method: 'card' },
      ]);
      expect(await records.customerOf(order.accountId)).toMatchObject({
        card_brand: 'visa',
        card_last4: '4242',
        card_expires_on: '2040-12-31',
      });
    },
  );

  it('that is booked late counts for the day on which it was paid', async () => {
    const order = await anOrder(world);
    const { payAt } = await openCheckout(deps, order);
    await enterCard(payAt, good);
    const [charge] = await records.chargedOf(order.accountId);
    const days = 40;
    await world.cards.control('paid-earlier', { payment_intent: charge!.id, seconds: days * 24 * 60 * 60 });
    // Our clock is ahead of the provider's, where an operator has moved it.
    world.time.now = new Date('2031-02-03T12:00:00Z');
    await refreshAttempts(deps, order.accountId);
    expect(await records.paymentsOf(order.accountId)).toMatchObject([{ received_on: '2030-12-25' }]);
  });

  it('is paid once by webhooks that come twenty times and in reverse', async () => {
    await world.cards.control('webhooks', { mode: 'hold' });
    const order = await anOrder(world);
    const { payAt } = await openCheckout(deps, order);
    await enterCard(payAt, '4000000000009995');
    await enterCard(payAt, good);
    await world.cards.control('webhooks', { mode: 'send', copies: 20, reversed: true });
    await expect.poll(() => listEvents(), { timeout: 20_000 }).toContain('payment_intent.payment_failed');
    await world.runDueJobs();
    expect(await records.paymentsOf(order.accountId)).toHaveLength(1);
    expect(await records.statesOf(order.accountId)).toEqual(['succeeded']);
    expect(await records.chargedOf(order.accountId)).toHaveLength(1);
  });

  it('of somebody else at the same provider is none of ours, whatever they call it', async () => {
    await world.cards.control('webhooks', { mode: 'hold' });
    const customer = await world.provider.createCustomer({ accountId: 'theirs' }, randomUUID());
    const payment = { amountRappen: 4_900, product: 'Theirs', debt: 'theirs' };
    const urls = { successUrl: 'http://127.0.0.1/', cancelUrl: 'http://127.0.0.1/' };
    const wanted = { customer, attemptId: 'theirs', payment, locale: 'de', ...urls } as const;
    const { url } = await world.provider.openCheckout(wanted, randomUUID());
    await enterCard(url!, good);
    const before = await unhandledEvents();
    await world.cards.control('webhooks', { mode: 'send' });
    await expect.poll(unhandledEvents, { timeout: 20_000 }).toBeGreaterThan(before);
    expect(await world.runDueJobs()).toEqual([]);
    expect(await unhandledEvents()).toBe(0);
  });

  it('that is charged another amount than was asked for is given back', async () => {
    const order = await anOrder(world);
    const { payAt } = await openCheckout(deps, order);
    await enterCard(payAt, good);
    const [attempt] = await records.attemptsOf(order.accountId);
    await world.database.kysely
      .updateTable('payment_attempts')
      .set({ amount_rappen: order.amountRappen - 1 })
      .where('id', '=', attempt!.id)
      .execute();
    await refreshAttempts(deps, order.accountId);
    await sweep(deps);
    const [payment] = await records.paymentsOf(order.accountId);
    const refunds = await world.database.kysely
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', payment!.id)
      .execute();
    expect(refunds).toMatchObject([{ amount_rappen: order.amountRappen, state: 'sent' }]);
    expect(await world.provider.getRefund(refunds[0]!.provider_ref!)).toMatchObject({ state: 'done' });
  });

  it('asks for one page at a time, and the one before can no longer be paid on', async () => {
    const order = await anOrder(world);
    const { payAt } = await openCheckout(deps, order);
    const { payAt: second } = await openCheckout(deps, { accountId: order.accountId, amountRappen: 0 });
    expect((await enterCard(payAt, good)).status).toBe(410);
    expect((await enterCard(second, good)).status).toBe(303);
    await refreshAttempts(deps, order.accountId);
    expect(await records.statesOf(order.accountId)).toEqual(['expired', 'succeeded']);
    expect(await records.chargedOf(order.accountId)).toEqual([]);
  });

  it('says that the provider does not answer, and goes on when it does', async () => {
    const order = await anOrder(world);
    await world.cards.control('fault', { kind: 'lost', call: 'POST /v1/checkout' });
    await expect(openCheckout(deps, order)).rejects.toMatchObject({ code: 'card-provider-unreachable' });
    await world.cards.control('fault', {});
    const { payAt } = await openCheckout(deps, order);
    await enterCard(payAt, good);
    await refreshAttempts(deps, order.accountId);
    expect(await records.statesOf(order.accountId)).toEqual(['succeeded']);
    const events = await world.provider.listEvents(1);
    expect(events.filter(({ type }) => type === 'checkout.session.completed').length).toBeGreaterThan(0);
  });
});

async function unhandledEvents(): Promise<number> {
  const events = world.database.kysely.selectFrom('provider_events').where('handled_at', 'is', null);
  return (await events.select('id').execute()).length;
}

async function listEvents(): Promise<string[]> {
  const rows = await world.database.kysely.selectFrom('provider_events').select('kind').execute();
  return rows.map(({ kind }) => kind);
}

describe('what claims to come from the provider', () => {
  const post = (body: string, signature?: string) =>
    fetch(world.origin + apiPaths.cardWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
      body,
    });

  const event = {
    id: 'evt_signed',
    object: 'event',
    type: 'charge.updated',
    data: { object: { object: 'x', id: 'x' } },
  };
  const signed = (body: string, { secondsAgo = 0, secret = world.config.cards!.webhookSecret } = {}) => {
    const time = Math.floor(Date.now() / 1000) - secondsAgo;
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
  };
  const whole = JSON.stringify(event);

  it.each<[string, string, (body: string) => string]>([
    ['six minutes old', whole, (body) => signed(body, { secondsAgo: 360 })],
    ['signed by another', whole, (body) => signed(body, { secret: 'whsec_another' })],
    ['changed since', whole.replace('updated', 'expired'), () => signed(whole)],
    ['oversized', JSON.stringify({ ...event, more: 'x'.repeat(65_536) }), (body) => signed(body)],
    ['without an id', JSON.stringify({ ...event, id: null }), (body) => signed(body)],
    ['named with a zero character', JSON.stringify({ ...event, id: 'evt_1\0' }), (body) => signed(body)],
    ['of a kind with one', JSON.stringify({ ...event, type: 'charge.updated\0' }), (body) => signed(body)],
  ])('is refused with a whole signature when it is %s', async (_what, body, sign) => {
    const response = await post(body, sign(body));
    expect([response.status, (await response.json()).code]).toEqual([400, 'webhook-signature-invalid']);
    expect(await listEvents()).not.toContain('charge.updated');
  });

  it('is taken with such a signature when it is none of that', async () => {
    // Also beside a scheme that the provider may add one day.
    expect((await post(whole, `${signed(whole, { secondsAgo: 200 })},v2=YWJj`)).status).toBe(200);
    expect(await listEvents()).toContain('charge.updated');
  });

  it('is learned of in the night when it is too large, and what comes after it is taken', async () => {
    const order = await anOrder(world);
    await enterCard((await openCheckout(deps, order)).payAt, good);
    await refreshAttempts(deps, order.accountId);
    const [charge] = await records.chargedOf(order.accountId);
    await world.cards.control('dispute', { payment_intent: charge!.id, status: 'needs_response' });
    const told = (await world.provider.listEvents(1)).find(({ subject }) => subject.kind === 'dispute')!;
    const evidence = { uncategorized_text: 'x'.repeat(150_000) };
    const object = { object: 'dispute', id: told.subject.id, evidence };
    const large = JSON.stringify({ id: told.id, object: 'event', type: told.type, data: { object } });
    const next = JSON.stringify({ ...event, id: 'evt_next' });
    expect((await post(large, signed(large))).status).toBe(400);
    expect((await post(next, signed(next))).status).toBe(200);
    await sweep(deps);
    expect(await findTakenRappen(world.database.kysely, charge!.id)).toBe(0);
    await applyRecentEvents(deps);
    expect(await findTakenRappen(world.database.kysely, charge!.id)).toBe(order.amountRappen);
  });

  it.each([
    ['no signature', ''],
    ['an empty one', 'stripe-signature:\r\n'],
    ['one without a time', `stripe-signature: v1=${'0'.repeat(64)}\r\n`],
    ['a time alone', 'stripe-signature: t=1764280000\r\n'],
    ['a time that is none', `stripe-signature: t=NaN,v1=${'0'.repeat(64)}\r\n`],
    ['half a signature', `stripe-signature: t=1764280000,v1=${'0'.repeat(63)}\r\n`],
    ['two of them', `stripe-signature: t=1764280000,v1=${'0'.repeat(64)}\r\n`.repeat(2)],
  ])('is refused before its body is sent with %s', async (_what, header) => {
    // Only the head: whoever waited for the body would never answer.
    const head = `POST ${apiPaths.cardWebhook} HTTP/1.1\r\nhost: 127.0.0.1\r\n${header}content-length: 60000\r\n\r\n`;
    const answer = await sendRaw(world.config.port, head);
    expect([answer.status, answer.headers.connection]).toEqual([400, 'close']);
    expect(answer.body).toContain('"webhook-signature-invalid"');
  });

  it.each([
    ['unsigned', '{}', undefined],
    ['forged', '{"id":"evt_x"}', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`],
    ['old', '{}', `t=1000000000,v1=${'0'.repeat(64)}`],
    ['oversized', 'x'.repeat(70_000), `t=1764280000,v1=${'0'.repeat(64)}`],
    ['empty', '', `t=1764280000,v1=${'0'.repeat(64)}`],
  ])('is refused and not stored when it is %s', async (_what, body, signature) => {
    const before = (await listEvents()).length;
    const response = await post(body, signature);
    expect([response.status, (await response.json()).code]).toEqual([400, 'webhook-signature-invalid']);
    expect(await listEvents()).toHaveLength(before);
  });
});
