/** Days within which a data-subject request is answered (specification 9). */
export const dataSubjectRequestDays = 30;

/** Days before the end of that time on which the operator is reminded of a request that waits; then every day. */
export const requestReminderDays = [10, 5, 2] as const;

/** Life of the link to an answer, and of the codes that are mailed for a request. */
export const privacyAnswerDays = 7;

/** An account ends so many days after its holder has moved to a country in which nobody may use the product. */
export const ineligibleAccountDays = 30;

/** Hours within which an authority is told of a breach (GDPR Art. 33). */
export const breachReportHours = 72;
