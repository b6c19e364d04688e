/** Working days in a month: 52 weeks of five days, minus about eight public holidays, divided by twelve. */
export const workingDaysPerMonth = 21;

/** Whole requests per working day within a monthly quota. */
export function requestsPerWorkingDay(requestsPerMonth: number): number {
  return Math.floor(requestsPerMonth / workingDaysPerMonth);
}
