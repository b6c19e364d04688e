/** How translations are read (specification 9): first attempt plus retries, waits doubling from the first. */
export const translationLoader = { maxRetries: 5, firstWaitMs: 350, maxParallelReads: 10 } as const;
