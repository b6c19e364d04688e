import { type PlanName, plans } from './plans.ts';

/** What a request is counted as (specification 3: request counts per feature). */
export const usageFeatures = ['speech-to-text', 'text-enhancement', 'text-generation'] as const;

export type UsageFeature = (typeof usageFeatures)[number];

/** Where a recording was made into text; each has a quota of its own (specification 9). */
export const quotaPools = ['online', 'offline'] as const;

export type QuotaPool = (typeof quotaPools)[number];

/** How far back one's own usage is listed, unless another time is asked for. */
export const usageListDays = 31;

/** A request whose server fell silent is given back after this time. */
export const reservationSeconds = 180;

/** Requests that one account may have open at once. */
export const openRequests = { free: 2, paid: 4 } as const;

/** An answer that did not arrive can be asked for again, under the same id, without being counted again. */
export const repeats = { max: 2, withinMinutes: 15 } as const;

/** How long the hash is kept by which a repeat is told from another request under the same id. */
export const fingerprintHours = 24;

/** What can be asked of a transcript (specification 1). */
export const textOperations = ['enhance', 'structure', 'generate'] as const;

export type TextOperation = (typeof textOperations)[number];

/** Tone switching (specification 1). */
export const tones = ['neutral', 'formal', 'friendly'] as const;

/**
 * Nobody speaks more characters a minute. A shorter recording may have `min` all the same; where no length is told, the
 * longest recording of the plan counts.
 */
const transcriptLimits = { charactersPerMinute: 1500, min: 500 } as const;

/** What may be sent with a transcript: terms of the vocabulary list, and the end of the previous dictation, in characters. */
export const contextLimits = { terms: 50, termLength: 64, previous: 1000 } as const;

/** A recording is cut a little after its end. */
const recordingToleranceSeconds = 5;

/** The longest recording of a plan, in seconds. */
export function longestRecordingSeconds(plan: PlanName): number {
  return plans[plan].maxOnlineRecordingMinutes * 60 + recordingToleranceSeconds;
}

/** The longest transcript, in characters, of a recording that is `seconds` long. */
export function longestTranscript(seconds: number): number {
  const { charactersPerMinute, min } = transcriptLimits;
  return Math.max(min, Math.floor((seconds * charactersPerMinute) / 60));
}

/** Tokens that one account may use up on one day (UTC), whatever its plan: far more than anybody dictates. */
export const maxTokensPerDay = 1_000_000;
