/** How translations are read (specification 9): first attempt plus retries, waits doubling from the first. */
export const translationLoader = { maxRetries: 5, firstWaitMs: 350, maxParallelReads: 10 } as const;

/** Seconds before the not-found page goes home by itself. */
export const notFoundCountdownSeconds = 10;

/** Withdrawals and cancellations that one e-mail address may send in without a sign-in. */
export const maxNoticesPerDay = 3;

/** What foreign banks are supposed to have taken out of a transfer, at most, in Rappen; our own rule. */
export const shortTransferRappen = 500;
