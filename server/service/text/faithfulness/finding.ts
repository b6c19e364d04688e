import type { Place } from './tokens.ts';

/** What is wrong with a text that a model wrote. */
export type FindingKind =
  | 'empty'
  | 'leaked-prompt'
  | 'wrong-language'
  | 'no-points'
  | 'changed-value'
  | 'lost-value'
  | 'new-value'
  | 'changed-unit'
  | 'lost-negation'
  | 'new-negation'
  | 'lost-reservation'
  | 'new-name'
  | 'kept-withdrawn'
  | 'lost-words'
  | 'lost-part'
  | 'new-words'
  | 'answered-question'
  | 'carried-out';

/** One fault, and where it stands: in what was said, in what was written. Without a place it is one of the whole. */
export interface Finding {
  kind: FindingKind;
  said?: Place;
  written?: Place;
}

/** How many content words may go without a reason, and come without one: in one run, in all, and in any short text. */
export const limits = {
  neutral: { lostRun: 2, lostShare: 0.08, lostFree: 3, newRun: 1, newShare: 0.12, newFree: 2 },
  toned: { lostRun: 4, lostShare: 0.35, lostFree: 4, newRun: 5, newShare: 0.9, newFree: 6 },
  points: { lostRun: 2, lostShare: 0.2, lostFree: 4, newRun: 1, newShare: 0.1, newFree: 2 },
} as const;

/** Of so few content words each one counts. */
export const shortWords = 4;
