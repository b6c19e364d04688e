import { type RawBuilder, sql } from 'kysely';
import type { WaitingKind, WaitingRow } from '../../contract/waiting.ts';
import type { Queries } from '../../database/schema.ts';

export interface WaitingItem extends WaitingRow {
  kind: string;
}

/** What waited before it is left out: it was shown. */
export interface WaitingPosition {
  since: Date;
  id: string;
}

const allOf = (kinds: readonly WaitingKind[]): RawBuilder<WaitingItem> =>
  sql`(${sql.join(
    kinds.map(
      ({ name, select }) => sql`select ${name}::text as kind, id, since, due, about from (${select}) as each_kind`,
    ),
    sql` union all `,
  )}) as waiting`;

/** Without a due time: what has waited since before this moment is late. */
const isLate = (now: Date, lateSince: Date) => sql<boolean>`
  (due < ${now}::timestamptz or due is null and since < ${lateSince}::timestamptz)`;

/** The oldest first. */
export async function findWaiting(
  queries: Queries,
  kinds: readonly WaitingKind[],
  { after, limit, late }: { after: WaitingPosition | null; limit: number; late: { now: Date; since: Date } },
): Promise<(WaitingItem & { isLate: boolean })[]> {
  const { rows } = await sql<WaitingItem & { isLate: boolean }>`
    select kind, id, since, due, about, ${isLate(late.now, late.since)} as "isLate" from ${allOf(kinds)}
      where ${after === null} or (since, id) > (${after?.since ?? null}::timestamptz, ${after?.id ?? null}::text)
      order by since, id limit ${limit}::integer`.execute(queries);
  return rows;
}

export interface WaitingCount {
  kind: string;
  count: number;
  late: number;
  oldest: Date;
  firstDue: Date | null;
}

export async function countWaiting(
  queries: Queries,
  kinds: readonly WaitingKind[],
  late: { now: Date; since: Date },
): Promise<WaitingCount[]> {
  const { rows } = await sql<WaitingCount>`
    select kind, count(*)::integer as count, (count(*) filter (where ${isLate(late.now, late.since)}))::integer as late,
        min(since) as oldest, min(due) as "firstDue"
      from ${allOf(kinds)} group by kind order by kind`.execute(queries);
  return rows;
}
