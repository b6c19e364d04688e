/** When an operator is told that backups are not what they should be. */
export const backups = {
  /** A dump is made every hour, and copied at once where there is a second place. */
  lateAfterHours: 6,
  /** One is proved every day. */
  unprovedAfterHours: 48,
  /** How often somebody shows that the key which opens them is still there. */
  keyMonths: 3,
} as const;
