import { support } from './support.ts';

/** Whether someone answers now, with the current hours or, when closed, the next ones. */
export interface SupportState {
  open: boolean;
  /** The hours are those of today, in the company's time zone. */
  today: boolean;
  opensAt: Date;
  closesAt: Date;
}

interface ZoneTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const calendar = new Intl.DateTimeFormat('en-GB', {
  timeZone: support.timeZone,
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** What clock and calendar show at `instant` where the company is. */
function zoneTimeAt(instant: Date): ZoneTime {
  const parts = Object.fromEntries(calendar.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return parts as unknown as ZoneTime;
}

/** The instant at which the company's clock shows `time` on a day; months count from 1, days may overflow. */
function instantAt(year: number, month: number, day: number, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  let instant = new Date(wanted);
  // The offset of the first guess may belong to another moment: near a clock change it needs a second pass.
  for (let look = 0; look < 2; look++) {
    const shown = zoneTimeAt(instant);
    const reading = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
    instant = new Date(instant.getTime() + wanted - reading);
  }
  return instant;
}

/** Opening hours `daysAhead` days after `now`, where the company is; none on a closed day. */
function findHours(now: Date, daysAhead: number): { opensAt: Date; closesAt: Date } | undefined {
  const today = zoneTimeAt(now);
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day + daysAhead)).getUTCDay() || 7;
  if (!(support.weekdays as readonly number[]).includes(weekday)) return undefined;
  const at = (time: string) => instantAt(today.year, today.month, today.day + daysAhead, time);
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
  const { hour, minute } = zoneTimeAt(now);
  return hour * 60 + minute;
}
