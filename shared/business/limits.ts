/** Longest accepted texts, in UTF-16 code units. Form, endpoint and table take them from here. */
export const textLimits = {
  fullName: { min: 1, max: 200 },
  email: { min: 3, max: 254 },
  downloadKey: { max: 64 },
  idempotencyKey: { min: 1, max: 128 },
} as const;

/** A download link can be resumed this long on the same version. */
export const downloadLinkDays = 7;

/** Transfers of one download link at the same time: as many as download programs open to fetch a file in parts. */
export const maxTransfersPerLink = 16;

/** Of all links of one account, and of one address (IPv6: one /64 network) with all that are behind it. */
export const maxTransfersPerAccount = 32;
export const maxTransfersPerAddress = 64;
/**
 * How a page fetches a release in parts: how many at once, the waits after a failure, doubling from the first, when a
 * transfer that brings nothing counts as broken, and how often one part may arrive damaged.
 */
export const partTransfers = {
  parallel: 3,
  firstWaitMs: 1000,
  longestWaitMs: 30_000,
  stalledAfterMs: 30_000,
  maxDamagedArrivals: 4,
} as const;

/** How long a connection is measured at most, in order to estimate the time of a download. */
export const speedSampleMs = 3000;

/** How translations are read (specification 9): first attempt plus retries, waits doubling from the first. */
export const translationLoader = { maxRetries: 5, firstWaitMs: 350, maxParallelReads: 10 } as const;

/** Seconds before the not-found page goes home by itself. */
export const notFoundCountdownSeconds = 10;
