import { sql } from 'kysely';
import type { WebVital } from '../../../shared/api/statistics.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { Queries } from '../../database/schema.ts';

/** A day is `YYYY-MM-DD` in UTC. */
export async function addPageView(queries: Queries, day: string, page: string, locale: Locale): Promise<void> {
  await queries
    .insertInto('page_views')
    .values({ day, page, locale, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'page', 'locale']).doUpdateSet({ views: sql`page_views.views + 1` }),
    )
    .execute();
}

export async function addMeasurement(
  queries: Queries,
  measurement: { day: string; page: string; metric: WebVital; value: number },
): Promise<void> {
  await queries
    .insertInto('web_vitals')
    .values({ ...measurement, samples: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'page', 'metric', 'value']).doUpdateSet({ samples: sql`web_vitals.samples + 1` }),
    )
    .execute();
}

/** Views since `firstDay`, the most viewed page first. */
export async function sumPageViews(queries: Queries, firstDay: string) {
  return queries
    .selectFrom('page_views')
    .select(['page', 'locale'])
    .select(({ fn, cast }) => cast<number>(fn.sum('views'), 'bigint').as('views'))
    .where('day', '>=', firstDay)
    .groupBy(['page', 'locale'])
    .orderBy('views', 'desc')
    .orderBy('page')
    .orderBy('locale')
    .execute();
}

/** How often each value was measured since `firstDay`, by page and metric in the order of the values. */
export async function sumMeasurements(queries: Queries, firstDay: string) {
  return queries
    .selectFrom('web_vitals')
    .select(['page', 'metric', 'value'])
    .select(({ fn, cast }) => cast<number>(fn.sum('samples'), 'bigint').as('samples'))
    .where('day', '>=', firstDay)
    .groupBy(['page', 'metric', 'value'])
    .orderBy('page')
    .orderBy('metric')
    .orderBy('value')
    .execute();
}

/** Rows of days before `day`. */
export async function countStatisticsBefore(queries: Queries, day: string): Promise<number> {
  const count = async (table: 'page_views' | 'web_vitals') => {
    const { rows } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('day', '<', day)
      .executeTakeFirstOrThrow();
    return rows;
  };
  return (await count('page_views')) + (await count('web_vitals'));
}

export async function removeStatisticsBefore(queries: Queries, day: string, limit: number): Promise<number> {
  const remove = async (table: 'page_views' | 'web_vitals') => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where day < ${day} limit ${limit}::integer for update skip locked))`.execute(
      queries,
    );
    return Number(numAffectedRows);
  };
  return (await remove('page_views')) + (await remove('web_vitals'));
}
