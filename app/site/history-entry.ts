/**
 * Rewrites this entry of the history. Safari refuses more than a hundred such calls in a short time; the next one records
 * what this one could not.
 */
export function rewriteEntry(state: unknown, address?: string | URL): void {
  try {
    history.replaceState(state, '', address);
  } catch {
    // The page does not depend on it.
  }
}
