import { ApiError, missing } from './api-error.ts';
import { type Decline, type Fault, type Metadata, newId, type Stored } from './objects.ts';
import type { CardsProvider } from './provider.ts';
import { declines, findTestCard } from './test-cards.ts';

type Intent = Stored<'payment_intent'>;
type Card = Stored<'payment_method'>;

export function requireCustomer(provider: CardsProvider, id: string): Stored<'customer'> {
  const customer = provider.objects.find('customer', id);
  if (!customer) throw missing('customer', id, 'customer');
  return customer;
}

interface NewIntent {
  customer?: string;
  amount: number;
  currency: string;
  description?: string | null | undefined;
  metadata?: Metadata | undefined;
  keepsCard?: boolean;
  session?: string;
}

export function makeIntent(provider: CardsProvider, wanted: NewIntent): Intent {
  return provider.objects.make('payment_intent', {
    amount: wanted.amount,
    amount_received: 0,
    currency: wanted.currency,
    customer: wanted.customer ?? null,
    description: wanted.description ?? null,
    payment_method: null,
    status: 'requires_payment_method',
    last_payment_error: null,
    latest_charge: null,
    canceled_at: null,
    cancellation_reason: null,
    setup_future_usage: wanted.keepsCard ? 'off_session' : null,
    metadata: wanted.metadata ?? {},
    own: wanted.session ? { session: wanted.session } : {},
  });
}

/** Why the card would not be charged now; nothing when it would. `isPresent`: the holder is there and has confirmed. */
export function findDecline(provider: CardsProvider, card: Card, isPresent: boolean): Decline | undefined {
  const behaviour = findTestCard(card.own.number);
  if (!behaviour) throw new Error(`The card of ${card.id} is no test card.`);
  const planned = card.customer === null ? undefined : requireCustomer(provider, card.customer).own.nextDecline;
  if (planned && !isPresent) return planned;
  if (behaviour.decline) return behaviour.decline;
  const isUnconfirmed =
    behaviour.confirmation === 'always' || (behaviour.confirmation === 'once' && !card.own.isAuthenticated);
  return !isPresent && isUnconfirmed ? declines.authentication : undefined;
}

/** Charges the card for the intent, or notes why not; the answer says which. */
export function settle(provider: CardsProvider, intent: Intent, card: Card, decline: Decline | undefined): boolean {
  if (decline) {
    const fault: Fault = { type: 'card_error', ...decline };
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: fault,
      latest_charge: newId('ch'),
      own: { ...intent.own, chargedAt: provider.objects.seconds() },
    } satisfies Partial<Intent>);
    provider.objects.save(intent);
    provider.tell('payment_intent.payment_failed', intent);
    return false;
  }
  Object.assign(intent, {
    status: 'succeeded',
    payment_method: card.id,
    last_payment_error: null,
    amount_received: intent.amount,
    latest_charge: newId('ch'),
    own: { ...intent.own, chargedAt: provider.objects.seconds() },
  } satisfies Partial<Intent>);
  provider.objects.save(intent);
  provider.tell('payment_intent.succeeded', intent);
  if (findTestCard(card.own.number)?.isDisputed) makeDispute(provider, intent, 'fraudulent');
  return true;
}

/** Of a customer, or of somebody whose card is typed into the dashboard. */
export function chargeByHand(provider: CardsProvider, customer: string | undefined, amount: number): Intent {
  const intent = makeIntent(provider, { ...(customer && { customer }), amount, currency: 'chf' });
  const changes = { status: 'succeeded', amount_received: amount, latest_charge: newId('ch') } as const;
  Object.assign(intent, changes, { own: { chargedAt: provider.objects.seconds() } });
  provider.objects.save(intent);
  provider.tell('payment_intent.succeeded', intent);
  return intent;
}

type DisputeStatus = Stored<'dispute'>['status'];

export function makeDispute(
  provider: CardsProvider,
  intent: Intent,
  reason: string,
  status: DisputeStatus = 'needs_response',
  amount = intent.amount,
): Stored<'dispute'> {
  const dispute = provider.objects.make('dispute', {
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    charge: intent.latest_charge!,
    reason,
    status,
  });
  provider.tell('charge.dispute.created', dispute);
  return dispute;
}

export function changeDispute(provider: CardsProvider, dispute: Stored<'dispute'>, status: DisputeStatus) {
  Object.assign(dispute, { status });
  provider.objects.save(dispute);
  const isClosed = ['won', 'lost', 'warning_closed'].includes(status);
  provider.tell(`charge.dispute.${isClosed ? 'closed' : 'updated'}`, dispute);
  return dispute;
}

export function cancelIntent(provider: CardsProvider, intent: Intent, reason: string | null): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw new ApiError(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    });
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: provider.objects.seconds(),
    cancellation_reason: reason,
  } satisfies Partial<Intent>);
  provider.objects.save(intent);
  provider.tell('payment_intent.canceled', intent);
}

/** What has not been given back of a payment. */
export function unrefunded(provider: CardsProvider, intent: Intent): number {
  const refunds = provider.objects.list('refund').filter(({ payment_intent }) => payment_intent === intent.id);
  return refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((rest, { amount }) => rest - amount, intent.amount_received);
}

/** An open session past its time is no longer open, and neither is its payment. */
export function expireIfLate(provider: CardsProvider, session: Stored<'checkout.session'>): void {
  if (session.status === 'open' && session.expires_at <= provider.objects.seconds()) expireSession(provider, session);
}

export function expireSession(provider: CardsProvider, session: Stored<'checkout.session'>): void {
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<typeof session>);
  provider.objects.save(session);
  provider.tell('checkout.session.expired', session);
  const intent =
    session.payment_intent === null ? undefined : provider.objects.find('payment_intent', session.payment_intent);
  if (intent) cancelIntent(provider, intent, 'expired');
}
