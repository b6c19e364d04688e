/**
 * The versions of the consent options, oldest first, named by the day they were published. A version's words are
 * `<version>/<locale>.json` beside this file, as `content/messages/<locale>/consent.json` was on that day; they are
 * evidence and never change (content/consent/hashes.ts).
 */
export const consentOptionVersions = ['2026-11-22'] as const;

/** The version that visitors see. */
export const currentConsentOptions: string = consentOptionVersions.at(-1)!;
