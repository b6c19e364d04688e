import { addMonths } from '../months.ts';

/** A month of quotas: from its start on, and up to its end, at which the next one starts. */
export interface QuotaCycle {
  start: Date;
  end: Date;
}

/**
 * The cycle in which `at` lies. Each starts a whole number of months after `anchor` itself, so that one of the 31st returns
 * to the 31st after February (UTC).
 */
export function findQuotaCycle(anchor: Date, at: Date): QuotaCycle {
  const monthsOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();
  const months = monthsOf(at) - monthsOf(anchor);
  const passed = addMonths(anchor, months) > at ? months - 1 : months;
  return { start: addMonths(anchor, passed), end: addMonths(anchor, passed + 1) };
}
