/**
 * How a choice came about: in the bar at the end of the window, in the settings, or by a signal of the browser, which
 * counts as a refusal.
 */
export const consentMethods = ['banner', 'settings', 'global-privacy-control', 'do-not-track'] as const;

export type ConsentMethod = (typeof consentMethods)[number];

/** The signals by the names their standards give them, in every language. */
export const signalNames = {
  'global-privacy-control': 'Global Privacy Control',
  'do-not-track': 'Do Not Track',
} as const;

/** The document that explains what is stored; consent records name its version. */
export const consentDocument = 'cookie-policy';

/** Months for which a choice counts before the visitor is asked again; less than its record is kept. */
export const consentChoiceMonths = 6;
