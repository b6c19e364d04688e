/** How long the service tries to deliver a mail that the receiving side puts off (RFC 5321, section 4.5.4.1). */
export const mailDelivery = {
  firstDelayMinutes: 1,
  /** Each further delay is this many times as long. */
  delayFactor: 4,
  giveUpAfterHours: 48,
  /** A message with all that it brings: many mailboxes take no more than ten megabytes, and phones load it whole. */
  maxBytes: 2_000_000,
} as const;
