import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveRoutes } from '../../app/site/routes.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { imprint } from '../../shared/business/imprint.ts';
import { formatBytes, formatDay } from '../../shared/format.ts';
import { locales } from '../../shared/locales.ts';
import {
  createLegalFolder,
  draw,
  firstVersion as first,
  type LegalFolder,
} from '../../tests/factories/legal-folder.ts';
import { documentHtml, type LegalSource } from './documents.ts';
import { textsOf } from './texts.ts';

const second = '2100-03-01';
const today = '2026-11-27';

let legal: LegalFolder;
let source: LegalSource;
beforeAll(() => {
  legal = createLegalFolder();
  const draft = path.join(legal.folder, 'eula/draft/en.md');
  const text = fs
    .readFileSync(draft, 'utf8')
    .replace('GB of free space.', 'GB of space on <one> disk.')
    .replace(/^- removing notices.*\n/m, '')
    .replace('## 12. Third-party components', '## 12. Parts made by others');
  fs.writeFileSync(draft, `${text}\nA closing sentence.\n`);
  legal.publish('eula', second);
  source = { folder: legal.folder, versions: legal.versions() };
});
afterAll(() => legal.remove());

describe('a version', () => {
  it('has facts, a table of contents and an address for each section, in every language', () => {
    for (const locale of locales) {
      const html = documentHtml(`eula/${first}`, locale, today, source);
      const targets = [...html.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);
      expect(targets).toHaveLength(17);
      for (const id of targets) expect(html).toContain(`<h2 id="${id}">`);
      expect(html).toContain(textsOf(locale)('legal.facts.language'));
      const { length } = draw({ document: 'eula', version: first, locale, text: '' });
      expect(html).toContain(
        `<a href="/api/documents/eula/${first}/pdf?locale=${locale}" type="application/pdf">PDF, ${formatBytes(locale, length)}</a>`,
      );
    }
  });

  it('says once when it was changed: in its text, or else beside it', () => {
    const plain = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll(' ', '\u00a0');
    for (const locale of locales)
      for (const document of publishedDocuments) {
        const version = legalVersions[document].at(-1)!;
        const day = formatDay(locale, version);
        const changed = textsOf(locale)('legal.facts.changed', { date: day }).replaceAll(' ', '\u00a0');
        const html = documentHtml(`${document}/${version}`, locale, today);
        expect(plain(html), `${document} in ${locale}`).toContain(day);
        expect(plain(html).split(changed).length, `${document} in ${locale}`).toBeLessThanOrEqual(2);
      }
    const draft = path.join(legal.folder, 'eula', first, 'en.md');
    const text = fs.readFileSync(draft, 'utf8');
    fs.writeFileSync(draft, text.replace(/^Version .*\n/m, ''));
    const undated = documentHtml(`eula/${first}`, 'en', today, source);
    fs.writeFileSync(draft, text);
    expect(undated).toContain('class="document-facts"><p>Last changed on 1\u00a0August\u00a02025. The English');
  });

  it('has tables whose cells say what their column is called, and that stay tables when they are stacked', () => {
    const html = documentHtml(`terms/${first}`, 'de', today, source);
    const [head] = html.match(/<thead.*?<\/thead>/s)!;
    const headings = [...head.matchAll(/<th role="columnheader" scope="col">([^<]*)/g)].map(([, heading]) => heading);
    expect(headings).toHaveLength(6);
    const [, row] = html.match(/<tbody role="rowgroup"><tr role="row">(.*?)<\/tr>/s)!;
    expect([...row!.matchAll(/<td role="cell" data-label="([^"]*)"/g)].map(([, label]) => label)).toEqual(headings);
    expect(html).toContain('<table role="table">');
  });

  it('names the one that follows it, from its day on', () => {
    const html = documentHtml('eula', 'en', today, source);
    expect(html).toContain('<a href="/legal/eula/2100-03-01">A new version applies from 1\u00a0March\u00a02100</a>');
    expect(documentHtml(`eula/${second}`, 'en', today, source)).not.toContain('new version applies');
  });

  it('has a heading of its own where the page of the document brings one', () => {
    const [version] = source.versions.withdrawal;
    expect(documentHtml(`withdrawal/${version}`, 'de', today, source)).toMatch(/^<h1>Vertrag widerrufen<\/h1>/);
    expect(documentHtml('withdrawal', 'de', today, source)).not.toContain('<h1');
  });

  it('keeps a register number on one line as it is copied', () => {
    for (const locale of locales)
      expect(documentHtml('impressum', locale, today)).toContain(
        `<span class="unbroken">${imprint.commercialRegisterNumber}</span>`,
      );
  });

  it('has to exist', () => {
    expect(() => documentHtml('recipe', 'en', today, source)).toThrow('There is no document recipe.');
    expect(() => documentHtml('eula/1999-01-01', 'en', today, source)).toThrow(/ENOENT/);
  });
});

describe('the difference between two versions', () => {
  const html = () => documentHtml(`eula/${first}/${second}`, 'en', today, source);
  const visible = (text: string) => text.replace(/<span class="sr-only">.*?<\/span>/g, '');

  it('marks the words that changed, and nothing beside them', () => {
    const shown = visible(html());
    expect(shown).toContain('of <del>free </del>space<ins> on &#60;one&#62; disk</ins>. Installation');
    expect(shown).toContain('<p><del>removing notices of copyright or origin.</del></p>');
    expect(shown).toContain('<p><ins>A closing sentence.</ins></p>');
    expect(shown).toMatch(/<h2>12\. <del>Third.*<\/del>.*<ins>Parts.*<\/ins>.*<\/h2>/);
  });

  it('says so to those who do not see the marks', () => {
    expect(html()).toContain('<del><span class="sr-only">[removed: </span>removing notices');
    expect(html()).toContain(
      '<ins><span class="sr-only">[new: </span>A closing sentence.<span class="sr-only">]</span>',
    );
  });

  it('folds what is the same, and keeps the heading above a change', () => {
    expect(html()).toMatch(/<summary>\d+ unchanged paragraphs<\/summary>/);
    expect(html()).toContain('<h2>4. Installation and system requirements</h2>');
    expect(html()).not.toContain('<h2>2. Licence</h2>');
  });
});

it('every version and every pair of versions has a page', () => {
  const addresses = archiveRoutes({ ...source.versions, terms: ['2025-08-01', '2026-01-01', '2027-01-01'] })
    .flatMap((route) => route.paths)
    .filter((address) => address.startsWith('/legal/terms/'));
  expect(addresses.toSorted()).toEqual([
    '/legal/terms/2025-08-01',
    '/legal/terms/2025-08-01/2026-01-01',
    '/legal/terms/2025-08-01/2027-01-01',
    '/legal/terms/2026-01-01',
    '/legal/terms/2026-01-01/2027-01-01',
    '/legal/terms/2027-01-01',
  ]);
});
