import type { Locale } from '../../shared/locales.ts';

/**
 * SHA-256 of each published version of the consent options, in lower-case hexadecimal. A new version gets its own lines;
 * those of a published one never change: the server does not start with words that are not what visitors were shown.
 */
export const consentOptionHashes: Record<string, Record<Locale, string>> = {
  '2026-11-22': {
    en: 'a2e0a32d0855c725405b85bc6e2f7ce4ea6cb83870f56ae08283c1e1ad3c1a06',
    de: '470f29e1eb37eb909e068d9d9356cc5657559376c9214d6fd8fed0b6d39ab335',
    sv: '117e41afaa487dd00c1235358c120fa85626fa6d5786fe1c8887a612d304d286',
    it: '30371317e1129884508035d1b651c105ed06e75486de515d503f01630d2c4a02',
    fr: '49c59eaf18f2b5c9fb062ba1ce6fd6a38124b723873360fcb4d0614612f26fe1',
  },
};
