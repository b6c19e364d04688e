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
  '2026-11-22-2': {
    en: 'db1bdf7f5cfe6e41458a1639fd02b71cfd87fb8374643ecfaf9bfde6fda48b7e',
    de: '9bd88478eef0a3407acf0cebee671d7563e040d74b320986d02bb28070ab417e',
    sv: '104041ad6a04679fd6211eba534ed8e4d1a4b9681715e98064f2aa78c37a8d36',
    it: '47b0f55ecaba5d83db2f7d79d583330415e969c77d5b9739c141829a6fd6556d',
    fr: '3ead2c2cf2c51b831ec703190e6f954a8774ec3024bc2e2b996da6ac81b6105d',
  },
  '2026-11-23': {
    en: '44635afa40ad4b0130faea59016816eb4f291854cb41526041f7c61ed54e4d0f',
    de: 'af2fb6ccf281c61d42b3e88c6daf525dc51212ee797015064349c015de6d8036',
    sv: 'b62061b3a426322b0d60ac2cbcc76fc3676889215343859848f31f70c51860db',
    it: '4d240751293da7eee0d56fb019f7ac3d4978a4ab83ce275042715a67b61174c6',
    fr: '17ee277ba8d900d0d8270f78e10af991fcc58f7be2c17d2881efdb91940cee6d',
  },
  '2026-11-23-2': {
    en: '44635afa40ad4b0130faea59016816eb4f291854cb41526041f7c61ed54e4d0f',
    de: 'de91e38cb672c334a532b3ebb5a446a68ae83e6483652c290d3fe9ef187b33ac',
    sv: '58bb6988e9204491fac6683b62077b1eaf8bbb50e9e29a9d1c5cda757d54fd99',
    it: '78e6ee4fda83ff795127fd130a4e13d72d7d63dbb7f4ddb638ac17be792702ec',
    fr: '6023475db810f9da141d82c2d8fc3c7b7453044472ac682500ef34af60412e85',
  },
};
