import { instantAt, zoneTimeAt } from '../zone-time.ts';
import { support } from './support.ts';

/** Whether someone answers now, with the current hours or, when closed, the next ones. */
export interface SupportState {
  open: boolean;
  /** The hours are those of today, in the company's time zone. */
  today: boolean;
  opensAt: Date;
  closesAt: Date;
}

/** Opening hours `daysAhead` days after `now`, where the company is; none on a closed day. */
function findHours(now: Date, daysAhead: number): { opensAt: Date; closesAt: Date } | undefined {
  const today = zoneTimeAt(now, support.timeZone);
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day + daysAhead)).getUTCDay() || 7;
  if (!(support.weekdays as readonly number[]).includes(weekday)) return undefined;
  const at = (time: string) => instantAt(today.year, today.month, today.day + daysAhead, time, support.timeZone);
  return { opensAt: at(support.opensAt), closesAt: at(support.closesAt) };
}

/**
 * Whether support is open at `now` (specification 9: Monday to Friday, 11:00 to 20:00), by the clock in Zurich, not the
 * visitor's. The opening minute counts as open, the closing minute as closed.
 */
export function supportStateAt(now: Date): SupportState {
  for (let daysAhead = 0; daysAhead <= 7; daysAhead++) {
    const hours = findHours(now, daysAhead);
    if (hours && now < hours.closesAt) return { open: now >= hours.opensAt, today: daysAhead === 0, ...hours };
  }
  throw new Error('Support is open on no day of the week.');
}

/** Minutes since midnight on the company's clock. */
export function supportClockMinutes(now: Date): number {
  const { hour, minute } = zoneTimeAt(now, support.timeZone);
  return hour * 60 + minute;
}
