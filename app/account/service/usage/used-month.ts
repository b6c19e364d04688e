import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import type { QuotaPool } from '../../../../shared/business/text-service.ts';
import { addDays, type Day, daysBetween, utcDayOf } from '../../../../shared/days.ts';
import { dayMs } from '../../../../shared/durations.ts';

/** A month of quotas, as it is drawn and told. */
export interface UsedMonth {
  /** Its first and last day (UTC): it begins and ends within them, at the time of day at which the account was made. */
  first: Day;
  last: Day;
  /** How many days that are. */
  count: number;
  /** From the first day up to today: what was used before each, and what it added. */
  days: { day: Day; before: number; added: number }[];
  /** The day on which the quota was used up. */
  spentOn: Day | null;
  /** Where the pace so far leads; null where it says nothing yet, or nothing any more. */
  pace: { emptyAt: Date } | { usedAtEnd: number } | null;
}

/** The clock of the browser may be wrong: it counts as far as the month goes, and not behind what has been counted. */
export function usedMonthOf(
  { cycle, quotas, days }: Pick<UsageAnswer, 'cycle' | 'quotas' | 'days'>,
  pool: QuotaPool,
  now: Date,
): UsedMonth | null {
  const { limit, used } = quotas[pool];
  if (!cycle || !limit) return null;
  const [start, end] = [Date.parse(cycle.start), Date.parse(cycle.end)];
  const [first, last] = [utcDayOf(new Date(start)), utcDayOf(new Date(end - 1))];
  const counted = new Map(days.filter((each) => each.pool === pool).map(({ day, requests }) => [day, requests]));
  const time = Math.min(Math.max(now.getTime(), start), end - 1);
  const today = [utcDayOf(new Date(time)), ...counted.keys()].toSorted().at(-1)!;
  let sum = 0;
  let spentOn: Day | null = null;
  const drawn = Array.from({ length: daysBetween(first, today) + 1 }, (_, index) => {
    const day = addDays(first, index);
    const [before, added] = [sum, counted.get(day) ?? 0];
    sum += added;
    if (sum >= limit) spentOn ??= day;
    return { day, before, added };
  });
  return {
    ...{ first, last, count: daysBetween(first, last) + 1, days: drawn },
    spentOn: used < limit ? null : spentOn,
    pace: used > 0 && used < limit ? leadOn(used / Math.max(1, (time - start) / dayMs)) : null,
  };

  function leadOn(perDay: number): UsedMonth['pace'] {
    const emptyAt = time + ((limit! - used) / perDay) * dayMs;
    if (emptyAt < end) return { emptyAt: new Date(emptyAt) };
    return { usedAtEnd: Math.min(limit!, Math.round(used + perDay * ((end - time) / dayMs))) };
  }
}
