/**
 * How a choice was made: in the bar at the end of the window, in the settings, or by a signal of the browser, which
 * counts as a refusal.
 */
export const consentMethods = ['banner', 'settings', 'global-privacy-control', 'do-not-track'] as const;

export type ConsentMethod = (typeof consentMethods)[number];

/** The signals, by the names in their standards, which are the same in every language. */
export const signalNames = {
  'global-privacy-control': 'Global Privacy Control',
  'do-not-track': 'Do Not Track',
} as const;

/** The document that explains what is stored; consent records name its version. */
export const consentDocument = 'cookie-policy';

/**
 * Hours for which a choice may still name the version that has just ceased to apply: it was made on a page from before
 * (docs/decisions/0063).
 */
export const formerConsentDocumentHours = 24;

/** Minutes by which a browser's clock may be ahead of the service's before its time of a choice is not believed. */
export const consentClockSkewMinutes = 5;

/** Months for which a choice counts before the visitor is asked again; shorter than the retention of its record. */
export const consentChoiceMonths = 6;
