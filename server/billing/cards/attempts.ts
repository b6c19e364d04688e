import { minuteMs } from '../../../shared/durations.ts';
import { type Act, act } from '../../contract/act.ts';
import {
  CardProviderRefused,
  type Charge,
  type Checkout,
  type Decline,
  isGone,
} from '../../integrations/card-payments.ts';
import { connectStripe } from '../../integrations/stripe.ts';
import { findAccount, lockAccount } from '../../people/accounts/accounts.ts';
import { findCustomer } from '../customers/customers.ts';
import { findBalance } from '../invoices/invoices.ts';
import { changeAttempt, findAttempt, lockAttempt } from './attempts.queries.ts';
import type { CardContext, CardDependencies, ChargedContracts } from './card-dependencies.ts';
import type { PaymentAttempt } from './cards.tables.ts';
import { mailChargeFailed } from './charge-mails.ts';
import { keepCard, refreshCard } from './kept-cards.ts';
import { settleAttempt } from './settlement.ts';
import { chargeFor, checkoutFor } from './wanted.ts';

export function withProvider(deps: CardContext, config: NonNullable<CardContext['config']['cards']>): CardDependencies {
  return { ...deps, provider: connectStripe(config) };
}

/** After so many calls in a row that were not answered, the others wait: it is not one call, it is the provider. */
export const mostUnanswered = 3;

/** Why a charge failed of whom no card is known any more, such as one that somebody has removed at the provider. */
export const cardGone = 'card-gone';

/** The provider forgets keys after 24 hours (docs.stripe.com/api/idempotent_requests); the clocks may differ. */
const keyLifeMs = 23 * 60 * 60 * 1000;

/** Long after the provider has answered a first call, or has carried it out without an answer. */
const firstTryMs = 5 * minuteMs;

/**
 * Brings an attempt up to date: asks the provider itself, and applies what it says. Nothing else makes anything paid: not
 * the address that a browser returns to, and not what a webhook says. Safe to repeat, from several processes at once.
 */
export async function refreshAttempt(deps: CardDependencies, attempt: PaymentAttempt): Promise<void> {
  // Its card may have been replaced since.
  if (attempt.state === 'succeeded') return;
  await unlessGone(deps, attempt, () =>
    attempt.kind === 'charge' ? refreshCharge(deps, attempt) : refreshCheckout(deps, attempt),
  );
}

/** What is gone at the provider will never be paid: to ask for it again is of no use. */
async function unlessGone(deps: CardDependencies, attempt: PaymentAttempt, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isGone(error)) throw error;
    await fail(deps, attempt, { code: 'not-carried-out' });
  }
}

async function refreshCharge(deps: CardDependencies, attempt: PaymentAttempt): Promise<void> {
  const { provider, clock } = deps;
  if (attempt.intent_id !== null) return applyCharge(deps, attempt, await provider.getCharge(attempt.intent_id));
  const ageMs = clock().getTime() - attempt.created_at.getTime();
  const isOld = ageMs > firstTryMs;
  // What became of the first try: the provider would repeat a fault for the same key.
  const known = isOld ? await findCharge(deps, attempt) : undefined;
  if (known) return applyCharge(deps, attempt, known);
  if (!(await isStillOwed(deps, attempt))) return isOld ? cancel(deps, attempt) : undefined;
  const charge = ageMs < keyLifeMs ? await chargeCard(deps, attempt) : undefined;
  if (charge) return applyCharge(deps, attempt, charge);
  // Refused as a whole: maybe there is no such card any more.
  const hasCard = await refreshCard(deps, attempt.account_id);
  await fail(deps, attempt, { code: hasCard ? 'not-carried-out' : cardGone });
}

/** Charges the card, with the same key as before. Undefined when nothing was charged. */
async function chargeCard(deps: CardDependencies, attempt: PaymentAttempt): Promise<Charge | undefined> {
  const { provider, database, log } = deps;
  try {
    return await provider.charge(await chargeFor(database.kysely, attempt), attempt.id);
  } catch (error) {
    if (!(error instanceof CardProviderRefused)) throw error;
    log.error({ err: error, attempt: attempt.id }, 'the provider refused a charge');
    return findCharge(deps, attempt);
  }
}

