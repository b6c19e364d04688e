import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operator } from '../../../shared/business/company.ts';
import { publishedDocuments } from '../../../shared/business/documents.ts';
import { locales } from '../../../shared/locales.ts';
import { createLegalFolder, draw, firstVersion, type LegalFolder } from '../../../tests/factories/legal-folder.ts';
import { foundArchive } from './found.ts';
import { readManifest, readVersions } from './publish.ts';

const now = new Date('2027-03-02T12:00:00Z');
const today = '2027-03-02';

let legal: LegalFolder;
beforeEach(() => {
  legal = createLegalFolder();
  legal.publish('terms', '2027-04-02');
});
afterEach(() => legal.remove());

const found = (at = now) => foundArchive({ now: at, folder: legal.folder, draw });
const foldersOf = (document: string) => fs.readdirSync(path.join(legal.folder, document)).sort();
const draft = () => path.join(legal.folder, 'eula/draft/sv.md');
const filesWithTimes = () =>
  fs
    .readdirSync(legal.folder, { recursive: true, encoding: 'utf8' })
    .map((file) => [file, fs.statSync(path.join(legal.folder, file)).mtimeMs]);

it('every document has one version then, in force from that day on, in five languages', () => {
  const { former, versions } = found();
  expect(former).toMatchObject({ terms: [firstVersion, '2027-04-02'], eula: [firstVersion] });
  for (const document of publishedDocuments) {
    expect(versions[document]).toEqual([today]);
    expect(foldersOf(document)).toEqual([today, 'draft']);
    expect(readManifest(document, today, legal.folder)).toMatchObject({ publishedAt: now.toISOString() });
    for (const locale of locales)
      expect(fs.readFileSync(path.join(legal.folder, document, today, `${locale}.md`), 'utf8')).not.toMatch(/[{}]/);
  }
  expect(readVersions(legal.folder)).toEqual(versions);
  expect(JSON.parse(fs.readFileSync(path.join(legal.folder, 'founded.json'), 'utf8'))).toEqual({
    company: operator.companyName,
    at: now.toISOString(),
  });
});

it('again, it changes nothing, on a later day neither', () => {
  found();
  const before = filesWithTimes();
  expect(found(new Date('2027-03-09')).unchanged).toBe(true);
  expect(filesWithTimes()).toEqual(before);
});

it('again, it takes what drafts or facts say now', () => {
  found();
  fs.appendFileSync(draft(), '\nEtt tillägg.\n');
  const later = found(new Date('2027-03-09'));
  expect(later).toMatchObject({ unchanged: false, versions: { eula: ['2027-03-09'], terms: ['2027-03-09'] } });
  expect(fs.readFileSync(path.join(legal.folder, 'eula/2027-03-09/sv.md'), 'utf8')).toContain('Ett tillägg.');
});

it('interrupted, it is done again', () => {
  found();
  fs.rmSync(path.join(legal.folder, 'terms', today, 'de.md'));
  fs.mkdirSync(path.join(legal.folder, 'eula', `.${today}`));
  expect(found()).toMatchObject({ unchanged: false });
  expect(foldersOf('eula')).toEqual([today, 'draft']);
  expect(fs.readdirSync(path.join(legal.folder, 'terms', today))).toHaveLength(2 * locales.length + 1);
});

it('a draft that cannot be published leaves everything as it was', () => {
  fs.appendFileSync(draft(), '{{moon-phase}}');
  const before = filesWithTimes();
  expect(() => found()).toThrow(/sv: nobody knows what \{\{moon-phase/);
  expect(filesWithTimes()).toEqual(before);
});
