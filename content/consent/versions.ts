/**
 * The versions of the consent options, oldest first, named by the day they were published (`<day>-2` for a second one on
 * that day). A version's words are `<version>/<locale>.json` beside this file, as `content/messages/<locale>/consent.json`
 * was then; they are evidence and never change (content/consent/hashes.ts).
 */
export const consentOptionVersions = ['2026-11-23-2', '2026-11-28'] as const;

/** The version that visitors see. */
export const currentConsentOptions: string = consentOptionVersions.at(-1)!;
