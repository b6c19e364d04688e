import fs from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { legalVersions } from '../../content/legal/versions.ts';
import { compileMessages, messageFileNames } from '../../scripts/build/catalogues.ts';
import { documentHtml } from '../../scripts/build/documents.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { locales } from '../../shared/locales.ts';
import { preloadedFonts } from '../../shared/preloaded-fonts.ts';
import { findMissingCharacters } from './font-metrics.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fontsDirectory = path.join(root, 'public/fonts');
const maximumBytes = 35 * 1024;

/**
 * Characters without a glyph: line ends, soft hyphens, word joiners; and a narrow space, which is made from the usual
 * one.
 */
const withoutGlyph = /[\n\u00ad\u2060\u202f]/g;

const styleSheet = fs.readFileSync(path.join(root, 'app/styles/fonts.css'), 'utf8');
const [mono] = styleSheet.match(/\/fonts\/jetbrains-mono-[^']+/)!;

test.each([...preloadedFonts, mono])('%s has every character of the messages and documents', async (address) => {
  const file = fs.readFileSync(path.join(root, 'public', address));
  for (const locale of locales) {
    const texts = [
      ...messageFileNames().map((file) => JSON.stringify(compileMessages(locale, file))),
      ...publishedDocuments.flatMap((name) =>
        legalVersions[name].map((version) => documentHtml(`${name}/${version}`, locale, version)),
      ),
    ].join('');
    const shown = texts.replace(withoutGlyph, '');
    const font = await subsetFont(file, shown, { targetFormat: 'truetype' });
    expect(findMissingCharacters(font, shown), locale).toEqual([]);
  }
});

test('each font is small, and at most two are preloaded', () => {
  const files = fs.readdirSync(fontsDirectory).filter((name) => name.endsWith('.woff2'));
  for (const name of files) expect(fs.statSync(path.join(fontsDirectory, name)).size, name).toBeLessThan(maximumBytes);
  expect(preloadedFonts.length).toBeLessThanOrEqual(2);
});

test('the style sheet and the preloads name fonts that are there, with their licence', () => {
  const addresses = [...styleSheet.matchAll(/url\('([^']+)'\)/g)].map(([, address]) => address!);
  expect(addresses).toEqual(expect.arrayContaining([...preloadedFonts]));
  for (const address of addresses) expect(fs.existsSync(path.join(root, 'public', address)), address).toBe(true);
  for (const name of ['fraunces', 'instrument-sans', 'jetbrains-mono'])
    expect(fs.readFileSync(path.join(fontsDirectory, `${name}-license.txt`), 'utf8')).toContain(
      'SIL Open Font License',
    );
});