/** Among the customer's charges. */
async function findCharge({ provider, database }: CardDependencies, attempt: PaymentAttempt) {
  const { customer } = await chargeFor(database.kysely, attempt);
  return (await provider.listCharges(customer)).find(({ attemptId }) => attemptId === attempt.id);
}

/** Not once its account has ended, and not once the invoice is paid or credited. */
async function isStillOwed({ database }: CardDependencies, attempt: PaymentAttempt): Promise<boolean> {
  const account = await findAccount(database.kysely, attempt.account_id);
  const balance = await findBalance(database.kysely, attempt.invoice_id!);
  return account?.status !== 'ended' && (balance?.openRappen ?? 0) >= attempt.amount_rappen;
}

/** Nothing was charged, and nothing is to be any more. */
async function cancel(deps: CardDependencies, attempt: PaymentAttempt): Promise<void> {
  await inAttempt(deps, attempt, async ({ trx, now }, current) => {
    if (!current.settled_at) await changeAttempt(trx, current.id, { state: 'cancelled', settled_at: now });
  });
}

async function refreshCheckout(deps: CardDependencies, attempt: PaymentAttempt): Promise<void> {
  const { provider } = deps;
  if (attempt.session_id !== null) return applyCheckout(deps, attempt, await provider.getCheckout(attempt.session_id));
  // Its address never reached anybody, so nobody can have paid: it is only opened to be closed.
  const checkout = await openSession(deps, attempt).catch((error: unknown) => {
    if (error instanceof CardProviderRefused) return undefined;
    throw error;
  });
  if (checkout) await applyCheckout(deps, attempt, await provider.expireCheckout(checkout.id));
  else await fail(deps, attempt, { code: 'not-carried-out' });
}

/** Opens the page of an attempt; the same one again when that was done before. Throws what the provider throws. */
export async function openSession(deps: CardDependencies, attempt: PaymentAttempt): Promise<Checkout> {
  const wanted = await checkoutFor(deps, attempt);
  const checkout = await deps.provider.openCheckout(wanted, attempt.id);
  await inAttempt(deps, attempt, async ({ trx }, current) => {
    if (current.state === 'created')
      await changeAttempt(trx, current.id, { state: 'open', session_id: checkout.id, pay_at: checkout.url ?? null });
  });
  return checkout;
}

/** Closes the page so that nobody can pay on it any more; false when somebody has just done so. */
export async function closeCheckout(deps: CardDependencies, attempt: PaymentAttempt): Promise<boolean> {
  if (attempt.session_id === null) await refreshCheckout(deps, attempt);
  else await expire(deps, attempt, attempt.session_id);
  return (await findAttempt(deps.database.kysely, attempt.id))?.state !== 'succeeded';
}

async function expire(deps: CardDependencies, attempt: PaymentAttempt, sessionId: string): Promise<void> {
  await unlessGone(deps, attempt, async () =>
    applyCheckout(deps, attempt, await deps.provider.expireCheckout(sessionId)),
  );
}

async function applyCheckout(deps: CardDependencies, attempt: PaymentAttempt, checkout: Checkout): Promise<void> {
  if (checkout.state === 'open') return;
  if (checkout.state === 'expired') {
    await inAttempt(deps, attempt, async ({ trx, now }, current) => {
      if (!current.settled_at)
        await changeAttempt(trx, current.id, { state: 'expired', session_id: checkout.id, settled_at: now });
    });
    return;
  }
  const { provider } = deps;
  if (checkout.chargeId) {
    const charge = await provider.getCharge(checkout.chargeId);
    // Once it is booked, nobody would ask for the card again.
    if (charge.state === 'paid' && charge.card) await keepCard(deps, attempt.account_id, charge.card);
    await applyCharge(deps, attempt, charge);
    return;
  }
  const card = checkout.setupId ? await provider.findSetupCard(checkout.setupId) : undefined;
  if (!card) return;
  await keepCard(deps, attempt.account_id, card);
  await inAttempt(deps, attempt, async (act, current) => {
    if (current.settled_at) return;
    await changeAttempt(act.trx, current.id, { state: 'succeeded', settled_at: act.now });
    // Whoever pays by transfer is asked for a card to be charged from now on.
    await deps.contracts.payByCard(act, { accountId: current.account_id, source: `attempt ${current.id}` });
  });
}

