import { isUuid } from '../../../shared/uuid.ts';
import { type CardPayments, isGone, type ProviderEvent } from '../../integrations/card-payments.ts';
import { findAccountAtProvider } from '../customers/customers.ts';
import { findAttempt, findAttemptOfSession } from './attempts.queries.ts';
import { applyCharge, refreshAttempt } from './attempts.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { tellChargeByHand } from './charges-by-hand.ts';
import { applyDispute } from './disputes.ts';
import { findEvent, markEventHandled } from './events.queries.ts';
import { refreshCard } from './kept-cards.ts';
import { applyMadeRefund } from './refunds-at-provider.ts';

/**
 * Does what a stored event is about: asks the provider how its subject is now. What the event itself says may be old, and
 * events come twice and in any order. Safe to repeat.
 */
export async function handleEvent(deps: CardDependencies, id: string): Promise<void> {
  const { database } = deps;
  const event = await findEvent(database.kysely, id);
  if (!event || event.handled_at) return;
  const { object } = JSON.parse(event.raw).data as { object: { object: string; id: string } };
  await applySubject(deps, { kind: object.object, id: object.id });
  await markEventHandled(database.kysely, id, deps.clock());
}

export async function applySubject(deps: CardDependencies, subject: ProviderEvent['subject']): Promise<void> {
  try {
    await apply(deps, subject);
  } catch (error) {
    // What is gone at the provider is asked about no more.
    if (!isGone(error)) throw error;
  }
}

async function apply(deps: CardDependencies, { kind, id }: ProviderEvent['subject']): Promise<void> {
  const { database, provider } = deps;
  if (kind === 'checkout.session') {
    const attempt = await findAttemptOfSession(database.kysely, id);
    if (attempt) await refreshAttempt(deps, attempt);
  } else if (kind === 'payment_intent') {
    await applyIntent(deps, await provider.getCharge(id));
  } else if (kind === 'refund') {
    await applyMadeRefund(deps, await provider.getRefund(id));
  } else if (kind === 'dispute') {
    await applyDispute(deps, await provider.getDispute(id));
  } else if (kind === 'payment_method' || kind === 'customer') {
    const accountId = await findAccountAtProvider(database.kysely, id);
    if (accountId !== undefined) await refreshCard(deps, accountId);
  }
}

async function applyIntent(
  deps: CardDependencies,
  charge: Awaited<ReturnType<CardPayments['getCharge']>>,
): Promise<void> {
  const { attemptId } = charge;
  const attempt = attemptId && isUuid(attemptId) ? await findAttempt(deps.database.kysely, attemptId) : undefined;
  if (!attempt) return tellChargeByHand(deps, charge);
  if (attempt.kind === 'charge') await applyCharge(deps, attempt, charge);
  else if (charge.state === 'paid') await refreshAttempt(deps, attempt);
}
