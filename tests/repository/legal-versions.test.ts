import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findValue } from '../../server/operator/legal/document-values.ts';
import { legalFolder, renderDraft } from '../../server/operator/legal/drafts.ts';
import { hashOf, readManifest, readVersions } from '../../server/operator/legal/publish.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { locales } from '../../shared/locales.ts';

const versions = readVersions();

describe.each(publishedDocuments)('%s', (document) => {
  it('has published versions, which are as they were published, byte for byte', () => {
    expect(versions[document].length).toBeGreaterThan(0);
    for (const version of versions[document]) {
      const manifest = readManifest(document, version);
      expect(manifest).toMatchObject({ document, version });
      for (const locale of locales) {
        const text = fs.readFileSync(path.join(legalFolder, document, version, `${locale}.md`));
        expect(hashOf(text), `${document} ${version} in ${locale}`).toBe(manifest.sha256[locale]);
        const pages = fs.readFileSync(path.join(legalFolder, document, version, `${locale}.pdf`));
        expect(pages.subarray(0, 5).toString(), `${document} ${version} in ${locale}`).toBe('%PDF-');
      }
    }
  });

  it('says in its newest version what is true of the business today; otherwise publish a new one', () => {
    const newest = versions[document].at(-1)!;
    const { values } = readManifest(document, newest);
    const today = Object.keys(values).map((name) => [name, findValue(name, 'en', newest)]);
    expect(values).toEqual(Object.fromEntries(today));
  });

  it('has a draft that could be published', () => {
    expect(() => renderDraft(document, '2100-01-01')).not.toThrow();
  });

  it('has no folder that nobody lists', () => {
    const folders = fs.readdirSync(path.join(legalFolder, document));
    expect(folders.sort()).toEqual([...versions[document], 'draft'].sort());
  });
});
