import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PossibleAction, SubscriptionRequest } from '../../../shared/api/subscription.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { findPrice } from '../../../shared/business/sales.ts';
import { developmentWebhookSecret } from '../../../shared/configuration.ts';
import { addDays } from '../../../shared/days.ts';
import { aBuyerAt, findFaults, moveTo } from '../../../tests/factories/billing.ts';
import { type CardStep, type CardStory, cardStory } from '../../../tests/factories/card-story.ts';
import { type CardWorld, cardDependencies, startCardWorld } from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { forgetBilling } from '../../../tests/factories/forget-billing.ts';
import { compareWithProvider, findChargesByHand } from './cards.ts';
import { chargeDue } from './charges.ts';
import { handleEvent } from './events.ts';
import { applyRecentEvents, sweep } from './sweep.ts';

/** More of them by hand: BILLING_RUNS=300 BILLING_SEED=1 npm test -- card-model (docs/operations.md). */
const runs = Number(process.env.BILLING_RUNS ?? 5);
const seed = process.env.BILLING_SEED === undefined ? {} : { seed: Number(process.env.BILLING_SEED) };

/** Of what has happened in a story, by the machine's clock. */
const hours = 24;

let world: CardWorld;
beforeAll(async () => {
  world = await startCardWorld({ SALES_OPEN: 'ch,eu-consumer' });
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterAll(() => world.close());

async function follow({ from, abroad, steps }: CardStory): Promise<void> {
  const { cards, provider, database } = world;
  await forgetBilling(world);
  await cards.control('forget', {});
  await cards.control('fault', {});
  let today = from;
  let minute = 0;
  const now = () => {
    minute += 1;
    return new Date(new Date(`${today}T08:00:00Z`).getTime() + (minute % 900) * 60_000);
  };
  world.time.now = now();
  const deps = cardDependencies(world);
  const buyer = aBuyerAt(world);
  await buyer.give(abroad ? { country: 'IE', locale: 'en' } : {});
  const told = new Set<string>();
  const byHand = new Set<string>();
  let isFaulty = false;

  /** Nothing may break; what the provider does not do is a refusal that is told. */
  const expectTold = ({ statusCode, body }: { statusCode: number; body: string }) =>
    expect([200, 201, 403, 404, 409, 503], body).toContain(statusCode);
  const enter = async (answer: Awaited<ReturnType<typeof buyer.act>>, number: string) => {
    expectTold(answer);
    const { payAt } = answer.json();
    if (payAt) await enterCard(payAt, number);
  };
  const find = async (action: PossibleAction['action'], offer: object = {}) => {
    const { actions } = await buyer.subscription();
    return actions.find((each) => expect.objectContaining({ action, ...offer }).asymmetricMatch(each));
  };
  const charges = async () =>
    (await provider.listRecentCharges(hours)).filter(({ state }) => state === 'paid').reverse();
  /** What neither was given back nor is held by a bank. */
  const keptOf = async ({ id, amountRappen }: { id: string; amountRappen: number }) => {
    const refunds = (await provider.listRefunds(id)).filter(({ state }) => state !== 'failed');
    const disputes = (await provider.listDisputes(id)).filter(({ state }) => state === 'open' || state === 'lost');
    const sumOf = (parts: readonly { amountRappen: number }[]) =>
      parts.reduce((sum, part) => sum + part.amountRappen, 0);
    return { refunded: sumOf(refunds), held: sumOf(disputes), kept: amountRappen - sumOf(refunds) - sumOf(disputes) };
  };
  const customer = () =>
    database.kysely
      .selectFrom('customers')
      .select(['stripe_customer_id', 'card_payment_method'])
      .where('account_id', '=', buyer.userId)
      .executeTakeFirstOrThrow();

  async function act(step: CardStep): Promise<void> {
    switch (step.do) {
      case 'order': {
        const { product, months, card } = step;
        const totalRappen = findPrice(product, months)!;
        return enter(await buyer.order({ product, months, method: 'card', totalRappen }), card);
      }
      case 'change': {
        const { product, months, card } = step;
        const possible = await find('change', { product, months });
        if (!possible) return;
        const { dueNowRappen: totalRappen, termRappen } = possible;
        return enter(await buyer.act({ action: 'change', product, months, totalRappen, termRappen }), card);
      }
      case 'pay':
      case 'card':
        if (await find(step.do)) await enter(await buyer.act({ action: step.do }), step.card);
        return;
      case 'cancel':
      case 'resume':
      case 'withdraw': {
        const request = { action: step.do, ...(step.do === 'cancel' && { followedBy: 'free' }) } as SubscriptionRequest;
        if (await find(step.do)) expectTold(await buyer.act(request));
        return;
      }
      case 'wait':
        for (let day = 0; day < step.days; day += 1) {
          today = addDays(today, 1);
          await moveTo(world, now().toISOString());
          await chargeDue(deps);
        }
        return;
      case 'decline': {
        const { stripe_customer_id: id } = await customer();
        const { decline } = step;
        if (id && (await provider.hasCustomer(id)))
          await cards.control('decline', { customer: id, ...(decline && { decline }) });
        return;
      }
      case 'refund': {
        const charge = (await charges()).at(step.charge);
        const left = charge ? await keptOf(charge) : undefined;
        if (!charge || !left || left.held > 0 || left.kept < step.share) return;
        await cards.control('refund-by-hand', { payment_intent: charge.id, amount: Math.ceil(left.kept / step.share) });
        return;
      }
      case 'dispute': {
        const charge = (await charges()).at(step.charge);
        if (!charge) return;
        const { kept } = await keptOf(charge);
        const known = await provider.listDisputes(charge.id);
        const isNew = step.dispute === 'another' || known.length === 0;
        // A bank takes no more than there is, and what it has decided stays so.
        if (
          isNew
            ? kept < step.share
            : known[0]!.state === 'lost' ||
              known[0]!.state === 'won' ||
              (kept < known[0]!.amountRappen && known[0]!.state === 'inquiry')
        )
          return;
        const { status, dispute } = step;
        const amount = isNew ? Math.ceil(kept / step.share) : undefined;
        await cards.control('dispute', { payment_intent: charge.id, status, dispute, ...(amount && { amount }) });
        return;
      }
      case 'remove-customer': {
        const { stripe_customer_id: id } = await customer();
        if (id) await provider.removeCustomer(id);
        return;
      }
      case 'detach-card': {
        const { card_payment_method: id } = await customer();
        if (id) await provider.detachCard(id);
        return;
      }
      case 'renew-card': {
        const { card_payment_method: id } = await customer();
        const renewed = { last4: '1881', exp_month: 3, exp_year: 2041 };
        if (id) await cards.control('renew-card', { payment_method: id, ...renewed });
        return;
      }
      case 'charge-by-hand': {
        const { stripe_customer_id: id } = await customer();
        if (!id || !(await provider.hasCustomer(id))) return;
        const known = new Set((await charges()).map((each) => each.id));
        await cards.control('charge-by-hand', { amount: step.amount, customer: id });
        for (const each of await charges()) if (!known.has(each.id)) byHand.add(each.id);
        return;
      }
      case 'fault':
        isFaulty = true;
        await cards.control('fault', { kind: step.kind, call: step.call, times: 2 });
        return;
      case 'events':
        return deliver(step.how);
      case 'sweep':
        return sweep(deps);
      case 'night':
        return applyRecentEvents(deps);
    }
  }

  async function deliver(how: 'told' | 'backwards' | 'twice' | 'lost'): Promise<void> {
    const events = (await provider.listEvents(hours)).filter(({ id }) => !told.has(id)).reverse();
    for (const { id } of events) told.add(id);
    if (how === 'lost') return;
    for (const { id, type, subject } of how === 'backwards' ? events.toReversed() : events)
      for (let time = 0; time < (how === 'twice' ? 2 : 1); time += 1) {
        const object = { object: subject.kind, id: subject.id };
        const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
        const seconds = Math.floor(Date.now() / 1000);
        const signature = createHmac('sha256', developmentWebhookSecret).update(`${seconds}.${payload}`).digest('hex');
        const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` };
        const { statusCode } = await world.app.inject({ method: 'POST', url: apiPaths.cardWebhook, headers, payload });
        expect(statusCode).toBe(200);
        await handleEvent(deps, id);
      }
  }

  for (const step of steps) {
    world.time.now = now();
    try {
      await act(step);
    } catch (error) {
      // The provider was told to fail: what was asked of it is asked again.
      if (
        !isFaulty ||
        !(error instanceof Error) ||
        !/Answered|Refused|fetch failed|Unreachable/.test(`${error.name} ${error.message}`)
      )
        throw error;
    }
    if (step.do !== 'fault' && isFaulty) {
      await cards.control('fault', {});
      isFaulty = false;
    }
    await moveTo(world, now().toISOString());
  }

  // Once everybody has been asked, both sides say the same.
  for (let round = 0; round < 3; round += 1) {
    minute += 20;
    await moveTo(world, now().toISOString());
    await sweep(deps);
    await applyRecentEvents(deps);
  }
  await compare();

  async function compare(): Promise<void> {
    const { rows: booked } = await sql<{
      id: string;
      amount: number;
      used: number;
      refunded: number;
      unsent: number;
      held: number;
    }>`
      select p.provider_ref as id, p.amount_rappen as amount,
        (select coalesce(sum(amount_rappen), 0)::integer from allocations where payment_id = p.id) as used,
        (select coalesce(sum(amount_rappen), 0)::integer from refunds where payment_id = p.id and state = 'sent'
          and reason <> 'chargeback') as refunded,
        (select coalesce(sum(amount_rappen), 0)::integer from refunds where payment_id = p.id and state <> 'sent') as unsent,
        (select coalesce(sum(amount_rappen), 0)::integer from refunds where payment_id = p.id and reason = 'chargeback') as held
      from payments p where p.method = 'card' order by p.provider_ref`.execute(database.kysely);
    const shown = [];
    const left = [];
    for (const charge of await charges()) {
      const { refunded, held, kept } = await keptOf(charge);
      if (byHand.has(charge.id))
        left.push(...(kept > 0 ? [{ id: charge.id, kept: `CHF ${(kept / 100).toFixed(2)}` }] : []));
      else shown.push({ id: charge.id, amount: charge.amountRappen, refunded, held });
    }
    const inOrder = <Row extends { id: string }>(rows: Row[]) =>
      rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(booked.map(({ id, amount, refunded, held }) => ({ id, amount, refunded, held }))).toEqual(inOrder(shown));
    for (const { id, amount, used, refunded, unsent, held } of booked)
      expect(used + refunded + unsent + held, `of ${id} everything is for something`).toBe(amount);
    expect(inOrder(await findChargesByHand(world, hours))).toEqual(inOrder(left));
    expect(await compareWithProvider(deps, hours * 400)).toEqual([]);
    // A refund that the provider refuses, because a bank holds the charge, is told to a person.
    expect((await findFaults(world)).filter((fault) => !fault.startsWith('refunds'))).toEqual([]);
  }
}

/** A bank takes what was paid twice for the same order, before it is given back. */
const takenBeforeRefund: CardStory = {
  from: '2026-11-09',
  abroad: true,
  steps: [
    { do: 'order', product: 'moderate', months: 1, card: '4242424242424242' },
    { do: 'dispute', charge: 0, share: 1, status: 'lost', dispute: 'latest' },
    { do: 'withdraw' },
    { do: 'order', product: 'moderate', months: 1, card: '4242424242424242' },
    { do: 'events', how: 'told' },
    { do: 'order', product: 'moderate', months: 1, card: '4242424242424242' },
    { do: 'wait', days: 1 },
  ],
};

/** It comes back from a bank, and somebody gives it back by hand before we know. */
const refundedBeforeReturn: CardStory = {
  from: '2026-11-09',
  abroad: false,
  steps: [
    { do: 'order', product: 'moderate', months: 1, card: '4242424242424242' },
    { do: 'dispute', charge: 0, share: 1, status: 'needs_response', dispute: 'latest' },
    { do: 'events', how: 'told' },
    { do: 'dispute', charge: 0, share: 1, status: 'warning_needs_response', dispute: 'latest' },
    { do: 'order', product: 'moderate', months: 1, card: '4242424242424242' },
    { do: 'cancel' },
    { do: 'wait', days: 1 },
    { do: 'refund', charge: 0, share: 1 },
  ],
};

it('billing by card agrees with the provider to the Rappen, whatever happens there in whatever order', {
  timeout: 36_000_000,
}, async () => {
  const examples: [CardStory][] = [[takenBeforeRefund], [refundedBeforeReturn]];
  await fc.assert(fc.asyncProperty(cardStory, follow), { numRuns: runs, examples, ...seed });
});
