/** For how many days a download link can be resumed on the same version. */
export const downloadLinkDays = 7;

/** Form submissions per account in 24 hours: each is kept as evidence for years. */
export const maxDownloadsPerDay = 10;

/** Simultaneous transfers of one download link: as many as download programs open to fetch a file in parts. */
export const maxTransfersPerLink = 16;

/** For all links of one account, and for one address (IPv6: one /64 network) with everybody behind it. */
export const maxTransfersPerAccount = 16;
export const maxTransfersPerAddress = 64;

/** For everybody on this server: with half a megabyte for most of them they take about a quarter of a gigabyte. */
export const maxTransfers = 500;

/**
 * How many times the size of its file one download link sends in 24 hours before it begins no further transfer. What
 * passes through the server counts as sent, so that a download costs one file however often it breaks off. Of a transfer
 * from a bucket only the beginning is seen: each counts to the end of what was asked for, and a download that breaks off
 * every 10 minutes all day long comes to 72 files.
 */
export const maxFilesSentPerDay = { byServer: 10, byBucket: 100 } as const;

/**
 * When this share of them is taken, a transfer keeps its place only while it moves: at least this many bytes between
 * two checks. Clients that are cut off continue where they were.
 */
export const crowdedTransfers = { share: 0.8, leastBytes: 64 * 1024, lookEveryMs: 30_000 } as const;

/**
 * How a page fetches a release in parts: how many at once, the waits after a failure, doubling from the first, when a
 * transfer without data counts as broken, and how often one part may arrive damaged.
 */
export const partTransfers = {
  parallel: 3,
  firstWaitMs: 1000,
  longestWaitMs: 30_000,
  stalledAfterMs: 30_000,
  maxDamagedArrivals: 4,
} as const;

/** How long a connection's speed is measured at most, to estimate the time of a download. */
export const speedSampleMs = 3000;
