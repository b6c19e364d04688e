/**
 * So many calendar months later, or earlier where `months` is negative: the same day of the month and time, or the last
 * day of a month that has no such day (UTC; as PostgreSQL adds an interval, and as OR 77 counts a period in months).
 */
export function addMonths(time: Date, months: number): Date {
  const moved = new Date(time);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  moved.setUTCDate(Math.min(time.getUTCDate(), lastDayOf(moved)));
  return moved;
}

/**
 * The latest start of a period of so many months that is over at `end`: on the last day of February, periods of three months
 * end that began on 28, 29 and 30 November.
 */
export function findPeriodStart(end: Date, months: number): Date {
  const start = addMonths(end, -months);
  if (end.getUTCDate() === lastDayOf(end)) start.setUTCDate(lastDayOf(start));
  return start;
}

/** Of the month of `time`. */
const lastDayOf = (time: Date) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
