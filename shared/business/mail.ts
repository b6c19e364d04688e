/** How long the service tries to deliver a mail that the receiving side puts off (RFC 5321, section 4.5.4.1). */
export const mailDelivery = {
  firstDelayMinutes: 1,
  /** Each further delay is this many times as long. */
  delayFactor: 4,
  giveUpAfterHours: 48,
  /** A message with all that it brings: many mailboxes take no more than ten megabytes, and phones load it whole. */
  maxBytes: 2_000_000,
  /** An address that did not exist is tried once more by the first mail after that long, ... */
  probeAfterWeeks: 6,
  /** ... and counts as existing when that has not come back for so many days. */
  probeDays: 7,
} as const;

/**
 * Mails to addresses that anybody may have typed, in 24 hours: to one mailbox, whatever follows a plus sign; and of those that confirm
 * a withdrawal or cancellation, to addresses of one domain and to all. What is beyond is kept, and not confirmed by mail, but the first
 * one beyond for a mailbox is told there.
 */
export const strangerMails = { hours: 24, ofMailbox: 3, ofDomain: 20, ofAll: 300 } as const;
