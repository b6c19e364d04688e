import type Stripe from 'stripe';
import type { CardsConfig } from '../config/cards.ts';
import {
  type CardPayments,
  CardProviderRefused,
  CardProviderUnreachable,
  type Charge,
  type Checkout,
  type Dispute,
  isGone,
  type ProviderEvent,
  type Refund,
} from './card-payments.ts';

const patienceMs = 20_000;
const pageSize = 100;

/**
 * Card payments through Stripe's own library, which repeats nothing by itself but what was cut off before an answer. It is
 * loaded at the first call: that takes a third of a second of a processor, and most processes never call.
 */
export function connectStripe(config: CardsConfig): CardPayments {
  const { webhookSecret } = config;
  let connected: Promise<Stripe> | undefined;
  const connect = () => {
    connected ??= openClient(config);
    return connected;
  };
  /** Runs a call and tells the two kinds of failure apart. */
  const ask = async <Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> => {
    try {
      return await call(await connect());
    } catch (error) {
      throw await explain(error);
    }
  };

  return {
    async createCustomer({ accountId, email }, idempotencyKey) {
      const params = { ...(email && { email }), metadata: { account: accountId } };
      const customer = await ask((stripe) => stripe.customers.create(params, { idempotencyKey }));
      return customer.id;
    },
    async findCustomers(email) {
      const customers = await collect((page) => ask((stripe) => stripe.customers.list({ email, ...page })));
      return customers.map(({ id, metadata }) => ({ id, ...(metadata.account && { accountId: metadata.account }) }));
    },
    async hasCustomer(id) {
      const customer = await unlessMissing(ask((stripe) => stripe.customers.retrieve(id)));
      return customer !== undefined && !customer.deleted;
    },
    async removeCustomer(id) {
      await unlessMissing(ask((stripe) => stripe.customers.del(id)));
    },
    async openCheckout({ customer, attemptId, payment, locale, successUrl, cancelUrl }, idempotencyKey) {
      const metadata = { attempt: attemptId };
      const common = {
        customer,
        client_reference_id: attemptId,
        metadata,
        locale,
        ui_mode: 'hosted_page',
        // `payment_method_types` is refused since 2026-09-30; this one also keeps wallets and Link away.
        allowed_payment_method_types: ['card'],
        // No `expires_at`: the same key must come with the same parameters, and a day is what we would ask for.
        success_url: successUrl,
        cancel_url: cancelUrl,
      } satisfies Stripe.Checkout.SessionCreateParams;
      const params: Stripe.Checkout.SessionCreateParams = payment
        ? {
            ...common,
            mode: 'payment',
            // Otherwise Stripe may charge in another currency than the price's.
            adaptive_pricing: { enabled: false },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: 'chf',
                  unit_amount: payment.amountRappen,
                  product_data: { name: payment.product },
                },
              },
            ],
            payment_intent_data: { setup_future_usage: 'off_session', metadata: { ...metadata, debt: payment.debt } },
          }
        : { ...common, mode: 'setup', setup_intent_data: { metadata } };
      return checkoutOf(await ask((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey })));
    },
    async getCheckout(id) {
      return checkoutOf(await ask((stripe) => stripe.checkout.sessions.retrieve(id)));
    },
    async listOpenCheckouts(customer) {
      const wanted = { customer, status: 'open' } as const;
      const sessions = collect((page) => ask((stripe) => stripe.checkout.sessions.list({ ...wanted, ...page })));
      return ((await unlessMissing(sessions)) ?? []).map(checkoutOf);
    },
    async expireCheckout(id) {
      try {
        return checkoutOf(await ask((stripe) => stripe.checkout.sessions.expire(id)));
      } catch (error) {
        // It is no longer open: somebody has just paid, or it has expired by itself.
        if (error instanceof CardProviderRefused)
          return checkoutOf(await ask((stripe) => stripe.checkout.sessions.retrieve(id)));
        throw error;
      }
    },
    async charge({ customer, card, amountRappen, attemptId, debt, description }, idempotencyKey) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: amountRappen,
        currency: 'chf',
        customer,
        payment_method: card,
        confirm: true,
        off_session: true,
        allowed_payment_method_types: ['card'],
        payment_method_options: { card: { stored_credential_usage: 'recurring' } },
        description,
        metadata: { attempt: attemptId, debt },
      };
      return chargeOf(await ask((stripe) => orDeclined(stripe.paymentIntents.create(params, { idempotencyKey }))));
    },
    async getCharge(id) {
      return chargeOf(await ask((stripe) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })));
    },
    async listCharges(customer) {
      const of = { customer };
      const intents = collect((page) => ask((stripe) => stripe.paymentIntents.list({ ...of, ...page })));
      return ((await unlessMissing(intents)) ?? []).map(chargeOf);
    },
    async listRecentCharges(pastHours) {
      const created = createdSince(pastHours);
      const intents = await collect((page) => ask((stripe) => stripe.paymentIntents.list({ created, ...page })));
      return intents.map(chargeOf);
    },
    async cancelCharge(id) {
      return chargeOf(await ask((stripe) => stripe.paymentIntents.cancel(id)));
    },
    async findSetupCard(id) {
      const { status, payment_method: card } = await ask((stripe) => stripe.setupIntents.retrieve(id));
      return status === 'succeeded' ? idOf(card) : undefined;
    },
    async getCard(id) {
      const { card, customer } = await ask((stripe) => stripe.paymentMethods.retrieve(id));
      const owner = idOf(customer);
      if (!card) throw new CardProviderRefused('not_a_card');
      return {
        id,
        brand: card.brand,
        last4: card.last4,
        expiresMonth: card.exp_month,
        expiresYear: card.exp_year,
        ...(owner && { customer: owner }),
      };
    },
    async detachCard(id) {
      try {
        await ask((stripe) => stripe.paymentMethods.detach(id));
      } catch (error) {
        if (!(error instanceof CardProviderRefused)) throw error;
        // Refused, too, when it is detached already.
        const card = await unlessMissing(ask((stripe) => stripe.paymentMethods.retrieve(id)));
        if (card?.customer) throw error;
      }
    },
    async refund({ charge, amountRappen, refundId }, idempotencyKey) {
      const params = { payment_intent: charge, amount: amountRappen, metadata: { refund: refundId } };
      return refundOf(await ask((stripe) => stripe.refunds.create(params, { idempotencyKey })));
    },
    async getRefund(id) {
      return refundOf(await ask((stripe) => stripe.refunds.retrieve(id)));
    },
    async listRefunds(charge) {
      const refunds = await collect((page) =>
        ask((stripe) => stripe.refunds.list({ payment_intent: charge, ...page })),
      );
      return refunds.map(refundOf);
    },
    async listRecentRefunds(pastHours) {
      const created = createdSince(pastHours);
      return (await collect((page) => ask((stripe) => stripe.refunds.list({ created, ...page })))).map(refundOf);
    },
    async getDispute(id) {
      return disputeOf(await ask((stripe) => stripe.disputes.retrieve(id)));
    },
    async listDisputes(charge) {
      const of = { payment_intent: charge };
      return (await collect((page) => ask((stripe) => stripe.disputes.list({ ...of, ...page })))).map(disputeOf);
    },
    async listRecentDisputes(pastHours) {
      const created = createdSince(pastHours);
      return (await collect((page) => ask((stripe) => stripe.disputes.list({ created, ...page })))).map(disputeOf);
    },
    async listEvents(pastHours) {
      const created = createdSince(pastHours);
      return (await collect((page) => ask((stripe) => stripe.events.list({ created, ...page })))).map(eventOf);
    },
    async verifyEvent(body, signature) {
      const stripe = await connect();
      try {
        const event = eventOf(stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret));
        return isNamed(event) ? event : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** By the machine's clock, as the provider's. */
const createdSince = (pastHours: number) => ({ gte: Math.floor(Date.now() / 1000) - pastHours * 3600 });

async function openClient({ secretKey, host, port, protocol }: CardsConfig): Promise<Stripe> {
  const { default: Library } = await import('stripe');
  return new Library(secretKey, {
    ...(host && { host }),
    ...(port && { port }),
    ...(protocol && { protocol }),
    maxNetworkRetries: 0,
    timeout: patienceMs,
    telemetry: false,
  });
}

/** The two kinds of failure, and whatever is none of Stripe's as it is. */
async function explain(error: unknown): Promise<unknown> {
  const { StripeError } = (await import('stripe')).default.errors;
  if (!(error instanceof StripeError)) return error;
  const { statusCode = 0, code, type } = error;
  // 409: another call with the same key is under way. 429: it was not carried out, and will be later.
  if (statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429)
    return new CardProviderRefused(code ?? type, { cause: error });
  return new CardProviderUnreachable(`Answered ${statusCode || 'nothing'}.`, { cause: error });
}

async function unlessMissing<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Stripe answers a declined card with an error that holds the payment. */
async function orDeclined(call: Promise<Stripe.PaymentIntent>): Promise<Stripe.PaymentIntent> {
  try {
    return await call;
  } catch (error) {
    const { StripeCardError } = (await import('stripe')).default.errors;
    if (error instanceof StripeCardError && error.payment_intent) return error.payment_intent;
    throw error;
  }
}

async function collect<Item extends { id: string }>(
  ask: (page: { limit: number; starting_after?: string }) => Promise<{ data: Item[]; has_more: boolean }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const last = items.at(-1);
    const { data, has_more: hasMore } = await ask({ limit: pageSize, ...(last && { starting_after: last.id }) });
    items.push(...data);
    if (!hasMore || !data.length) return items;
  }
}

