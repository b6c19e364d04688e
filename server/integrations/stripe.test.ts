import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CardsProcess, enterCard, startCardsProcess } from '../../tests/factories/cards-process.ts';
import { type CardsConfig, readCards } from '../config/cards.ts';
import { SettingsReader } from '../config/settings-reader.ts';
import { readSite } from '../config/site.ts';
import { type CardPayments, CardProviderRefused, CardProviderUnreachable } from './card-payments.ts';
import { connectStripe } from './stripe.ts';

/**
 * The same cases against the stand-in and, with `STRIPE_SANDBOX_KEY=sk_test_…`, against a sandbox of the real provider:
 * what differs there makes the stand-in wrong.
 */
const sandboxKey = process.env.STRIPE_SANDBOX_KEY;
const places = ['stand-in', ...(sandboxKey ? ['sandbox'] : [])] as const;

/** The sandbox's names of the cards whose numbers the stand-in takes. */
const cards = {
  good: ['4242424242424242', 'pm_card_visa'],
  declinedLater: ['4000000000000341', 'pm_card_chargeCustomerFail'],
  confirmedAlways: ['4000002760003184', 'pm_card_authenticationRequired'],
} as const;

let standIn: CardsProcess;
beforeAll(async () => {
  standIn = await startCardsProcess();
});
afterEach(() => standIn.control('fault', {}));
afterAll(() => standIn.close());

function configOf(environment: Record<string, string>): CardsConfig {
  const settings = new SettingsReader(environment);
  return readCards(settings, readSite(settings))!;
}

const sandboxConfig = () => ({ secretKey: sandboxKey!, webhookSecret: 'whsec_none', standIn: false, standInPort: 0 });

const addresses = {
  successUrl: 'http://localhost:9/done?c={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:9/back',
};

