import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { findPrice, isUpgrade, type Offer } from '../../../shared/business/sales.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { type Act, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { applyEvent, catchUp, loadFacts } from './engine.ts';
import type { Event } from './lifecycle.ts';
import { findDebts, findUpgrade } from './lifecycle-facts.ts';
import {
  findDueSubscriptions,
  findLatest,
  findLive,
  findOfEndedAccounts,
  findSubscription,
  findTerms,
  insertEvent,
  insertSubscription,
  isSourceKnown,
} from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.tables.ts';
import { priceUpgrade, withTax } from './upgrade-price.ts';
import { findWithdrawable, type Withdrawal } from './withdrawal.ts';

type NewSubscription = Pick<Subscription, 'account_id' | 'order_id' | 'product' | 'months' | 'method'>;

/** Begins to exist and waits for its first payment. The account is locked, and has no other. */
export async function openSubscription(trx: OpenTransaction, given: NewSubscription, now: Date): Promise<string> {
  const id = randomUUID();
  await insertSubscription(trx, {
    ...given,
    id,
    state: 'pending',
    anchor_on: null,
    ends_on: null,
    end_reason: null,
    ended_at: null,
    next_product: null,
    next_months: null,
    next_check_on: zurichDayOf(now),
    created_at: now,
  });
  return id;
}

/**
 * What a change of the subscription to something better costs today, once everything has happened that is due by now. `owing`:
 * something else has to be paid first; `waiting`: another upgrade waits for its transfer.
 */
export async function priceUpgradeOf(
  act: Act,
  id: string,
  offer: Pick<Subscription, 'product' | 'months'>,
  customer: KnownCustomer,
): Promise<Awaited<ReturnType<typeof priceUpgrade>> | 'owing' | 'waiting'> {
  const { trx, now } = act;
  await catchUp(act, id);
  const subscription = await findSubscription(trx, id);
  if (!subscription || subscription.state === 'ended' || subscription.ends_on) return undefined;
  const facts = await loadFacts(trx, subscription);
  if (subscription.state !== 'active' || findDebts(facts).length) return 'owing';
  return findUpgrade(facts) ? 'waiting' : priceUpgrade(trx, facts, offer, customer, now);
}

/**
 * What each term costs after a change, tax included, once everything has happened that is due by now: of something better from today on,
 * of anything else from the end of the running term on. Undefined where no term runs.
 */
export async function priceTermOf(
  act: Act,
  id: string,
  offer: Offer,
  customer: KnownCustomer,
): Promise<number | undefined> {
  const { trx, now } = act;
  await catchUp(act, id);
  const subscription = await findSubscription(trx, id);
  const last = (await findTerms(trx, id)).at(-1);
  const net = findPrice(offer.product, offer.months);
  if (!subscription || !last || net === undefined) return undefined;
  const from = isUpgrade(subscription, offer) ? utcDayOf(now) : last.until_on;
  return withTax(trx, customer, net, from);
}

/** `known`: this request was carried out before. */
export type ActResult = 'done' | 'known' | 'not-possible';

/** Applies an event to the live subscription of an account, once for its source. Whatever is due by now is applied first. */
export async function applyOnce(
  act: Act,
  { accountId, event, source }: { accountId: string; event: Event; source: string },
): Promise<ActResult> {
  const { trx } = act;
  await lockAccount(trx, accountId);
  const live = await findLive(trx, accountId);
  if (!live) return 'not-possible';
  if (await isSourceKnown(trx, live.id, source)) return 'known';
  await catchUp(act, live.id);
  return (await applyEvent(act, { id: live.id, event, source })) ? 'done' : 'not-possible';
}

/**
 * Withdraws from the newest order of the live subscription of an account, once for its source, as it was possible when the
 * withdrawal arrived. With `alsoEnded`, from that of the latest where none is live.
 */
export async function withdraw(
  act: Act,
  given: {
    accountId: string;
    receivedAt: Date;
    source: string;
    alsoEnded?: boolean;
  } & Pick<Withdrawal, 'from' | 'said'>,
): Promise<ActResult> {
  const { trx } = act;
  const { accountId, receivedAt, source, alsoEnded = false, from, said } = given;
  await lockAccount(trx, accountId);
  const live = await findLive(trx, accountId);
  const found = live ?? (alsoEnded ? await findLatest(trx, accountId) : undefined);
  if (!found) return 'not-possible';
  if (await isSourceKnown(trx, found.id, source)) return 'known';
  const order = await findWithdrawable(trx, found, receivedAt);
  if (!order) return 'not-possible';
  const { invoiceId, unasked } = order;
  const event = { kind: 'withdraw', invoiceId, unasked, receivedAt, from, said } as const;
  if (live) await catchUp(act, live.id);
  return (await applyEvent(act, { id: found.id, event, source })) ? 'done' : 'not-possible';
}

const batchSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Everything that is due by now, each subscription in a transaction of its own; one that fails stops no other. Before that,
 * what was bought with an account that has ended ends, whoever ended it. Returns those that failed.
 */
export async function runClock(deps: FeatureDependencies): Promise<string[]> {
  const { log } = deps;
  const { kysely } = deps.database;
  const failed: string[] = [];
  const tryOn = async (id: string, work: (act: Act) => Promise<void>) => {
    try {
      await act(deps, work);
    } catch (error) {
      failed.push(id);
      log.error({ err: error, subscription: id }, 'a subscription is not carried on');
    }
  };
  for (const { id, account_id } of await findOfEndedAccounts(kysely, batchSize))
    await tryOn(id, (act) => endForClosing(act, account_id));

  const today = zurichDayOf(deps.clock());
  let after = { day: '1970-01-01', id: firstId };
  for (;;) {
    const due = await findDueSubscriptions(kysely, today, after, batchSize);
    for (const { id, account_id } of due)
      await tryOn(id, async (act) => {
        await lockAccount(act.trx, account_id);
        await catchUp(act, id);
      });
    const last = due.at(-1);
    if (!last || due.length < batchSize) return failed;
    after = { day: last.next_check_on, id: last.id };
  }
}

/** The account of a subscription that ended with it is closed now, and not again. */
export async function markAccountClosed(trx: OpenTransaction, subscriptionId: string, now: Date): Promise<void> {
  await insertEvent(trx, {
    id: randomUUID(),
    subscription_id: subscriptionId,
    source: 'closing',
    event: 'account-closed',
    data: '{}',
    at: now,
  });
}

/** What a closed account has bought ends; what was paid for can be had again as long as the account can be kept. */
export async function endForClosing(act: Act, accountId: string): Promise<void> {
  const { now } = act;
  const source = `account ${now.toISOString()}`;
  await applyOnce(act, { accountId, event: { kind: 'account-closed' }, source });
}

export async function goOnForKeeping(act: Act, accountId: string): Promise<void> {
  const { trx, now } = act;
  const latest = await findLatestEnded(trx, accountId);
  if (!latest) return;
  const source = `account ${now.toISOString()}`;
  await applyEvent(act, { id: latest.id, event: { kind: 'account-kept' }, source });
}

async function findLatestEnded(trx: OpenTransaction, accountId: string): Promise<Subscription | undefined> {
  const latest = await findLatest(trx, accountId);
  return latest?.state === 'ended' ? latest : undefined;
}