/** What is named by id, whether or not the whole of it came along. */
function idOf(named: string | { id: string } | null | undefined): string | undefined {
  return typeof named === 'object' ? named?.id : named;
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const { id, status, payment_status, url, metadata } = session;
  const chargeId = idOf(session.payment_intent);
  const setupId = idOf(session.setup_intent);
  return {
    id,
    state: status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open',
    isPaid: payment_status === 'paid',
    ...(url && { url }),
    ...(chargeId && { chargeId }),
    ...(setupId && { setupId }),
    ...(metadata?.attempt && { attemptId: metadata.attempt }),
  };
}

function chargeOf(intent: Stripe.PaymentIntent): Charge {
  const { id, status, amount, amount_received, currency, last_payment_error: fault, metadata, created } = intent;
  const isPaid = status === 'succeeded';
  // A page begins one with the first card that is tried, and takes others for a day.
  const paid = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const customer = idOf(intent.customer);
  const card = idOf(intent.payment_method);
  return {
    id,
    state: isPaid
      ? 'paid'
      : status === 'canceled'
        ? 'cancelled'
        : status === 'requires_payment_method'
          ? 'declined'
          : 'open',
    amountRappen: isPaid ? amount_received : amount,
    currency,
    ...(customer && { customer }),
    ...(card && { card }),
    ...(metadata.attempt && { attemptId: metadata.attempt }),
    ...(metadata.debt && { debt: metadata.debt }),
    ...(fault && {
      decline: {
        code: fault.code ?? 'unknown',
        ...(fault.decline_code && { declineCode: fault.decline_code }),
        ...(fault.advice_code && { advice: fault.advice_code }),
      },
    }),
    paidAt: new Date((paid?.created ?? created) * 1000),
  };
}

function refundOf({ id, status, amount, metadata, payment_intent: intent }: Stripe.Refund): Refund {
  const state = status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  const charge = idOf(intent);
  const ours = metadata?.refund && { refundId: metadata.refund };
  return { id, state, amountRappen: amount, ...(charge && { charge }), ...ours };
}

function disputeOf({ id, status, amount, payment_intent: intent }: Stripe.Dispute): Dispute {
  const charge = idOf(intent);
  const isInquiry = status.startsWith('warning');
  const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : isInquiry ? 'inquiry' : 'open';
  return { id, state, amountRappen: amount, ...(charge && { charge }) };
}

/** As the provider names events and what they are about; whatever else is signed with its secret is not its own. */
const isNamed = ({ id, type, subject }: ProviderEvent): boolean =>
  [id, type, subject.kind, subject.id ?? ''].every((name) => /^[\w.-]*$/.test(String(name))) &&
  /^evt_\w{1,250}$/.test(id);

function eventOf({ id, type, data }: Stripe.Event): ProviderEvent {
  const { object: kind, id: subject } = data.object as { object: string; id: string };
  return { id, type, subject: { kind, id: subject } };
}
