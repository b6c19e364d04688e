/** What is done about an account (Terms 9; AI Service Use Policy 5). */
export const measureActs = ['suspend', 'throttle', 'block', 'terminate'] as const;
export type MeasureAct = (typeof measureActs)[number];

/** Why it is done. */
export const measureReasons = ['payment', 'terms', 'content', 'security', 'law', 'eligibility'] as const;
export type MeasureReason = (typeof measureReasons)[number];

/** Within which a person decides about an objection; our own promise. */
export const objectionDays = 14;

/** In which a minor breach can be mended before a measure begins (EULA 9), and in which residence is proven (Terms 2). */
export const mendDays = 14;

/** Of the text service, for a throttled account. */
export const throttledRequestsPerHour = 6;
