/**
 * The characters that the payment part of a Swiss invoice may hold, without control characters (SIX, Implementation
 * Guidelines QR-bill 2.3, chapter 4.1.1).
 */
export const paymentCharacters = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;

/** Of names and addresses: those of the payment part, and letters of any script, which are written otherwise there. */
export const nameCharacters = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac\p{L}\p{M}]*$/u;

const typed: readonly [RegExp, string][] = [
  // Apostrophes and quotes as phones set them, primes, and the letter that looks like one.
  [/[\u2018-\u201b\u2032\u2035\u02b9\u02bb-\u02bd\uff07]/g, "'"],
  [/[\u201c-\u201f\u2033\u2036\uff02]/g, '"'],
  [/[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\u2026/g, '...'],
  // All blanks, also those that do not break.
  [/[\s\p{Zs}]+/gu, ' '],
  // What cannot be seen: marks of direction, soft hyphens, joiners.
  [/\p{Cf}/gu, ''],
];

/** What people type on phones, or copy, in characters of the payment part where it has them: letters are composed. */
export const tidyName = (text: string): string =>
  typed.reduce((tidied, [pattern, plain]) => tidied.replaceAll(pattern, plain), text.normalize('NFC')).trim();
