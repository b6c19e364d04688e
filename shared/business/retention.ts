/** How long each kind of record is kept (specification 4 and 9). */
export const retention = {
  usageDataYears: 2,
  bookkeepingYears: 10,
  supportEmailYears: 3,
  financialSupportEmailYears: 10,
  cookieConsentMonths: 12,
  /** Counts without identifiers; the specification sets no period. */
  siteStatisticsMonths: 24,
  policyAcceptanceMonthsAfterAccount: 3,
  deletedAccountDays: 30,
  aiRequestLogDays: 30,
  keychainLoginTokenDays: 15,
  /** Address, browser, session and address marks of a download; our own promise. */
  downloadTraceDays: 90,
  /** When somebody signed in to the app, from that sign-in on; our own promise. */
  desktopSignInRecordDays: 30,
  /** What operators did; our own promise. */
  operatorActionYears: 3,
  /** Suspensions and the like, and what became of them, from their end; our own promise. */
  measureYears: 3,
  /** Requests about one's data, from their end; our own promise. */
  privacyRequestYears: 3,
  /** That something was held for a dispute, from its end; our own promise. */
  legalHoldYears: 3,
  /** Text and address of a mail; our own promise. */
  mailDays: 90,
  /** Addresses that a mail server has said do not exist; our own promise. */
  mailSuppressionMonths: 12,
  /** Messages of the card provider; our own promise. */
  providerEventDays: 90,
  /** What became of an account, and that a request for access was deleted, by a hash of its id; our own promise. */
  accountEndDays: 90,
  /** Requests for access to the beta, after their last step; our own promise. */
  accessRequestMonths: 12,
  /** Those that led to an account; our own promise. */
  acceptedAccessRequestDays: 30,
  /** Places on the lists for paid plans and macOS, from their confirmation; our own promise. */
  listRequestMonths: 24,
  /** Those of people who have been told what they waited for; our own promise. */
  toldListRequestDays: 30,
  /** Dumps of the database; our own promise. */
  backupDays: 30,
} as const;
