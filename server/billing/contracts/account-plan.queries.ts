import { sql } from 'kysely';
import { utcDayOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';

/**
 * What decides which plan an account has at a time: since when it exists, the term that is served, and what an operator gave. In
 * one query, as nobody gets a text before it. Undefined where nothing is stored about the account.
 */
export async function findPlanFacts(queries: Queries, accountId: string, at: Date) {
  return queries
    .selectFrom('accounts as a')
    .leftJoin(
      () => selectServed(queries, accountId, at).as('served'),
      (join) => join.onTrue(),
    )
    .leftJoin('plan_grants as given', (join) =>
      join
        .onRef('given.account_id', '=', 'a.id')
        .on('given.granted_at', '<=', at)
        .on((on) => on.or([on('given.until', 'is', null), on('given.until', '>', at)])),
    )
    .select(['a.created_at', 'served.product', 'served.anchor_on', 'served.until_on'])
    .select(['given.plan', 'given.online_requests', 'given.granted_at', 'given.until'])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

/**
 * The term that is served, with its subscription; none while that is suspended. What was served before a subscription was suspended
 * or ended stays served, so that reports of that time may come late. In one act it is suspended before it is restored.
 */
function selectServed(queries: Queries, accountId: string, at: Date) {
  const day = utcDayOf(at);
  // An upgrade has moved the day from which terms are counted.
  const anchor = sql<string>`case when s.anchor_on <= ${day}::date then s.anchor_on else coalesce(
    (select max((effect -> 'changes' ->> 'anchor_on')::date)
      from subscription_events, jsonb_array_elements(data -> 'effects') as effect
      where subscription_id = s.id and (effect -> 'changes' ->> 'anchor_on')::date <= ${day}::date), terms.from_on) end`;
  const wasSuspended = sql`coalesce((select event = 'suspended' from subscription_events
    where subscription_id = s.id and event in ('suspended', 'restored', 'kept') and at <= ${at}::timestamptz
    order by at desc, event = 'suspended' limit 1), false)`;
  return (
    queries
      .selectFrom('subscriptions as s')
      .innerJoin('terms', 'terms.subscription_id', 's.id')
      .select(['terms.product', 'terms.until_on', anchor.as('anchor_on')])
      .where('account_id', '=', accountId)
      .where('from_on', '<=', day)
      // A term that ends early is cut short on that day, and was served until then.
      .where(
        sql<boolean>`(until_on > ${day}::date
        or until_on = ${day}::date and state = 'ended' and ends_on is distinct from until_on)`,
      )
      .where(
        sql<boolean>`case state when 'suspended' then not ${wasSuspended}
        when 'ended' then ended_at > ${at}::timestamptz and not ${wasSuspended} else true end`,
      )
      // A term that ended on this day was served before the one that follows it.
      .orderBy('s.created_at')
      .orderBy('from_on', 'desc')
      .limit(1)
  );
}
