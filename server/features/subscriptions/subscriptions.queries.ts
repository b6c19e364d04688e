import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Term } from './subscriptions.tables.ts';

/** The term that is served on a day, with its subscription; none while it is suspended. */
export async function findServed(
  queries: Queries,
  accountId: string,
  day: string,
): Promise<(Pick<Term, 'product' | 'until_on'> & { anchor_on: string }) | undefined> {
  const row = await queries
    .selectFrom('subscriptions')
    .innerJoin('terms', 'terms.subscription_id', 'subscriptions.id')
    .select(['terms.product', 'terms.until_on', 'subscriptions.anchor_on'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'grace'])
    .where('from_on', '<=', day)
    .where('until_on', '>', day)
    .executeTakeFirst();
  return row && { ...row, anchor_on: row.anchor_on! };
}

export async function exportSubscriptions(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  const exported = [];
  for (const { account_id: _account, ...subscription } of subscriptions)
    exported.push({
      ...subscription,
      terms: await trx
        .selectFrom('terms')
        .select(['number', 'product', 'months', 'from_on', 'until_on'])
        .where('subscription_id', '=', subscription.id)
        .orderBy('number')
        .execute(),
      events: await trx
        .selectFrom('subscription_events')
        .select(['event', 'data', 'at'])
        .where('subscription_id', '=', subscription.id)
        .orderBy('at')
        .execute(),
    });
  return exported;
}
