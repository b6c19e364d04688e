import { z } from 'zod';
import { locales } from '../../shared/locales.ts';
import { ApiError } from './api-error.ts';
import { type Call, call, metadata, nothing, Refusal, requireObject, text } from './call.ts';
import { listPage, page, whole } from './lists.ts';
import { moneyBackCalls } from './money-back.ts';
import { onWire, type Stored } from './objects.ts';
import {
  cancelIntent,
  expireIfLate,
  expireSession,
  findDecline,
  makeIntent,
  requireCustomer,
  settle,
} from './payments.ts';
import type { CardsProvider } from './provider.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const currency = z.string().regex(/^[a-z]{3}$/);
const cardOnly = z.array(z.literal('card')).length(1);

/** The smallest charge in francs is half of one (docs.stripe.com/currencies). */
const leastRappen = 50;

function requireAmount(amount: number, param: string): void {
  if (amount >= leastRappen) return;
  throw new ApiError(400, { code: 'amount_too_small', message: 'Amount must be at least Fr0.50 chf', param });
}

const secondsOfLife = { least: 30 * 60, most: 24 * 60 * 60 } as const;

const sessionInput = z.strictObject({
  mode: z.enum(['payment', 'setup']),
  ui_mode: z.literal('hosted_page').default('hosted_page'),
  customer: text,
  client_reference_id: z.string().max(200).optional(),
  locale: z.enum(['auto', ...locales]).default('auto'),
  allowed_payment_method_types: cardOnly,
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  expires_at: whole.optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole,
        price_data: z.strictObject({ currency, unit_amount: whole, product_data: z.strictObject({ name: text }) }),
      }),
    )
    .min(1)
    .optional(),
  payment_intent_data: z
    .strictObject({ setup_future_usage: z.literal('off_session').optional(), description: text.optional(), metadata })
    .optional(),
  setup_intent_data: z.strictObject({ metadata }).optional(),
  metadata,
  success_url: z.url(),
  cancel_url: z.url(),
});

