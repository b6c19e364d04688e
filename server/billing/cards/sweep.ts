import { minuteMs } from '../../../shared/durations.ts';
import { act } from '../../contract/act.ts';
import { deleteCustomer, forgetCard, listCardHolders } from '../customers/customers.ts';
import { findOpenAttempt, hasAttempts, listOpenAttempts } from './attempts.queries.ts';
import { closeCheckout, refreshAttempt } from './attempts.ts';
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
  for (const attempt of await listOpenAttempts(database.kysely, before, batchSize))
    await tellIfUnreachable(deps, () => refreshAttempt(deps, attempt));
  for (const id of await listUnhandledEvents(database.kysely, before, batchSize))
    await tellIfUnreachable(deps, () => handleEvent(deps, id));
  await sendRefunds(deps);
  for (const customer of await findCustomersToForget(database.kysely))
    await tellIfUnreachable(deps, () => forgetEnded(deps, customer));
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
  await tellIfUnreachable(deps, async () => {
    const events = await deps.provider.listEvents(recentHours);
    const subjects = new Map(events.map(({ subject }) => [subject.id, subject]));
    for (const subject of subjects.values()) await tellIfUnreachable(deps, () => applySubject(deps, subject));
  });
  await tellIfUnreachable(deps, () => applyRecentMoney(deps));
  for (const accountId of await listCardHolders(deps.database.kysely))
    await tellIfUnreachable(deps, async () => void (await refreshCard(deps, accountId)));
}

/** What went back in the last weeks, also where nothing has told of it. */
async function applyRecentMoney(deps: CardDependencies): Promise<void> {
  for (const made of await deps.provider.listRecentRefunds(comparedHours))
    await tellIfUnreachable(deps, () => applyMadeRefund(deps, made));
  for (const dispute of await deps.provider.listRecentDisputes(comparedHours))
    await tellIfUnreachable(deps, () => applyDispute(deps, dispute));
}

/** One failure does not hold up the rest; the next sweep tries again. */
async function tellIfUnreachable({ log }: CardDependencies, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, 'the card provider did not do what was asked');
  }
}
