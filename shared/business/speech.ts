/** What the app reports of recordings that it made into text by itself: the most in one call, and which times are believed. */
export const speechReports = { max: 200, aheadMinutes: 10, oldDays: 31 } as const;

/** The longest recording that can be reported where the plan sets no limit: a day, in seconds. */
export const longestReportSeconds = 24 * 60 * 60;

/** The app asks for its entitlement at its start, and again after this time. */
export const entitlementCheckHours = 24;
