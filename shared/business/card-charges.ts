import { addDays, utcStartOf } from '../days.ts';

/** On which days after the first day of a term a card is charged that was declined before; the first try is on day 0. */
const chargeDays = [0, 1, 3, 5, 7] as const;

/** So many days after the first one, nothing is charged any more. */
export const chargedForDays = chargeDays.at(-1)! + 1;

/** Banks in Zurich are open, and a declined card leaves the working day to mend it. UTC. */
export const chargeHour = 6;

/**
 * The newest time for a try that has come, for a term that begins on `dueOn`; undefined before the first, and once the day of the
 * last is over.
 */
export function findChargeTime(dueOn: string, now: Date): Date | undefined {
  if (now >= utcStartOf(addDays(dueOn, chargedForDays))) return undefined;
  const times = chargeDays.map((days) => new Date(`${addDays(dueOn, days)}T0${chargeHour}:00:00Z`));
  return times.findLast((time) => time <= now);
}

/** The day of the next try after `today`; undefined when there is none. */
export function findNextChargeDay(dueOn: string, today: string): string | undefined {
  return chargeDays.map((days) => addDays(dueOn, days)).find((day) => day > today);
}
