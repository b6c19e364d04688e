import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { act } from '../../contract/act.ts';
import { Problem } from '../../http/problem.ts';
import { CardProviderRefused, CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { lockActiveAccount, lockLivingAccount } from '../../people/accounts/accounts.ts';
import { findCustomer, saveProviderCustomer } from '../customers/customers.ts';
import { findAttempt, findOpenAttempt, insertAttempt } from './attempts.queries.ts';
import { closeCheckout, openSession, refreshAttempt, withProvider } from './attempts.ts';
import type { CardContext, CardDependencies } from './card-dependencies.ts';
import type { PaymentAttempt } from './cards.tables.ts';
import { refreshCard } from './kept-cards.ts';
import { recoverLost } from './lost-charges.ts';

export { findAttemptOfOrder, findLatestAttempt } from './attempts.queries.ts';
export type { ChargedContracts, DueInvoice, TakenBack } from './card-dependencies.ts';
export type { PaymentAttempt } from './cards.tables.ts';
export { byHandCommand, findChargesByHand } from './charges-by-hand.ts';
export { compareWithProvider } from './comparison.ts';

/** What a card is asked for; without order and invoice it is only kept. */
export interface CheckoutPurpose {
  accountId: string;
  orderId?: string;
  invoiceId?: string;
  amountRappen: number;
}

/**
 * The provider's page on which a card is entered, for a purpose. There is one such page at a time: any other is closed
 * first. Throws `payment-pending` when it turns out that something was just paid or is being charged, and
 * `card-provider-unreachable`.
 */
export async function openCheckout(deps: CardContext, purpose: CheckoutPurpose): Promise<{ payAt: string }> {
  const cards = requireProvider(deps);
  try {
    const attempt = await beginCheckout(cards, purpose);
    const { url } = attempt.state === 'open' ? { url: attempt.pay_at } : await openSession(cards, attempt);
    if (!url) throw new Problem('payment-pending');
    return { payAt: url };
  } catch (error) {
    throw explain(cards, error);
  }
}

/**
 * Closes the page on which the account could still pay something else by card. What was paid there just now is booked. Throws
 * `card-provider-unreachable`.
 */
export async function closeOpenCheckout(deps: CardContext, accountId: string): Promise<void> {
  const open = await findOpenAttempt(deps.database.kysely, accountId);
  // One without a session has shown nobody its address, and is closed by the sweep.
  if (!open || open.kind === 'charge' || open.session_id === null) return;
  const cards = requireProvider(deps);
  await closeCheckout(cards, open).catch((error: unknown) => {
    throw explain(cards, error);
  });
}

/** How long somebody who looks is kept waiting for the provider; the question goes on, and so does the sweep. */
const patienceMs = 2500;

/**
 * Asks the provider what became of an open attempt of the account. False when it does not answer in time: what is stored
 * counts until it does.
 */
export async function refreshAttempts(deps: CardContext, accountId: string): Promise<boolean> {
  const attempt = await findOpenAttempt(deps.database.kysely, accountId);
  // One that was not carried out yet belongs to whoever is doing it.
  if (attempt?.state !== 'open' || !deps.config.cards) return true;
  const cards = withProvider(deps, deps.config.cards);
  const asked = refreshAttempt(cards, attempt).then(
    () => true,
    (error: unknown) => {
      if (explain(cards, error) === error) throw error;
      return false;
    },
  );
  return Promise.race([asked, wait(patienceMs, false, { ref: false })]);
}

/** The attempt for the purpose, new or from before, once no other is open. */
async function beginCheckout(deps: CardDependencies, purpose: CheckoutPurpose): Promise<PaymentAttempt> {
  const { database } = deps;
  const isKnown = await isCustomerKnown(deps, purpose.accountId);
  const open = await findOpenAttempt(database.kysely, purpose.accountId);
  if (open?.state === 'open') await refreshAttempt(deps, open);
  const still = open && (await findAttempt(database.kysely, open.id));
  if (still?.state === 'succeeded') throw new Problem('payment-pending');
  if (still && !still.settled_at) {
    if (isKnown && isFor(still, purpose)) return still;
    if (still.kind === 'charge') throw new Problem('payment-pending');
    if (!(await closeCheckout(deps, still))) throw new Problem('payment-pending');
  }
  if (!isKnown) await makeProviderCustomer(deps, purpose.accountId);
  // A page that only asks for a card charges nothing.
  if (purpose.amountRappen > 0 && (await recoverLost(deps, purpose)) !== 'nothing')
    throw new Problem('payment-pending');
  const attempt = {
    id: randomUUID(),
    account_id: purpose.accountId,
    kind: purpose.orderId || purpose.invoiceId ? 'checkout' : 'setup',
    order_id: purpose.orderId ?? null,
    invoice_id: purpose.invoiceId ?? null,
    amount_rappen: purpose.amountRappen,
    card: null,
  } as const;
  const isNew = await act(deps, async ({ trx, now }) => {
    // What is owed can be paid also while the company has suspended the account.
    await (purpose.invoiceId ? lockLivingAccount : lockActiveAccount)(trx, purpose.accountId);
    return insertAttempt(trx, { ...attempt, created_at: now });
  });
  // Another request, or a charge, was faster.
  if (!isNew) throw new Problem('payment-pending');
  return (await findAttempt(database.kysely, attempt.id))!;
}

function isFor(attempt: PaymentAttempt, { orderId, invoiceId, amountRappen }: CheckoutPurpose): boolean {
  return (
    attempt.kind !== 'charge' &&
    attempt.order_id === (orderId ?? null) &&
    attempt.invoice_id === (invoiceId ?? null) &&
    attempt.amount_rappen === amountRappen
  );
}

/** False before the provider was asked for anything, and once somebody has deleted the customer there. */
async function isCustomerKnown({ database, provider }: CardDependencies, accountId: string): Promise<boolean> {
  const customer = await findCustomer(database.kysely, accountId);
  if (!customer) throw new Problem('not-found');
  return customer.stripe_customer_id !== null && (await provider.hasCustomer(customer.stripe_customer_id));
}

/** One customer at the provider for each account; asked for twice, it is the same. One that is gone there is made anew. */
async function makeProviderCustomer(deps: CardDependencies, accountId: string): Promise<void> {
  const { database, provider } = deps;
  const { email, stripe_customer_id: gone } = (await findCustomer(database.kysely, accountId))!;
  const wanted = { accountId, ...(email && { email }) };
  // The provider may know one from before a restore.
  const known = email ? (await provider.findCustomers(email)).find((each) => each.accountId === accountId) : undefined;
  // It would repeat its answer to the same key, also after a deletion.
  const key = `customer ${accountId} ${email}${gone === null ? '' : ` after ${gone}`}`;
  const id = known?.id ?? (await provider.createCustomer(wanted, key));
  // Its card went with it.
  if (gone !== null) await refreshCard(deps, accountId);
  await act(deps, ({ trx }) => saveProviderCustomer(trx, accountId, id));
}

function requireProvider(deps: CardContext): CardDependencies {
  const { cards } = deps.config;
  if (!cards) throw new Problem('card-provider-unreachable');
  return withProvider(deps, cards);
}

/** What a customer is told; an operator reads why. */
function explain({ log }: CardDependencies, error: unknown): unknown {
  if (!(error instanceof CardProviderUnreachable || error instanceof CardProviderRefused)) return error;
  log.error({ err: error }, 'the card provider did not do what was asked');
  return new Problem('card-provider-unreachable', { headers: { 'retry-after': '60' } });
}
