import type { Locale } from '../../shared/locales.ts';

/**
 * SHA-256 of each published version of the consent options, in lower-case hexadecimal. A new version gets its own lines;
 * those of a published one never change: the server does not start with words that are not what visitors were shown.
 */
export const consentOptionHashes: Record<string, Record<Locale, string>> = {
  '2026-11-23-2': {
    en: '44635afa40ad4b0130faea59016816eb4f291854cb41526041f7c61ed54e4d0f',
    de: 'de91e38cb672c334a532b3ebb5a446a68ae83e6483652c290d3fe9ef187b33ac',
    sv: '58bb6988e9204491fac6683b62077b1eaf8bbb50e9e29a9d1c5cda757d54fd99',
    it: '78e6ee4fda83ff795127fd130a4e13d72d7d63dbb7f4ddb638ac17be792702ec',
    fr: '6023475db810f9da141d82c2d8fc3c7b7453044472ac682500ef34af60412e85',
  },
  '2026-11-28': {
    en: '44635afa40ad4b0130faea59016816eb4f291854cb41526041f7c61ed54e4d0f',
    de: 'de91e38cb672c334a532b3ebb5a446a68ae83e6483652c290d3fe9ef187b33ac',
    sv: '58bb6988e9204491fac6683b62077b1eaf8bbb50e9e29a9d1c5cda757d54fd99',
    it: '7d122e8c6b6df6b66e834c2f7279d26e11adafaaae7fc52b9bccf94da7c51121',
    fr: '88e3da54da686dfa5b1349c590ef0bd5da5e96a9f5dcd9607255322605c0b8ff',
  },
};