function createSession(provider: CardsProvider, input: z.infer<typeof sessionInput>): Stored<'checkout.session'> {
  const { mode, customer, line_items: lines, payment_intent_data: forIntent } = input;
  requireCustomer(provider, customer);
  const isPayment = mode === 'payment';
  if (isPayment !== Boolean(lines))
    throw new ApiError(400, {
      message: isPayment ? 'Missing required param: line_items.' : 'You can not pass `line_items` in `setup` mode.',
      param: 'line_items',
    });
  if (forIntent && !isPayment)
    throw new ApiError(400, {
      message: 'You can not pass `payment_intent_data` in `setup` mode.',
      param: 'payment_intent_data',
    });
  const total = lines?.reduce((sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount, 0) ?? null;
  if (total !== null) requireAmount(total, 'line_items');
  const now = provider.objects.seconds();
  const expires = input.expires_at ?? now + secondsOfLife.most;
  if (expires < now + secondsOfLife.least || expires > now + secondsOfLife.most)
    throw new ApiError(400, {
      message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      param: 'expires_at',
    });
  const session = provider.objects.make('checkout.session', {
    mode,
    status: 'open',
    payment_status: isPayment ? 'unpaid' : 'no_payment_required',
    ui_mode: input.ui_mode,
    customer,
    client_reference_id: input.client_reference_id ?? null,
    amount_total: total,
    currency: lines?.[0]?.price_data.currency ?? null,
    payment_intent: null,
    setup_intent: null,
    locale: input.locale,
    metadata: input.metadata,
    expires_at: expires,
    success_url: input.success_url,
    cancel_url: input.cancel_url,
    url: null,
    own: {
      product: lines?.[0]?.price_data.product_data.name ?? '',
      description: forIntent?.description ?? null,
      keepsCard: !isPayment || forIntent?.setup_future_usage === 'off_session',
      intentMetadata: (isPayment ? forIntent : input.setup_intent_data)?.metadata ?? {},
    },
  });
  session.url = `${provider.config.ownOrigin}/pay/${session.id}`;
  provider.objects.save(session);
  return session;
}

const intentInput = z.strictObject({
  amount: whole,
  currency,
  customer: text,
  payment_method: text,
  confirm: z.literal('true'),
  off_session: z.literal('true'),
  allowed_payment_method_types: cardOnly,
  payment_method_options: z
    .strictObject({ card: z.strictObject({ stored_credential_usage: z.enum(['recurring', 'unscheduled']) }) })
    .optional(),
  description: text.optional(),
  metadata,
});

function createIntent(provider: CardsProvider, input: z.infer<typeof intentInput>): object {
  requireAmount(input.amount, 'amount');
  requireCustomer(provider, input.customer);
  const card = requireObject(provider, 'payment_method', input.payment_method, 'PaymentMethod', 'payment_method');
  if (card.customer !== input.customer)
    throw new ApiError(400, {
      message: `The provided PaymentMethod cannot be used with the customer: it must be attached to ${input.customer}.`,
      param: 'payment_method',
    });
  const intent = makeIntent(provider, input);
  const decline = findDecline(provider, card, false);
  if (settle(provider, intent, card, decline)) return intent;
  return new Refusal({ error: { ...intent.last_payment_error, payment_intent: onWire(intent) } });
}

/** Everything that the site asks of its provider; whatever else is asked is a 404. */
export const calls: readonly Call[] = [
  call(
    'POST',
    '/v1/customers',
    z.strictObject({
      name: z.string().max(256).optional(),
      email: z.string().max(512).optional(),
      preferred_locales: z.array(text).optional(),
      metadata,
    }),
    (provider, { name = null, email = null, metadata }) =>
      provider.objects.make('customer', { name, email, metadata, own: {} }),
  ),
  call('GET', '/v1/customers', z.strictObject({ email: text.optional(), ...page }), (provider, { email, ...input }) =>
    listPage(
      '/v1/customers',
      // By its exact letters (docs.stripe.com/api/customers/list).
      provider.objects.list('customer').filter((each) => email === undefined || each.email === email),
      input,
    ),
  ),
  call('GET', '/v1/customers/:id', nothing, (provider, _, id) => requireObject(provider, 'customer', id, 'customer')),
  call('DELETE', '/v1/customers/:id', nothing, (provider, _, id) => {
    const customer = requireObject(provider, 'customer', id, 'customer');
    for (const card of provider.objects.list('payment_method', id)) provider.objects.save({ ...card, customer: null });
    provider.objects.remove(id);
    provider.tell('customer.deleted', customer);
    return { id, object: 'customer', deleted: true };
  }),
  call('POST', '/v1/checkout/sessions', sessionInput, createSession),
  call(
    'GET',
    '/v1/checkout/sessions',
    z.strictObject({
      customer: text.optional(),
      payment_intent: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
      ...page,
    }),
    (provider, { customer, payment_intent, status, ...input }) => {
      const sessions = provider.objects.list('checkout.session', customer);
      for (const session of sessions) expireIfLate(provider, session);
      const found = sessions.filter(
        (each) =>
          (status === undefined || each.status === status) &&
          (payment_intent === undefined || each.payment_intent === payment_intent),
      );
      return listPage('/v1/checkout/sessions', found, input);
    },
  ),
  call('GET', '/v1/checkout/sessions/:id', nothing, (provider, _, id) => {
    const session = requireObject(provider, 'checkout.session', id, 'checkout.session');
    expireIfLate(provider, session);
    return session;
  }),
  call('POST', '/v1/checkout/sessions/:id/expire', nothing, (provider, _, id) => {
    const session = requireObject(provider, 'checkout.session', id, 'checkout.session');
    if (session.status !== 'open')
      throw new ApiError(400, {
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      });
    expireSession(provider, session);
    return session;
  }),
  call('POST', '/v1/payment_intents', intentInput, createIntent),
  call('GET', '/v1/payment_intents', z.strictObject({ customer: text.optional(), ...page }), (provider, input) =>
    listPage('/v1/payment_intents', provider.objects.list('payment_intent', input.customer), input),
  ),
  call(
    'GET',
    '/v1/payment_intents/:id',
    z.strictObject({ expand: z.array(z.literal('latest_charge')).optional() }),
    (provider, { expand }, id) => {
      const intent = requireObject(provider, 'payment_intent', id, 'payment_intent', 'intent');
      const { latest_charge: charge, own, created } = intent;
      if (!expand || charge === null) return intent;
      return { ...intent, latest_charge: { id: charge, object: 'charge', created: own.chargedAt ?? created } };
    },
  ),
  call(
    'POST',
    '/v1/payment_intents/:id/cancel',
    z.strictObject({ cancellation_reason: z.enum(['duplicate', 'requested_by_customer', 'abandoned']).optional() }),
    (provider, { cancellation_reason = null }, id) => {
      const intent = requireObject(provider, 'payment_intent', id, 'payment_intent', 'intent');
      if (intent.own.session)
        throw new ApiError(400, { message: 'It belongs to a Checkout Session: expire the session instead.' });
      cancelIntent(provider, intent, cancellation_reason);
      return intent;
    },
  ),
  call('GET', '/v1/setup_intents/:id', nothing, (provider, _, id) =>
    requireObject(provider, 'setup_intent', id, 'setupintent', 'intent'),
  ),
  call('GET', '/v1/payment_methods/:id', nothing, (provider, _, id) =>
    requireObject(provider, 'payment_method', id, 'PaymentMethod'),
  ),
  call('POST', '/v1/payment_methods/:id/detach', nothing, (provider, _, id) => {
    const card = requireObject(provider, 'payment_method', id, 'PaymentMethod', 'payment_method');
    if (card.customer === null)
      throw new ApiError(400, {
        message: 'The payment method you provided is not attached to a customer so detachment is impossible.',
      });
    const detached = { ...card, customer: null };
    provider.objects.save(detached);
    provider.tell('payment_method.detached', detached);
    return detached;
  }),
  ...moneyBackCalls,
  call(
    'GET',
    '/v1/events',
    z.strictObject({ type: text.optional(), types: z.array(text).max(20).optional(), ...page }),
    (provider, { type, types, ...input }) => {
      const wanted = type === undefined ? types : [type];
      const found = provider.objects.list('event').filter((each) => wanted === undefined || wanted.includes(each.type));
      return listPage('/v1/events', found, input);
    },
  ),
];
