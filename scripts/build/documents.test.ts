import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveRoutes } from '../../app/routes.ts';
import { locales } from '../../shared/locales.ts';
import { createLegalFolder, type LegalFolder } from '../../tests/factories/legal-folder.ts';
import { documentHtml, type LegalSource } from './documents.ts';

const second = '2100-03-01';

let legal: LegalFolder;
let source: LegalSource;
let first: string;
beforeAll(() => {
  legal = createLegalFolder();
  first = legal.versions().eula.at(-1)!;
  const draft = path.join(legal.folder, 'eula/draft/en.md');
  const text = fs
    .readFileSync(draft, 'utf8')
    .replace('Please provide enough disk space.', 'Please provide enough space on <one> disk.')
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
      const html = documentHtml(`eula/${first}`, locale, source);
      const targets = [...html.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);
      expect(targets).toHaveLength(17);
      for (const id of targets) expect(html).toContain(`<h2 id="${id}">`);
      expect(html).toMatch(/class="document-facts">[^<]*2025/);
    }
  });

  it('names the one that follows it, from its day on', () => {
    const html = documentHtml('eula', 'en', source);
    expect(html).toContain('<a href="/legal/eula/2100-03-01">From 1\u00a0March\u00a02100 another version applies</a>');
    expect(documentHtml(`eula/${second}`, 'en', source)).not.toContain('another version applies');
  });

  it('has a heading of its own where the page of the document brings one', () => {
    const [version] = source.versions.withdrawal;
    expect(documentHtml(`withdrawal/${version}`, 'de', source)).toMatch(/^<h1>Vertrag widerrufen<\/h1>/);
    expect(documentHtml('withdrawal', 'de', source)).not.toContain('<h1');
  });

  it('has to exist', () => {
    expect(() => documentHtml('recipe', 'en', source)).toThrow('There is no document recipe.');
    expect(() => documentHtml('eula/1999-01-01', 'en', source)).toThrow(/ENOENT/);
  });
});

describe('the difference between two versions', () => {
  const html = () => documentHtml(`eula/${first}/${second}`, 'en', source);
  const visible = (text: string) => text.replace(/<span class="sr-only">.*?<\/span>/g, '');

  it('marks the words that changed, and nothing beside them', () => {
    const shown = visible(html());
    expect(shown).toContain('enough <del>disk </del>space<ins> on &#60;one&#62; disk</ins>. Installation');
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
    expect(html()).toMatch(/<summary>\d+ paragraphs without a change<\/summary>/);
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
