/**
 * Beyond these a page is just very slow or very restless. A bound also bounds how many different values there are, and
 * with them the rows that anybody may add.
 */
export const longestMeasuredMs = 60_000;
export const largestMeasuredShift = 10;
