import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import type { Queries } from '../../database/schema.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import type { Consent } from './consents.tables.ts';

export async function findConsent(queries: Queries, id: string): Promise<Consent | undefined> {
  return queries.selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds the record unless there is one with its id. Returns whether it was added. */
export async function insertConsent(queries: Queries, consent: Consent): Promise<boolean> {
  const added = await queries
    .insertInto('consents')
    .values(consent)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

export async function countConsents(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('consents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countConsentsBefore(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('consents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recorded_at', '<', cutoff)
    .where(isPeriodOver(sql.ref('recorded_at'), { months: retention.cookieConsentMonths }))
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeConsentsBefore(queries: Queries, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{
    removed: number;
  }>`select remove_expired_consents(${cutoff}, ${limit}::integer) as removed`.execute(queries);
  return rows[0]!.removed;
}
