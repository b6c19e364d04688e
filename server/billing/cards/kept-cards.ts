import { utcDayOf } from '../../../shared/days.ts';
import { act } from '../../contract/act.ts';
import { type CardPayments, isGone } from '../../integrations/card-payments.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { findCustomer, forgetCard, saveCard } from '../customers/customers.ts';
import type { CardDependencies } from './card-dependencies.ts';

/** The card of the account from now on; the one before is forgotten at the provider, too. */
export async function keepCard(deps: CardDependencies, accountId: string, paymentMethod: string): Promise<void> {
  const { database, provider } = deps;
  const before = (await findCustomer(database.kysely, accountId))?.card_payment_method;
  if (before === paymentMethod) return;
  const card = describe(await provider.getCard(paymentMethod));
  if (before) await provider.detachCard(before);
  await act(deps, async ({ trx }) => {
    await lockAccount(trx, accountId);
    await saveCard(trx, accountId, card);
  });
}

/**
 * Asks the provider about the kept card of an account: a bank may have renewed it, and a person may have removed it, or the whole
 * customer, in the dashboard. One that is gone is forgotten. False where the account has no card then.
 */
export async function refreshCard(deps: CardDependencies, accountId: string): Promise<boolean> {
  const { database, provider } = deps;
  const customer = await findCustomer(database.kysely, accountId);
  const kept = customer?.card_payment_method;
  if (!customer || !kept) return false;
  const card = await provider.getCard(kept).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  const isKept = card?.customer !== undefined && card.customer === customer.stripe_customer_id;
  await act(deps, async ({ trx }) => {
    await lockAccount(trx, accountId);
    // Replaced in the meantime.
    if ((await findCustomer(trx, accountId))?.card_payment_method !== kept) return;
    if (isKept) await saveCard(trx, accountId, describe(card));
    else await forgetCard(trx, accountId);
  });
  return isKept;
}

function describe({ id, brand, last4, expiresYear, expiresMonth }: Awaited<ReturnType<CardPayments['getCard']>>) {
  // The last day of the card's last month.
  const expiresOn = utcDayOf(new Date(Date.UTC(expiresYear, expiresMonth, 0)));
  return { paymentMethod: id, brand, last4, expiresOn };
}
