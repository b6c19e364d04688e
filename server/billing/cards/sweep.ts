import { minuteMs } from '../../../shared/durations.ts';
import { act } from '../../contract/act.ts';
import { CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { deleteCustomer, forgetCard, listCardHolders } from '../customers/customers.ts';
import { findOpenAttempt, hasAttempts, listOpenAttempts } from './attempts.queries.ts';
import { closeCheckout, mostUnanswered, refreshAttempt } from './attempts.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { applyDispute } from './disputes.ts';
import { listUnhandledEvents } from './events.queries.ts';
import { applySubject, handleEvent } from './events.ts';
import { refreshCard } from './kept-cards.ts';
import { sendRefunds } from './refunds.ts';
import { applyMadeRefund } from './refunds-at-provider.ts';
import { findCustomersToForget } from './sweep.queries.ts';

const batchSize = 500;

/** How far the nightly pass looks back: two nights may fail. */
const recentHours = 72;

/** The same for money that went back, of which a list is short. */
const comparedHours = 35 * 24;

/** Asks about everything that is open, so that nothing depends on a webhook; and ends what has no reason to go on. */
export async function sweep(deps: CardDependencies): Promise<void> {
  const { database, clock } = deps;
  const before = new Date(clock().getTime() - minuteMs);
  const attempts = await listOpenAttempts(database.kysely, before, batchSize);
  await forEach(deps, attempts, (attempt) => refreshAttempt(deps, attempt));
  const events = await listUnhandledEvents(database.kysely, before, batchSize);
  await forEach(deps, events, (id) => handleEvent(deps, id));
  await sendRefunds(deps);
  await forEach(deps, await findCustomersToForget(database.kysely), (customer) => forgetEnded(deps, customer));
}

type CustomerToForget = Awaited<ReturnType<typeof findCustomersToForget>>[number];

/** Closes the page of an account that has ended, and forgets its card; once it is erased, the customer too. */
async function forgetEnded(
  deps: CardDependencies,
  { account_id: id, card_payment_method: card, stripe_customer_id: providerCustomer, isErased }: CustomerToForget,
): Promise<void> {
  const { database, provider } = deps;
  const open = await findOpenAttempt(database.kysely, id);
  if (open && open.kind !== 'charge') await closeCheckout(deps, open);
  if (card !== null) {
    await provider.detachCard(card);
    await act(deps, ({ trx }) => forgetCard(trx, id));
  }
  if (isErased && providerCustomer !== null) {
    await provider.removeCustomer(providerCustomer);
    await act(deps, ({ trx }) => deleteCustomer(trx, id));
  }
}

/** What happened in the last days, for whatever escaped webhooks and sweeps alike. */
export async function applyRecentEvents(deps: CardDependencies): Promise<void> {
  // Events are about attempts of ours: without one there is nothing to ask about.
  if (!(await hasAttempts(deps.database.kysely))) return;
  await forEach(deps, [applyEvents, applyRecentMoney, refreshCards], (part) => part(deps));
}

async function applyEvents(deps: CardDependencies): Promise<void> {
  const events = await deps.provider.listEvents(recentHours);
  const subjects = new Map(events.map(({ subject }) => [subject.id, subject]));
  await forEach(deps, subjects.values(), (subject) => applySubject(deps, subject));
}

/** What went back in the last weeks, also where nothing has told of it. */
async function applyRecentMoney(deps: CardDependencies): Promise<void> {
  const { provider } = deps;
  await forEach(deps, await provider.listRecentRefunds(comparedHours), (made) => applyMadeRefund(deps, made));
  await forEach(deps, await provider.listRecentDisputes(comparedHours), (dispute) => applyDispute(deps, dispute));
}

async function refreshCards(deps: CardDependencies): Promise<void> {
  await forEach(deps, await listCardHolders(deps.database.kysely), (accountId) => refreshCard(deps, accountId));
}

/** One failure does not hold up the rest, unless the provider answers nobody; the next sweep tries again. */
async function forEach<Item>(
  { log }: CardDependencies,
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let unanswered = 0;
  for (const item of items) {
    try {
      await work(item);
      unanswered = 0;
    } catch (error) {
      log.error({ err: error }, 'the card provider did not do what was asked');
      if (error instanceof CardProviderUnreachable && ++unanswered === mostUnanswered) return;
    }
  }
}
