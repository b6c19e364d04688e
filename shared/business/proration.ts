import { type Day, daysBetween } from '../days.ts';
import type { Rappen } from './plans.ts';

/** What was paid for, from its first day up to the day after its last one. */
export interface PaidTerm {
  priceRappen: Rappen;
  from: Day;
  until: Day;
}

/** What a term is still worth when it ends before `day`: its share by days, rounded up in favour of the customer. */
export function unservedRappen({ priceRappen, from, until }: PaidTerm, day: Day): Rappen {
  const termDays = daysBetween(from, until);
  const daysLeft = Math.min(Math.max(daysBetween(day, until), 0), termDays);
  return Math.ceil((priceRappen * daysLeft) / termDays);
}

/** What an upgrade on `day` costs: the full price of the new term, less what the running one is still worth. */
export const upgradeRappen = (newPriceRappen: Rappen, running: PaidTerm, day: Day): Rappen =>
  newPriceRappen - unservedRappen(running, day);
