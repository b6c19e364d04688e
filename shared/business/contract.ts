/** Periods that the legal texts promise; the legal minimum unless stated otherwise. */
export const contractPeriods = {
  /** Right of withdrawal of consumers (Directive 2011/83/EU, Art. 9). */
  withdrawalDays: 14,
  /** Refund after a withdrawal (Directive 2011/83/EU, Art. 13). */
  refundDays: 14,
  /** Notice before terms or policies change; our own promise. */
  changeNoticeDays: 30,
  /** Reminder before a fixed term renews (Codice del consumo, Art. 65-bis). */
  renewalReminderDays: 30,
  /** Fees of this many months limit the liability towards businesses; our own rule. */
  liabilityMonths: 12,
} as const;
