import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { preloadedFonts } from '../../app/styles/preloaded-fonts.ts';
import { locales } from '../../shared/locales.ts';
import { latin } from './typefaces.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fontsDirectory = path.join(root, 'public/fonts');
const maximumBytes = 35 * 1024;

test.each(locales)('every character of the messages in %s is in the fonts that are loaded first', (locale) => {
  const directory = path.join(root, 'content/messages', locale);
  const missing = new Set<string>();
  for (const name of fs.readdirSync(directory)) {
    const messages = JSON.parse(fs.readFileSync(path.join(directory, name), 'utf8')) as Record<string, string>;
    for (const character of Object.values(messages).join(''))
      if (character !== '\n' && !latin.includes(character)) missing.add(character);
  }
  expect([...missing]).toEqual([]);
});

test('each font is small, and at most two are preloaded', () => {
  const files = fs.readdirSync(fontsDirectory).filter((name) => name.endsWith('.woff2'));
  for (const name of files) expect(fs.statSync(path.join(fontsDirectory, name)).size, name).toBeLessThan(maximumBytes);
  expect(preloadedFonts.length).toBeLessThanOrEqual(2);
});

test('the style sheet and the preloads name fonts that are there, with their licence', () => {
  const rules = fs.readFileSync(path.join(root, 'app/styles/fonts.css'), 'utf8');
  const addresses = [...rules.matchAll(/url\('([^']+)'\)/g)].map(([, address]) => address!);
  expect(addresses).toEqual(expect.arrayContaining([...preloadedFonts]));
  for (const address of addresses) expect(fs.existsSync(path.join(root, 'public', address)), address).toBe(true);
  for (const name of ['fraunces', 'instrument-sans'])
    expect(fs.readFileSync(path.join(fontsDirectory, `${name}-license.txt`), 'utf8')).toContain(
      'SIL Open Font License',
    );
});
