/**
 * Milliseconds to wait after this many failures in a row (1 or more): doubling from the first wait up to the longest,
 * with the upper half left to chance, so that many visitors do not come back at once. `chance` is 0 to 1.
 */
export function waitAfter(
  failures: number,
  { firstWaitMs, longestWaitMs }: { firstWaitMs: number; longestWaitMs: number },
  chance = Math.random(),
): number {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return wait / 2 + (wait / 2) * chance;
}
