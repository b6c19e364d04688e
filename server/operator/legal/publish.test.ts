import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locales } from '../../../shared/locales.ts';
import { createLegalFolder, draw, firstVersion } from '../../../tests/factories/legal-folder.ts';
import { hashOf, publishVersion, readManifest, readVersions } from './publish.ts';

const now = new Date('2030-05-01T12:00:00Z');
const version = '2030-06-01';

let folder: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = createLegalFolder());
});
afterEach(() => remove());

const publish = (effective = version) => publishVersion({ document: 'terms', version: effective, now, folder, draw });
const draftOf = (locale: string) => path.join(folder, 'terms/draft', `${locale}.md`);
const textOf = (locale: string) => fs.readFileSync(path.join(folder, 'terms', version, `${locale}.md`), 'utf8');

/** Everything below the folder, with its bytes. */
function snapshot(): Record<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((file) => path.join(file.parentPath, file.name)).map((file) => [file, hashOf(fs.readFileSync(file))]),
  );
}

describe('a publication', () => {
  it('writes the facts into the texts as each language writes them', () => {
    publish();
    expect(textOf('en')).toContain('Version 2030-06-01, effective from 1 June 2030.');
    expect(textOf('it')).toContain('in vigore dal 1° giugno 2030.');
    expect(textOf('fr')).toContain('en vigueur depuis le 1er juin 2030.');
    expect(textOf('en')).toContain('| High | CHF\u00a0195 | 2,225 |');
    expect(textOf('de')).toContain('| High | CHF\u00a0195 | 2’225 |');
    expect(textOf('it')).toContain('(175,50\u00a0CHF al mese)');
    expect(textOf('fr')).toContain('de 11\u00a0h à 20\u00a0h (CET, heure de Zurich)');
    for (const locale of locales) expect(textOf(locale)).not.toMatch(/[{}]/);
  });

  it('tells the hash of each text and the facts it quotes', () => {
    const manifest = publish();
    expect(readManifest('terms', version, folder)).toEqual(manifest);
    for (const locale of locales) {
      expect(manifest.sha256[locale]).toBe(hashOf(textOf(locale)));
      expect(fs.existsSync(path.join(folder, 'terms', version, `${locale}.pdf`))).toBe(true);
    }
    expect(manifest.publishedAt).toBe(now.toISOString());
    expect(manifest.values).toMatchObject({ 'high.online-requests': '2,225', 'failed-payment-days': '7' });
    expect(readVersions(folder).terms).toEqual([firstVersion, version]);
  });

  it('replaces what an interrupted one left, since nobody could have read it', () => {
    for (const leftover of [`.${version}`, version]) {
      fs.mkdirSync(path.join(folder, 'terms', leftover));
      fs.writeFileSync(path.join(folder, 'terms', leftover, 'en.md'), 'half');
    }
    publish();
    expect(textOf('en')).toMatch(/^# Terms of Service\n/);
    expect(fs.existsSync(path.join(folder, 'terms', `.${version}`))).toBe(false);
  });
});

describe('nothing is written', () => {
  it.each([
    ['a day that is taken', version, 'Version 2030-06-01 is published. A published version never changes.'],
    ['a day before the newest version', '2030-05-31', 'Version 2030-06-01 is published already'],
  ])('over %s', (_, effective, reason) => {
    publish();
    const before = snapshot();
    expect(() => publish(effective)).toThrow(reason);
    expect(snapshot()).toEqual(before);
  });

  it.each([
    ['a day that has passed', '2030-04-30', '2030-04-30 has passed'],
    ['a day that does not exist', '2031-02-30', '"2031-02-30" is not a day'],
    ['something else', 'tomorrow', '"tomorrow" is not a day'],
    ['a path', '../../2031-01-01', 'is not a day'],
  ])('for %s', (_, effective, reason) => {
    const before = snapshot();
    expect(() => publish(effective)).toThrow(reason);
    expect(snapshot()).toEqual(before);
  });

  it.each([
    [
      'names what nobody knows',
      'sv',
      (text: string) => `${text}{{moon-phase}}`,
      /sv: nobody knows what \{\{moon-phase/,
    ],
    [
      'leaves out a fact in one language',
      'de',
      (text: string) => text.replaceAll('{{vat.swiss}}', '8 %'),
      /missing in de/,
    ],
    ['has braces left', 'it', (text: string) => `${text}{{Price}}`, /terms in it has braces/],
    ['is empty in one language', 'fr', () => '\n', /terms has no draft in fr/],
  ])('from a draft that %s', (_, locale, change, reason) => {
    fs.writeFileSync(draftOf(locale), change(fs.readFileSync(draftOf(locale), 'utf8')));
    const before = snapshot();
    expect(() => publish()).toThrow(reason);
    expect(snapshot()).toEqual(before);
  });
});
