import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentsInForce, legalVersions } from '../../../content/legal/versions.ts';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { locales } from '../../../shared/locales.ts';
import { createTestApi } from '../../../tests/factories/api.ts';
import { readLegalDocuments } from './legal-documents.ts';

describe('texts', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'legal-'));
    for (const document of legalDocuments)
      for (const version of legalVersions[document]) {
        mkdirSync(path.join(folder, document, version), { recursive: true });
        for (const locale of locales)
          writeFileSync(path.join(folder, document, version, `${locale}.md`), `# ${locale}`);
      }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

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
    await expect(readLegalDocuments(folder)).rejects.toThrow(/terms\/2025-08-01\/de\.md, eula\/2025-08-01\/it\.md\.$/);
  });

  it('of this repository are all there', async () => {
    const documents = await readLegalDocuments();
    for (const { document, version } of documents.inForce(new Date()))
      for (const locale of locales) {
        const file = path.join(import.meta.dirname, '../../../content/legal', document, version, `${locale}.md`);
        const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
        expect(documents.getSha256(document, version, locale)).toBe(sha256);
      }
  });
});

it('GET /api/documents tells anyone the versions in force', async () => {
  const api = await createTestApi();
  const response = await api.get('/api/documents');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ documents: documentsInForce(new Date()) });
  expect(response.json().documents.map(({ document }: { document: string }) => document)).toEqual([...legalDocuments]);
  await api.close();
});
