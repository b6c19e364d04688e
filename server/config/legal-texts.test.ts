import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../shared/business/company.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { locales } from '../../shared/locales.ts';
import { createLegalFolder, firstVersion, type LegalFolder } from '../../tests/factories/legal-folder.ts';
import { publicSettings } from '../../tests/factories/server.ts';
import { readConfig } from './config.ts';
import { listFictionalFacts, listFictionIn } from './fictional-facts.ts';
import { hashOfCompany, listFictionalVersions } from './legal-texts.ts';

const today = new Date('2026-11-27T12:00:00Z');
const real: [string | RegExp, string][] = [
  ['Writing Ant Muster', 'Schreibameise Keller'],
  ['Andrea Muster', 'Rahel Keller'],
  ['Musterstrasse 1', 'Baarerstrasse 12'],
  ['Datenschutz Muster AG', 'Datenwacht AG'],
  ['Musterweg 2', 'Poststrasse 9'],
  ['Privacy Example Ltd', 'Privacy Desk Ltd'],
  ['1 Example Street', '7 Merrion Row'],
  [/\+41[\s\u00a0]41[\s\u00a0]000[\s\u00a0]00[\s\u00a0]00/g, '+41 41 711 22 33'],
  ['CHE-000.000.000', 'CHE-123.456.789'],
  ['https://register.example/zg/writing-ant-muster', 'https://zg.chregister.ch/keller'],
  ['https://requests.example/writing-ant', 'https://anfragen.schreibameise.ch'],
  ['writing-ant.example', 'schreibameise.ch'],
];

let legal: LegalFolder;
beforeEach(() => {
  legal = createLegalFolder();
});
afterEach(() => legal.remove());

const fileOf = (document: string, version: string, locale: string) =>
  path.join(legal.folder, document, version, `${locale}.md`);
const change = (file: string, by: (text: string) => string) => writeFileSync(file, by(readFileSync(file, 'utf8')));
/** As if a company had founded it. */
function makeReal(version = firstVersion, documents: readonly string[] = publishedDocuments) {
  for (const document of documents)
    for (const locale of locales)
      change(fileOf(document, version, locale), (text) =>
        real.reduce((changed, [fiction, fact]) => changed.replaceAll(fiction, fact), text),
      );
}

describe('a legal text that names a company that does not exist', () => {
  it('is found in every document of the sample', () => {
    const found = listFictionalVersions(legal.folder, today);
    expect(found.map(({ document, version }) => `${document} ${version}`)).toEqual(
      publishedDocuments.map((document) => `${document} ${firstVersion}`),
    );
    for (const { names } of found) expect(names).toContain('Writing Ant Muster');
    for (const each of found) expect(each.locales).toEqual([...locales]);
  });

  it('is none once every fact is real, whatever else the words are', () => {
    makeReal();
    expect(listFictionalVersions(legal.folder, today)).toEqual([]);
  });

  it.each([
    ['in one language alone', 'privacy-policy', 'sv', 'Privacy Example Ltd'],
    ['by a mailbox', 'eula', 'it', 'info@writing-ant.example'],
    ['by a telephone, however it is spaced', 'impressum', 'fr', '+41\u00a041\u202f000 00\u00a000'],
    ['by a hosted text', 'terms', 'de', 'https://terms.example/agb'],
  ])('is found %s', (_, document, locale, fiction) => {
    makeReal();
    change(fileOf(document, firstVersion, locale), (text) => `${text}\n${fiction}\n`);
    const [found, ...others] = listFictionalVersions(legal.folder, today);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ document, version: firstVersion, locales: [locale] });
  });

  it('is found where it is only announced, and no more where it is over', () => {
    makeReal();
    legal.publish('terms', '2026-12-28');
    expect(listFictionalVersions(legal.folder, today)).toMatchObject([{ document: 'terms', version: '2026-12-28' }]);
    legal.publish('terms', '2027-01-28');
    makeReal('2027-01-28', ['terms']);
    expect(listFictionalVersions(legal.folder, new Date('2027-01-27'))).toMatchObject([{ version: '2026-12-28' }]);
    expect(listFictionalVersions(legal.folder, new Date('2027-01-28'))).toEqual([]);
  });

  it('keeps a public address from being served, with each version and the command', () => {
    const start = (settings: Record<string, string> = publicSettings) =>
      readConfig(settings, {
        operatorFacts: { companyName: 'Schreibameise Keller' },
        servedLegalTexts: { folder: legal.folder, today },
      });
    expect(() => start()).toThrow(
      /content\/legal\/terms\/2025-08-01: in en, de, sv, it, fr: names Writing Ant Muster, .*server\/operator\/main\.ts legal found/s,
    );
    expect(() => start({})).not.toThrow();
    makeReal();
    expect(() => start()).not.toThrow();
  });
});

it('every fictional fact is found wherever a text quotes it', () => {
  const factsOf = (facts: object): string[] =>
    Object.entries(facts).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? factsOf(value)
        : listFictionalFacts({ [name]: value }).map(() => String(value)),
    );
  const { bankAccount: _, ...quoted } = operator;
  for (const fact of factsOf(quoted)) expect(listFictionIn(`an ${fact}.`), fact).not.toEqual([]);
});

it('the checksum of a company changes with every text', () => {
  const before = hashOfCompany(legal.folder);
  expect(hashOfCompany(legal.folder)).toBe(before);
  change(fileOf('withdrawal', firstVersion, 'fr'), (text) => `${text}.`);
  expect(hashOfCompany(legal.folder)).not.toBe(before);
});
