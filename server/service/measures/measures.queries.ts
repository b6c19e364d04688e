import { type RawBuilder, sql } from 'kysely';
import { measureActs, objectionDays } from '../../../shared/business/measures.ts';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { AccountMeasure } from './measures.tables.ts';

/** False where that step has been noted before. */
export async function insertAct(trx: OpenTransaction, act: AccountMeasure): Promise<boolean> {
  const added = await trx
    .insertInto('account_measures')
    .values(act)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

/** Objections about which nobody has decided. */
export const openObjections: WaitingKind = {
  name: 'objections',
  settledBy: ['measure decide <id>'],
  select: sql`select measure_id::text as id, noted_at as since, noted_at + make_interval(days => ${objectionDays}::integer) as due,
      'to a measure' as about
    from account_measures where act = 'object' and not exists (select from account_measures as later
      where later.measure_id = account_measures.measure_id and later.act = 'decide')`,
};

/** Measures and everything that became of them, oldest first; of one account or of all. */
export const findActs = (queries: Queries, accountId?: string): Promise<AccountMeasure[]> =>
  queries
    .selectFrom('account_measures')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .orderBy('noted_at')
    .orderBy('id')
    .execute();

export const findMeasure = (queries: Queries, id: string): Promise<AccountMeasure | undefined> =>
  queries
    .selectFrom('account_measures')
    .selectAll()
    .where('id', '=', id)
    .whereRef('measure_id', '=', 'id')
    .executeTakeFirst();

export async function hasAct(queries: Queries, measureId: string, act: AccountMeasure['act']): Promise<boolean> {
  const row = await queries
    .selectFrom('account_measures')
    .select('id')
    .where('measure_id', '=', measureId)
    .where('act', '=', act)
    .executeTakeFirst();
  return row !== undefined;
}

const isMeasure = sql<boolean>`act in (${sql.join(measureActs.map((act) => sql.lit(act)))})`;
const has = (act: string): RawBuilder<boolean> =>
  sql`exists (select from account_measures later where later.measure_id = account_measures.id and later.act = ${sql.lit(act)})`;

/** The notice of a measure: its mail's key, with the id at the end. */
export const noticeKey = 'measure-notice ';

/** Measures that take effect now: the holder was told, as far as a mail server takes a mail, or nobody has to wait for that. */
export async function findEffective(queries: Queries, now: Date): Promise<AccountMeasure[]> {
  const { rows } = await sql<AccountMeasure>`
    select * from account_measures
      where ${isMeasure} and from_at <= ${now}::timestamptz
        and not ${has('apply')} and not ${has('lift')}
        and (at_once is not null or not exists (
          select from mails where dedupe_key = ${noticeKey}::text || account_measures.id and settled_at is null))
      order by noted_at limit 500`.execute(queries);
  return rows;
}

/** Measures in effect that are over or lifted. */
export async function findOver(queries: Queries, now: Date): Promise<AccountMeasure[]> {
  const { rows } = await sql<AccountMeasure>`
    select * from account_measures
      where ${isMeasure} and act <> 'terminate' and ${has('apply')} and not ${has('end')}
        and (until_at <= ${now}::timestamptz or ${has('lift')})
      order by noted_at limit 500`.execute(queries);
  return rows;
}

/** Those in effect, the one that lasts longest first. */
export async function findInForce(queries: Queries, accountId: string): Promise<AccountMeasure[]> {
  const { rows } = await sql<AccountMeasure>`
    select * from account_measures
      where account_id = ${accountId} and ${isMeasure} and act <> 'terminate' and ${has('apply')} and not ${has('end')}
      order by until_at desc nulls first, id`.execute(queries);
  return rows;
}

/** Whether another is in effect or announced. */
export async function hasStanding(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_measures
      where account_id = ${accountId} and ${isMeasure} and not ${has('lift')} and not ${has('end')} limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

export async function countExpiredActs(queries: Queries, cutoff: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account_measures
      where noted_at < ${cutoff}::timestamptz and measure_over_since(measure_id) < ${cutoff}::timestamptz
        and measure_over_since(measure_id) + interval '3 years' < service_now() + interval '1 hour'`.execute(queries);
  return rows[0]!.count;
}

export async function removeExpiredActs(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select remove_expired_account_measures(${cutoff}, ${limit}::integer) as removed`.execute(trx);
  return Number(rows[0]!.removed);
}

/** What was in effect is over when the account is erased; that it was stays for its time. */
export async function endMeasuresOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await sql`
    insert into account_measures (id, account_id, act, measure_id, from_at, actor, noted_at)
      select gen_random_uuid(), account_id, 'end', id, service_now(), 'system', service_now() from account_measures
        where account_id = ${accountId} and ${isMeasure} and act <> 'terminate' and ${has('apply')} and not ${has('end')}
      on conflict do nothing`.execute(trx);
}
