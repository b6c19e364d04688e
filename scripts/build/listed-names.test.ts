import { expect, it } from 'vitest';
import { apiPaths, routePatterns } from '../../shared/api-paths.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { legalTextPath } from '../../shared/legal-paths.ts';
import { locales } from '../../shared/locales.ts';
import { findListedNames } from './listed-names.ts';

it.each([
  '/assets/cookie-policy-CHJimvit.js',
  '/legal-texts/de/cookie-policy/2026-12-24.html',
  '/assets/consent-dialog-CATMPkFD.js',
  '/assets/statistics-BZj.js',
  '/messages/en/privacy-1.json',
  '/img/ads/1.png',
])('finds the name of %s', (address) => {
  expect(findListedNames([address])).toEqual([address]);
});

/** Named by interfaces that stay; a journey blocks them. */
const given: readonly string[] = [apiPaths.consents, apiPaths.statistics];

it('finds no name among what pages ask of the API, but for two that no page needs', () => {
  const asked = [...Object.values(apiPaths), ...Object.values(routePatterns)];
  expect(findListedNames(asked.filter((address) => !address.startsWith('/privacy-answer')))).toEqual(given);
});

it('finds no name among the texts of the law, each of which has an address of its own', () => {
  const names = publishedDocuments.flatMap((document) => [document, `${document}/2026-12-24`]);
  const addresses = locales.flatMap((locale) => names.map((name) => legalTextPath(locale, name)));
  expect(findListedNames(addresses)).toEqual([]);
  expect(new Set(addresses).size).toBe(addresses.length);
});