describe.each(places)('at the %s', (place) => {
  let provider: CardPayments;
  let sdk: Stripe;
  beforeAll(() => {
    const config = place === 'sandbox' ? sandboxConfig() : configOf(standIn.environment);
    provider = connectStripe(config);
    const { secretKey, host, port, protocol } = config as CardsConfig;
    sdk = new Stripe(secretKey, { maxNetworkRetries: 0, ...(host && { host, port, protocol }) } as Stripe.StripeConfig);
  });

  const key = () => randomUUID();
  const customerOf = () => provider.createCustomer({ accountId: randomUUID() }, key());

  /** Pages of the real provider are for people: there, its library attaches the card. */
  async function keepCard(customer: string, [number, name]: readonly [string, string]): Promise<string> {
    if (place === 'sandbox') return (await sdk.paymentMethods.attach(name, { customer })).id;
    const checkout = await provider.openCheckout({ customer, attemptId: key(), locale: 'de', ...addresses }, key());
    await enterCard(checkout.url!, number);
    const { setupId } = await provider.getCheckout(checkout.id);
    return (await provider.findSetupCard(setupId!))!;
  }

  const wanted = (customer: string, card: string, attemptId = key()) => ({
    customer,
    card,
    amountRappen: 4900,
    attemptId,
    debt: 'term 1',
    description: '2026-000001',
  });

  it('opens a page to pay on, once for a key, and closes it', async () => {
    const customer = await customerOf();
    const [attemptId, once] = [key(), key()];
    const open = () =>
      provider.openCheckout(
        {
          customer,
          attemptId,
          payment: { amountRappen: 17_600, product: 'Moderate', debt: 'order 1' },
          locale: 'sv',
          ...addresses,
        },
        once,
      );
    const checkout = await open();
    expect(checkout).toMatchObject({ state: 'open', isPaid: false, attemptId, url: expect.stringContaining('http') });
    expect((await open()).id).toBe(checkout.id);
    expect(await provider.listOpenCheckouts(customer)).toEqual([checkout]);
    expect(await provider.expireCheckout(checkout.id)).toMatchObject({ state: 'expired', isPaid: false });
    expect(await provider.listOpenCheckouts(customer)).toEqual([]);
    expect(await provider.expireCheckout(checkout.id)).toMatchObject({ state: 'expired' });
  });

  it('charges a kept card without its holder, once for a key, and gives back', async () => {
    const customer = await customerOf();
    const card = await keepCard(customer, cards.good);
    expect(await provider.getCard(card)).toMatchObject({ brand: 'visa', last4: '4242' });
    const [once, charge] = [key(), wanted(customer, card)];
    const paid = await provider.charge(charge, once);
    expect(paid).toMatchObject({
      state: 'paid',
      amountRappen: 4900,
      currency: 'chf',
      customer,
      attemptId: charge.attemptId,
      debt: charge.debt,
    });
    expect((await provider.charge(charge, once)).id).toBe(paid.id);
    await expect(provider.charge({ ...charge, amountRappen: 5000 }, once)).rejects.toThrow(CardProviderRefused);
    expect((await provider.listCharges(customer)).map(({ id }) => id)).toEqual([paid.id]);
    expect(await provider.listRecentCharges(1)).toContainEqual(paid);

    expect(await provider.listRefunds(paid.id)).toEqual([]);
    const refundId = key();
    const refund = await provider.refund({ charge: paid.id, amountRappen: 1900, refundId }, key());
    expect(refund).toMatchObject({ state: 'done', amountRappen: 1900, refundId });
    expect(await provider.getRefund(refund.id)).toEqual(refund);
    expect(await provider.listRefunds(paid.id)).toEqual([refund]);
    const tooMuch = provider.refund({ charge: paid.id, amountRappen: 3001, refundId: key() }, key());
    await expect(tooMuch).rejects.toThrow(CardProviderRefused);
    await expect(provider.cancelCharge(paid.id)).rejects.toThrow('payment_intent_unexpected_state');
  });

  it('answers with what the bank says when it declines, and that stays so for the key', async () => {
    const customer = await customerOf();
    const card = await keepCard(customer, cards.declinedLater);
    const [once, charge] = [key(), wanted(customer, card)];
    const declined = await provider.charge(charge, once);
    expect(declined).toMatchObject({
      state: 'declined',
      decline: { code: 'card_declined', declineCode: 'generic_decline' },
    });
    expect(await provider.charge(charge, once)).toMatchObject({ id: declined.id, state: 'declined' });
    expect(await provider.getCharge(declined.id)).toMatchObject({ state: 'declined', attemptId: charge.attemptId });
    expect(await provider.cancelCharge(declined.id)).toMatchObject({ state: 'cancelled' });
  });

  it('declines where the holder has to confirm', async () => {
    const customer = await customerOf();
    const card = await keepCard(customer, cards.confirmedAlways);
    const charge = await provider.charge(wanted(customer, card), key());
    expect(charge).toMatchObject({ state: 'declined', decline: { code: 'authentication_required' } });
  });

  it('forgets a card and a customer, once and again', async () => {
    const [accountId, email] = [key(), `${key()}@customers.example`];
    const customer = await provider.createCustomer({ accountId, email }, key());
    expect(await provider.findCustomers(email)).toEqual([{ id: customer, accountId }]);
    const card = await keepCard(customer, cards.good);
    await provider.detachCard(card);
    await provider.detachCard(card);
    await expect(provider.charge(wanted(customer, card), key())).rejects.toThrow(CardProviderRefused);
    await provider.removeCustomer(customer);
    await provider.removeCustomer(customer);
    expect(await provider.findCustomers(email)).toEqual([]);
    const checkout = provider.openCheckout({ customer, attemptId: key(), locale: 'en', ...addresses }, key());
    await expect(checkout).rejects.toThrow('resource_missing');
  });

  it('refuses what it does not know', async () => {
    const customer = await customerOf();
    const params = { mode: 'setup', customer, success_url: 'https://a.example', cancel_url: 'https://a.example' };
    const withTypes = { ...params, payment_method_types: ['card'] } as unknown as Stripe.Checkout.SessionCreateParams;
    await expect(sdk.checkout.sessions.create(withTypes)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
    await expect(provider.getCheckout('cs_test_none')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(sdk.rawRequest('GET', '/v1/nothing_of_the_kind')).rejects.toMatchObject({ statusCode: 404 });
    const little = provider.charge({ ...wanted(customer, 'pm_none'), amountRappen: 49 }, key());
    await expect(little).rejects.toThrow('amount_too_small');
  });

  it('lists what happened', async () => {
    const customer = await customerOf();
    const { id } = await provider.charge(wanted(customer, await keepCard(customer, cards.good)), key());
    await expect
      .poll(async () => (await provider.listEvents(1)).find(({ subject }) => subject.id === id)?.type)
      .toBe('payment_intent.succeeded');
  });
});

describe('the stand-in', () => {
  let provider: CardPayments;
  beforeAll(() => {
    provider = connectStripe(configOf(standIn.environment));
  });

  async function openPayment(amountRappen = 4900) {
    const customer = await provider.createCustomer({ accountId: 'a', email: 'a@b.example' }, randomUUID());
    const payment = { amountRappen, product: 'Abo Moderate', debt: 'order 1' };
    const wanted = { customer, attemptId: randomUUID(), payment, locale: 'de', ...addresses } as const;
    return { customer, ...(await provider.openCheckout(wanted, randomUUID())) };
  }

  it('takes a card on its page, which leads back, and keeps it', async () => {
    const { id, url, customer } = await openPayment();
    expect(await (await fetch(url!)).text()).toMatch(/<h1>CHF\s49\.00 bezahlen<\/h1>/);
    const declined = await enterCard(url!, '4000 0000 0000 9995');
    expect([declined.status, declined.text]).toEqual([422, expect.stringContaining('zu wenig Guthaben')]);
    expect(await provider.getCheckout(id)).toMatchObject({ state: 'open', isPaid: false });
    const refused = await enterCard(url!, '4000 0025 0000 3155', 'refuse');
    expect(refused.text).toContain('nicht bestätigt');
    const paid = await enterCard(url!, '4000 0025 0000 3155');
    expect([paid.status, paid.location]).toEqual([303, `http://localhost:9/done?c=${id}`]);
    expect((await enterCard(url!, '4242 4242 4242 4242')).status).toBe(410);

    const checkout = await provider.expireCheckout(id);
    expect(checkout).toMatchObject({ state: 'complete', isPaid: true });
    const { card } = await provider.getCharge(checkout.chargeId!);
    // Confirmed once, the card is charged without its holder from then on.
    const charge = { customer, card: card!, amountRappen: 4900, attemptId: 'x', debt: 'y', description: 'z' };
    expect(await provider.charge(charge, randomUUID())).toMatchObject({ state: 'paid' });
    await standIn.control('decline', { customer, decline: 'lost' });
    expect(await provider.charge(charge, randomUUID())).toMatchObject({
      decline: { declineCode: 'lost_card', advice: 'do_not_try_again' },
    });
  });

  it('points at what is wrong with a card', async () => {
    const { url } = await openPayment();
    const post = (body: Record<string, string>) => fetch(url!, { method: 'POST', body: new URLSearchParams(body) });
    const empty = await (await post({})).text();
    for (const field of ['number', 'expiry', 'code', 'name']) expect(empty).toContain(`href="#${field}"`);
    const past = await post({ number: '4242424242424242', expiry: '10/26', code: '12', name: '<b>' });
    const text = await past.text();
    expect([past.status, text]).toEqual([422, expect.stringContaining('Die Karte ist abgelaufen.')]);
    expect(text).toContain('value="&lt;b&gt;"');
  });

  it('disputes what one of its cards paid, which then cannot be refunded', async () => {
    const { id, url } = await openPayment();
    await enterCard(url!, '4000000000000259');
    const { chargeId } = await provider.getCheckout(id);
    const events = await provider.listEvents(1);
    const dispute = events.find(({ type }) => type === 'charge.dispute.created')!;
    expect(await provider.getDispute(dispute.subject.id)).toEqual({
      id: dispute.subject.id,
      charge: chargeId,
      state: 'open',
      amountRappen: 4900,
    });
    const refund = provider.refund({ charge: chargeId!, amountRappen: 4900, refundId: 'r' }, randomUUID());
    await expect(refund).rejects.toThrow('charge_disputed');
  });

  it('loses replies, and a repetition with the same key finds what was done', async () => {
    const { customer } = await openPayment();
    const card = await keepGoodCard(customer);
    const [once, charge] = [
      randomUUID(),
      { customer, card, amountRappen: 700, attemptId: 'a', debt: 'b', description: 'c' },
    ];
    await standIn.control('fault', { kind: 'lost', call: 'POST /v1/payment_intents' });
    await expect(provider.charge(charge, once)).rejects.toThrow(CardProviderUnreachable);
    await standIn.control('fault', { kind: 'unavailable' });
    await expect(provider.charge(charge, once)).rejects.toThrow(CardProviderUnreachable);
    await standIn.control('fault', {});
    const paid = await provider.charge(charge, once);
    await standIn.crash();
    expect(await provider.charge(charge, once)).toEqual(paid);
    expect(await provider.listCharges(customer)).toEqual([paid]);
  });

  async function keepGoodCard(customer: string): Promise<string> {
    const checkout = await provider.openCheckout(
      { customer, attemptId: 'k', locale: 'en', ...addresses },
      randomUUID(),
    );
    await enterCard(checkout.url!, '4242424242424242');
    return (await provider.findSetupCard((await provider.getCheckout(checkout.id)).setupId!))!;
  }
});

describe('what a webhook brings', () => {
  const config = configOf({});
  const body = Buffer.from(
    '{"id":"evt_1","object":"event","type":"a.b","data":{"object":{"object":"refund","id":"re_1"}}}',
  );
  const sign = (ageSeconds = 0, secret = config.webhookSecret) => {
    const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
    return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  };

  it('is believed when signed, and not when forged, changed, old or unsigned', async () => {
    const { verifyEvent } = connectStripe(config);
    const event = { id: 'evt_1', type: 'a.b', subject: { kind: 'refund', id: 're_1' } };
    expect(await verifyEvent(body, sign())).toEqual(event);
    expect(await verifyEvent(body, sign(299))).toEqual(event);
    expect(await verifyEvent(body, sign(302))).toBeUndefined();
    expect(await verifyEvent(body, sign(0, 'whsec_another'))).toBeUndefined();
    expect(await verifyEvent(Buffer.from(body.toString().replace('re_1', 're_2')), sign())).toBeUndefined();
    expect(await verifyEvent(body, undefined)).toBeUndefined();
    expect(await verifyEvent(body, 'nonsense')).toBeUndefined();
  });
});
