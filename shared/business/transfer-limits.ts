/** A download link can be resumed this long on the same version. */
export const downloadLinkDays = 7;

/** Submissions of the form that one account can make in 24 hours: each is kept as evidence for years. */
export const maxDownloadsPerDay = 10;

/** Transfers of one download link at the same time: as many as download programs open to fetch a file in parts. */
export const maxTransfersPerLink = 16;

/** Of all links of one account, and of one address (IPv6: one /64 network) with all that are behind it. */
export const maxTransfersPerAccount = 16;
export const maxTransfersPerAddress = 64;

/** Of everybody, through this server: with half a megabyte for most of them they take about a quarter of a gigabyte. */
export const maxTransfers = 500;

/**
 * When this share of them is taken, a transfer keeps its place only while it moves: at least so many bytes from one look to
 * the next. Whoever is cut off goes on where it was.
 */
export const crowdedTransfers = { share: 0.8, leastBytes: 64 * 1024, lookEveryMs: 30_000 } as const;

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
