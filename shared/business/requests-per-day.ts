/** Working days in a month: 52 weeks of five days, minus about eight public holidays, divided by twelve. */
export const workingDaysPerMonth = 21;

/**
 * Whole requests that every working day may have within a monthly quota: rounded down, because the next number would
 * exceed the quota (2,225 requests are 105 a day; 106 would be 2,226).
 */
export function requestsPerWorkingDay(requestsPerMonth: number): number {
  return Math.floor(requestsPerMonth / workingDaysPerMonth);
}