/** Applies what became of a charge. Once paid, an attempt stays so; everything else may still turn out to be paid. */
export async function applyCharge(deps: CardDependencies, attempt: PaymentAttempt, charge: Charge): Promise<void> {
  await inAttempt(deps, attempt, (act, current) => applyToLocked(act, deps.contracts, current, charge));
}

/** The same, of an attempt that `act` has locked, with its account. */
export async function applyToLocked(
  act: Act,
  contracts: ChargedContracts,
  current: PaymentAttempt,
  charge: Charge,
): Promise<void> {
  if (current.state === 'succeeded') return;
  if (charge.state === 'paid') return applyPaid(act, contracts, current, charge);
  // A page takes one card after the other until it is closed.
  if (current.kind !== 'charge' || current.settled_at) return;
  if (charge.state === 'open') await changeAttempt(act.trx, current.id, { state: 'open', intent_id: charge.id });
  else await applyFailure(act, current, charge.decline ?? { code: charge.state }, charge.id);
}

async function applyPaid(
  act: Act,
  contracts: ChargedContracts,
  attempt: PaymentAttempt,
  charge: Charge,
): Promise<void> {
  const { trx, now } = act;
  const { id, amountRappen, currency, paidAt } = charge;
  // We ask for francs only; what came in another currency is not booked as if it were francs.
  if (currency !== 'chf') throw new Error(`The charge ${id} is in ${currency}.`);
  const customer = await findCustomer(trx, attempt.account_id);
  const isOurs = customer?.stripe_customer_id === charge.customer;
  await settleAttempt(act, contracts, attempt, { id, amountRappen, paidAt, isOurs });
  await changeAttempt(trx, attempt.id, { state: 'succeeded', intent_id: id, settled_at: now });
}

async function fail(deps: CardDependencies, attempt: PaymentAttempt, decline: Decline): Promise<void> {
  await inAttempt(deps, attempt, async (act, current) => {
    if (!current.settled_at) await applyFailure(act, current, decline, null);
  });
}

/** Codes after which the card is never tried again (docs.stripe.com/declines/codes). */
const finalDeclines = ['lost_card', 'stolen_card', 'pickup_card', cardGone];

async function applyFailure(
  act: Act,
  attempt: PaymentAttempt,
  { code, declineCode = code, advice }: Decline,
  intentId: string | null,
): Promise<void> {
  const needsAuthentication = code === 'authentication_required' || declineCode === 'authentication_required';
  const isFinal = needsAuthentication || advice === 'do_not_try_again' || finalDeclines.includes(declineCode);
  await changeAttempt(act.trx, attempt.id, {
    state: 'failed',
    intent_id: intentId,
    decline_code: declineCode,
    needs_authentication: needsAuthentication,
    is_final: isFinal,
    settled_at: act.now,
  });
  if (attempt.kind === 'charge') await mailChargeFailed(act, attempt, { needsAuthentication, isFinal });
}

/** Runs `work` while nobody else settles the attempt. Accounts are locked first, as everywhere. */
async function inAttempt(
  deps: CardDependencies,
  { id, account_id }: PaymentAttempt,
  work: (act: Act, current: PaymentAttempt) => Promise<void>,
): Promise<void> {
  await act(deps, async (act) => {
    await lockAccount(act.trx, account_id);
    await work(act, await lockAttempt(act.trx, id));
  });
}
