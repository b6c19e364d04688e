import { addDays, type Day, utcStartOf } from '../days.ts';
import { instantAt, zoneTimeAt } from '../zone-time.ts';
import { businessTimeZone } from './time-zone.ts';

/** The day that the calendar in Zurich shows; terms run from midnight to midnight in UTC. */
export function zurichDayOf(instant: Date): Day {
  const { year, month, day } = zoneTimeAt(instant, businessTimeZone);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The moment at which the day starts in Zurich. The day before ends with it. */
export function zurichStartOf(day: Day): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return instantAt(year, month, date, '00:00', businessTimeZone);
}

/** Zug's rest days that have a date (feiertagskalender.ch?geo=2860). */
const fixedRestDays = ['01-01', '08-01', '08-15', '11-01', '12-08', '12-25'];

/** Those that move with Easter, in days after it: Good Friday, Ascension, Corpus Christi. */
const movingRestDays = [-2, 39, 60];

/** Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher: Astronomical Algorithms, chapter 8). */
export function easterOf(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return addDays(`${year}-03-01`, epact + weekday - 7 * correction + 21);
}

const dayOfWeek = (day: Day): number => utcStartOf(day).getUTCDay();

/** True from Monday to Friday, but for Zug's rest days. */
export function isBusinessDay(day: Day): boolean {
  if ([0, 6].includes(dayOfWeek(day)) || fixedRestDays.includes(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return !movingRestDays.some((days) => addDays(easter, days) === day);
}

/** The last business day before `day`: until its end, notice can be given (specification 9). */
export function lastBusinessDayBefore(day: Day): Day {
  let before = addDays(day, -1);
  while (!isBusinessDay(before)) before = addDays(before, -1);
  return before;
}

/** Since whatever arrived before then, so many whole business days are over. */
export function daysOfWorkBefore(now: Date, days: number): Date {
  let day = zurichDayOf(now);
  for (let passed = 0; passed < days; passed++) day = lastBusinessDayBefore(day);
  return zurichStartOf(day);
}
