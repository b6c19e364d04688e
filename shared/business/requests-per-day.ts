/** Working days of a month: 52 weeks of five days, less about eight public holidays, divided by twelve. */
export const workingDaysPerMonth = 21;

/** Whole requests that a monthly quota leaves for each working day. */
export function requestsPerWorkingDay(requestsPerMonth: number): number {
  return Math.floor(requestsPerMonth / workingDaysPerMonth);
}
