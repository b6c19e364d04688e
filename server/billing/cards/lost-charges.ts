import { act } from '../../contract/act.ts';
import type { CardPayments, Charge } from '../../integrations/card-payments.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { findCustomer } from '../customers/customers.ts';
import { findUnknownAttempts, insertAttempt, lockAttempt } from './attempts.queries.ts';
import { applyToLocked } from './attempts.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { debtOf } from './wanted.ts';

/** What a card is about to be asked for. */
interface Purpose {
  accountId: string;
  orderId?: string;
  invoiceId?: string;
  amountRappen: number;
}

/**
 * Asks the provider what it knows of a customer and our books do not, as after a restore from a dump that is older than a
 * charge: keys are forgotten within days, and the rows that held them are gone. Pages that nobody here knows are closed, and
 * what has paid for the same before is booked as that (`found`). `unclear`: there is money of which nobody knows what it is
 * for; as long as it is neither booked nor given back, nothing more is asked of this card.
 */
export async function recoverLost(deps: CardDependencies, purpose: Purpose): Promise<'nothing' | 'found' | 'unclear'> {
  const { provider, database, log } = deps;
  const { kysely } = database;
  const customer = (await findCustomer(kysely, purpose.accountId))?.stripe_customer_id;
  if (!customer) return 'nothing';
  for (const { id } of await withoutAttempt(deps, await provider.listOpenCheckouts(customer)))
    await provider.expireCheckout(id);
  const lost = await withoutAttempt(deps, await provider.listCharges(customer));
  for (const { id } of lost.filter(({ state }) => state === 'open')) await provider.cancelCharge(id);
  const debt = await debtOf(kysely, purpose);
  let found = false;
  const unclear: string[] = [];
  for (const charge of lost.filter(({ state }) => state === 'paid')) {
    const kept = await findKept(provider, charge);
    if (kept === 0) continue;
    if (!found && kept === charge.amountRappen && isFor(charge, purpose, debt)) {
      await takeIn(deps, purpose, charge);
      found = true;
    } else unclear.push(charge.id);
  }
  for (const charge of unclear) log.error({ charge }, 'the card provider has money of a customer that is in no book');
  if (found) return 'found';
  return unclear.length ? 'unclear' : 'nothing';
}

/** Of those that are ours: others may use the provider's account, too. */
async function withoutAttempt<Asked extends { attemptId?: string }>(
  { database }: CardDependencies,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const ids = asked.flatMap(({ attemptId }) => (attemptId === undefined ? [] : [attemptId]));
  const unknown = await findUnknownAttempts(database.kysely, ids);
  return asked.filter(({ attemptId }) => attemptId !== undefined && unknown.has(attemptId));
}

/** How much of it was not given back. */
export async function findKept(
  provider: CardPayments,
  { id, amountRappen }: Pick<Charge, 'id' | 'amountRappen'>,
): Promise<number> {
  const refunds = (await provider.listRefunds(id)).filter(({ state }) => state !== 'failed');
  return refunds.reduce((rest, refund) => rest - refund.amountRappen, amountRappen);
}

/** An order that is lost is placed anew by whoever has paid it and got nothing. */
const isFor = (charge: Charge, { orderId, amountRappen }: Purpose, debt: string | undefined): boolean =>
  charge.debt === debt ||
  (orderId !== undefined && charge.debt?.startsWith('order ') === true && charge.amountRappen === amountRappen);

/**
 * As an attempt that was believed to have charged nothing, which turns out to be paid. Both at once: whoever met the attempt without its
 * payment would take the charge for known and the invoice for unpaid, and charge again.
 */
async function takeIn(deps: CardDependencies, purpose: Purpose, charge: Charge): Promise<void> {
  const id = charge.attemptId!;
  // Asked for by itself, it tells when it was paid; in a list, only when it began.
  const whole = await deps.provider.getCharge(charge.id);
  await act(deps, async (act) => {
    const { trx, now } = act;
    await lockAccount(trx, purpose.accountId);
    await insertAttempt(trx, {
      id,
      account_id: purpose.accountId,
      // Whoever was there when the card was charged is not known any more.
      kind: purpose.orderId ? 'checkout' : 'charge',
      order_id: purpose.orderId ?? null,
      invoice_id: purpose.invoiceId ?? null,
      amount_rappen: charge.amountRappen,
      card: charge.card ?? null,
      state: 'cancelled',
      created_at: now,
      settled_at: now,
    });
    await applyToLocked(act, deps.contracts, await lockAttempt(trx, id), whole);
  });
}
