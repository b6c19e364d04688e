/** How translations are read (specification 9): first attempt plus retries, waits doubling from the first. */
export const translationLoader = { maxRetries: 5, firstWaitMs: 350, maxParallelReads: 10 } as const;

/** Seconds before the not-found page goes home by itself. */
export const notFoundCountdownSeconds = 10;

/**
 * Mails to addresses that anybody may have typed, in 24 hours: to one mailbox, whatever follows a plus sign; and of those that confirm
 * a withdrawal or cancellation, to addresses of one domain and to all. What is beyond is kept, and not confirmed by mail, but the first
 * one beyond for a mailbox is told there.
 */
export const strangerMails = { hours: 24, ofMailbox: 3, ofDomain: 20, ofAll: 300 } as const;

/** Days on which people work within which somebody finds out whose a withdrawal or cancellation without a sign-in is. */
export const noticeWorkingDays = 2;

/** What foreign banks are supposed to have taken out of a transfer, at most, in Rappen; our own rule. */
export const shortTransferRappen = 500;
