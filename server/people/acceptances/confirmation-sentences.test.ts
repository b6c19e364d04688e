import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { confirmationNames } from '../../../shared/business/documents.ts';
import { locales } from '../../../shared/locales.ts';
import { fillInSentence, readConfirmationSentences } from './confirmation-sentences.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sentences-'));
  for (const locale of locales) {
    mkdirSync(path.join(folder, locale));
    writeMessages(locale, {});
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeMessages(locale: string, changes: Record<string, unknown>): void {
  const usual = Object.fromEntries(
    ['terms', 'cookies', 'disk-space', 'beta'].map((name) => [
      `account.form.confirmation.${name}`,
      `${name} in ${locale}`,
    ]),
  );
  writeFileSync(path.join(folder, locale, 'account.json'), JSON.stringify({ ...usual, ...changes }));
}

it('come from the catalogue of each language', async () => {
  const sentences = await readConfirmationSentences(folder);
  expect(sentences.sv).toEqual({
    terms: 'terms in sv',
    cookies: 'cookies in sv',
    diskSpace: 'disk-space in sv',
    beta: 'beta in sv',
  });
});

it.each([undefined, '', 7])('prevent the start when one is %j', async (sentence) => {
  writeMessages('it', { 'account.form.confirmation.beta': sentence });
  await expect(readConfirmationSentences(folder)).rejects.toThrow(
    `${path.join(folder, 'it/account.json')} has no sentence "account.form.confirmation.beta".`,
  );
});

it.each([
  '{terms} and {unknown}',
  '{toString}',
  '{download, number} GB',
  '{download, plural, one {# GB} other {# GB}}',
  "it''s {beta}",
  '<terms/>',
  'a < b',
])('prevent the start when one holds what cannot be filled in: %s', async (sentence) => {
  writeMessages('sv', { 'account.form.confirmation.disk-space': sentence });
  await expect(readConfirmationSentences(folder)).rejects.toThrow(
    `${path.join(folder, 'sv/account.json')}: "account.form.confirmation.disk-space" holds more than`,
  );
});

it('are filled in with the days of the versions in the language of the form, without the markup of links', () => {
  const documents = [
    { document: 'terms' as const, version: '2026-03-01' },
    { document: 'eula' as const, version: '2025-12-31' },
  ];
  const sentence = 'The <terms>Terms</terms> ({terms}), <eula>EULA</eula> ({eula}), {download} and {installed} GB';
  const filled = (locale: 'en' | 'sv') => fillInSentence(sentence, locale, documents);
  expect(filled('en')).toBe('The Terms (1\u00a0March\u00a02026), EULA (31\u00a0December\u00a02025), 28 and 35 GB');
  expect(filled('sv')).toBe('The Terms (1\u00a0mars\u00a02026), EULA (31\u00a0december\u00a02025), 28 and 35 GB');
  expect(() => fillInSentence('{cookies}', 'en', documents)).toThrow('cookie-policy');
});

it('are all there in this repository, each of its own', async () => {
  const sentences = await readConfirmationSentences();
  const all = locales.flatMap((locale) => confirmationNames.map((name) => sentences[locale][name]));
  expect(new Set(all).size).toBe(locales.length * confirmationNames.length);
});
