/**
 * Beyond these a page is just very slow or very restless. A bound also limits how many different values exist, and so
 * how many rows anybody may add.
 */
export const longestMeasuredMs = 60_000;
export const largestMeasuredShift = 10;
