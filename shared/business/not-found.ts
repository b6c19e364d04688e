/** Seconds before the not-found page goes home by itself. */
export const notFoundCountdownSeconds = 10;
