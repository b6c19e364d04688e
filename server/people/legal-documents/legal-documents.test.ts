import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announcedVersions, documentsInForce } from '../../../content/legal/in-force.ts';
import { legalVersions } from '../../../content/legal/versions.ts';
import { documentPdfPath } from '../../../shared/api-paths.ts';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { locales } from '../../../shared/locales.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { createLegalFolder, firstVersion } from '../../../tests/factories/legal-folder.ts';
import { readLegalDocuments } from './legal-documents.ts';

describe('texts', () => {
  let folder: string;
  let remove: () => void;
  beforeEach(() => {
    ({ folder, remove } = createLegalFolder());
  });
  afterEach(() => remove());

  it('are known by the hash of their bytes', async () => {
    const text = 'Ä '.repeat(1000);
    writeFileSync(path.join(folder, 'terms/2025-08-01/de.md'), text);
    const documents = await readLegalDocuments(folder);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(documents.getSha256('terms', '2025-08-01', 'de')).toBe(sha256);
    expect(documents.getSha256('terms', '2025-08-01', 'fr')).not.toBe(sha256);
    expect(() => documents.getSha256('terms', '2024-01-01', 'de')).toThrow(/no version 2024-01-01 of terms in de/);
  });

  it('that are missing or empty prevent the start, all named at once', async () => {
    rmSync(path.join(folder, 'terms/2025-08-01/de.md'));
    writeFileSync(path.join(folder, 'eula/2025-08-01/it.md'), '');
    rmSync(path.join(folder, 'eula/2025-08-01/sv.pdf'));
    writeFileSync(path.join(folder, 'eula/2025-08-01/fr.pdf'), '');
    const missing = [
      'terms/2025-08-01/de.md',
      ...['sv.pdf', 'it.md', 'fr.pdf'].map((name) => `eula/2025-08-01/${name}`),
    ];
    await expect(readLegalDocuments(folder)).rejects.toThrow(` ${missing.join(', ')}.`);
  });

  it('whose pages cannot be read once are read the next time', async () => {
    const documents = await readLegalDocuments(folder);
    const file = path.join(folder, 'terms/2025-08-01/de.pdf');
    const find = () => documents.findPdf('terms', '2025-08-01', 'de');
    renameSync(file, `${file}.away`);
    await expect(find()).rejects.toThrow('ENOENT');
    renameSync(`${file}.away`, file);
    expect(await (await find())!.read()).toEqual(readFileSync(file));
  });

  it('that have not taken effect apply where there were none before', async () => {
    const documents = await readLegalDocuments(folder);
    const early = new Date('2025-07-31');
    for (const { version } of documents.inForce(early)) expect(version).toBe(firstVersion);
    expect(documents.announced(early)).toEqual([]);
  });

  it('of this repository are all there', async () => {
    const documents = await readLegalDocuments();
    for (const { document, version } of documents.inForce(new Date('2026-11-27')))
      for (const locale of locales) {
        const file = path.join(import.meta.dirname, '../../../content/legal', document, version, `${locale}.md`);
        const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
        expect(documents.getSha256(document, version, locale)).toBe(sha256);
      }
  });
});

describe('over a second version', () => {
  const folder = createLegalFolder();
  afterAll(folder.remove);

  it('tells which is in force, which is announced, and from when to when', async () => {
    folder.publish('terms', '2100-03-01');
    folder.publish('impressum', '2100-03-01');
    const documents = await readLegalDocuments(folder.folder);

    const before = new Date('2100-02-28T23:59:59Z');
    expect(documents.inForce(before)[0]).toEqual({ document: 'terms', version: firstVersion });
    expect(documents.announced(before)).toEqual([
      { document: 'terms', version: '2100-03-01' },
      { document: 'impressum', version: '2100-03-01' },
    ]);
    expect(documents.versionsOf('terms', before).slice(-2)).toMatchObject([
      { version: firstVersion, state: 'in-force', from: firstVersion, until: '2100-02-28' },
      { version: '2100-03-01', state: 'announced', until: null, path: '/legal/terms/2100-03-01' },
    ]);

    const after = new Date('2100-03-01T00:00:00Z');
    expect(documents.inForce(after)[0]).toEqual({ document: 'terms', version: '2100-03-01' });
    expect(documents.announced(after)).toEqual([]);
    expect(
      documents
        .versionsOf('terms', after)
        .slice(-2)
        .map(({ state }) => state),
    ).toEqual(['former', 'in-force']);
  });
});

describe('GET /api/documents', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it('tells anyone the versions in force and those announced', async () => {
    const response = await api.get('/api/documents');
    expect(response.statusCode).toBe(200);
    const today = api.time.now;
    expect(response.json()).toEqual({ documents: documentsInForce(today), announced: announcedVersions(today) });
    expect(response.json().documents.map(({ document }: { document: string }) => document)).toEqual([
      ...legalDocuments,
    ]);
  });

  it.each(locales)('gives each version in %s, whose hash is the one that is recorded', async (locale) => {
    const [version] = (await api.get('/api/documents/eula')).json().versions;
    const { text, ...rest } = (await api.get(`/api/documents/eula/${version.version}?locale=${locale}`)).json();
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(rest).toEqual({ document: 'eula', version: version.version, locale, sha256 });
    expect(version.sha256[locale]).toBe(sha256);
  });

  it.each([
    ['/api/documents/recipe', 'document-unknown'],
    [`/api/documents/recipe/${legalVersions.terms[0]}`, 'document-unknown'],
    ['/api/documents/terms/1999-01-01', 'document-version-unknown'],
    ['/api/documents/terms/..%2f..%2fversions', 'document-version-unknown'],
    [`/api/documents/terms/${legalVersions.terms[0]}?locale=es`, 'language-unknown'],
    ['/api/documents/toString', 'document-unknown'],
    [documentPdfPath('recipe', legalVersions.terms[0]!, 'en'), 'document-unknown'],
    [documentPdfPath('terms', '1999-01-01', 'en'), 'document-version-unknown'],
    [documentPdfPath('terms', legalVersions.terms[0]!, 'es'), 'language-unknown'],
  ])('says what is unknown: %s', async (address, code) => {
    const response = await api.get(address);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code });
  });
});
