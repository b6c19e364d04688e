import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';

/**
 * What decides which plan an account has at each of these times, in their order: since when it exists, the term that is served, and
 * what an operator gave. In one query, as nobody gets a text before it. Empty where nothing is stored about the account.
 */
export async function findPlanFacts(queries: Queries, accountId: string, times: readonly Date[]) {
  const asked = sql<{ at: Date; day: string; place: number }>`(
    select at, (at at time zone 'UTC')::date as day, place
      from unnest(${times.map((at) => at.toISOString())}::timestamptz[]) with ordinality as g (at, place))`;
  return queries
    .selectFrom('accounts as a')
    .innerJoin(asked.as('asked'), (join) => join.onTrue())
    .leftJoinLateral(
      () => selectServed(queries, accountId).as('served'),
      (join) => join.onTrue(),
    )
    .leftJoin('plan_grants as given', (join) =>
      join
        .onRef('given.account_id', '=', 'a.id')
        .onRef('given.granted_at', '<=', 'asked.at')
        .on((on) => on.or([on('given.until', 'is', null), on('given.until', '>', on.ref('asked.at'))])),
    )
    .select(['a.created_at', 'served.product', 'served.anchor_on', 'served.until_on'])
    .select(['given.plan', 'given.is_enterprise', 'given.online_requests', 'given.granted_at', 'given.until'])
    .where('a.id', '=', accountId)
    .orderBy('asked.place')
    .execute();
}

/**
 * The term that is served at `asked.at`, with its subscription; none while that is suspended. What was served before a subscription
 * was suspended or ended stays served, so that reports of that time may come late. In one act it is suspended before it is restored.
 */
function selectServed(queries: Queries, accountId: string) {
  // An upgrade has moved the day from which terms are counted.
  const anchor = sql<string>`case when s.anchor_on <= asked.day then s.anchor_on else coalesce(
    (select max((effect -> 'changes' ->> 'anchor_on')::date)
      from subscription_events, jsonb_array_elements(data -> 'effects') as effect
      where subscription_id = s.id and (effect -> 'changes' ->> 'anchor_on')::date <= asked.day), terms.from_on) end`;
  const wasSuspended = sql`coalesce((select event = 'suspended' from subscription_events
    where subscription_id = s.id and event in ('suspended', 'restored', 'kept') and at <= asked.at
    order by at desc, event = 'suspended' limit 1), false)`;
  return (
    queries
      .selectFrom('subscriptions as s')
      .innerJoin('terms', 'terms.subscription_id', 's.id')
      .select(['terms.product', 'terms.until_on', anchor.as('anchor_on')])
      .where('account_id', '=', accountId)
      .where(sql<boolean>`from_on <= asked.day`)
      // A term that ends early is cut short on that day, and was served until then.
      .where(
        sql<boolean>`(until_on > asked.day
        or until_on = asked.day and state = 'ended' and ends_on is distinct from until_on)`,
      )
      .where(
        sql<boolean>`case state when 'suspended' then not ${wasSuspended}
        when 'ended' then ended_at > asked.at and not ${wasSuspended} else true end`,
      )
      // A term that ended on this day was served before the one that follows it.
      .orderBy('s.created_at')
      .orderBy('from_on', 'desc')
      .limit(1)
  );
}
