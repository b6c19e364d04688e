/**
 * So many calendar months later, or earlier where `months` is negative: the same day of the month and time, or the last
 * day of a month that has no such day (UTC; as PostgreSQL adds an interval, and as OR 77 counts a period in months).
 */
export function addMonths(time: Date, months: number): Date {
  const moved = new Date(time);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(time.getUTCDate(), lastDay));
  return moved;
}
