/** Months after which somebody looks whether a legal hold is still needed. */
export const holdReviewMonths = 6;
