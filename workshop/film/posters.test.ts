import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { posterAddress } from '../../app/scenes/film-address.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { poster } from '../../content/film/timeline.ts';
import { locales } from '../../shared/locales.ts';
import { filmDirectory, filmFile } from './film-files.ts';
import { readJpeg, readWebp } from './poster-files.ts';
import { posterInscription, posterText } from './poster-text.ts';

const formats = ['webp', 'jpg'] as const;
const largestBytes = 60_000;
const size = { width: poster.width, height: poster.height };
const nameOf = (address: string) => path.basename(address);
const read = (address: string) => fs.readFileSync(filmFile(nameOf(address)));

/** When the words, the opening or the length of the film changed: node workshop/film/render-posters.ts */
test.each(locales)('the poster in %s has the right size, the present words, and stays light', (locale) => {
  const [webp, jpeg] = formats.map((format) => read(posterAddress(locale, format)));
  expect(readWebp(webp!)).toEqual({ ...size, description: posterInscription(locale) });
  expect(readJpeg(jpeg!)).toEqual({ ...size, comment: posterInscription(locale) });
  for (const picture of [webp!, jpeg!]) expect(picture.length).toBeLessThan(largestBytes);
});

test('every language has its own poster, and there is no other', () => {
  const addresses = locales.flatMap((locale) => formats.map((format) => posterAddress(locale, format)));
  const committed = fs.readdirSync(filmDirectory).filter((name) => name.startsWith('poster'));
  expect(committed.sort()).toEqual(addresses.map(nameOf).sort());
  expect(new Set(addresses.map((address) => read(address).toString('base64'))).size).toBe(addresses.length);
});

test('the English poster says what the film says', () => {
  expect(posterText('en')).toBe(onScreen.opening);
});

test('where no script brings the poster, the style sheet names that of each language', () => {
  const style = fs.readFileSync(path.resolve(import.meta.dirname, '../../app/styles/film.css'), 'utf8');
  const named = [...style.matchAll(/url\('([^']+)'\)/g)].map(([, address]) => address);
  expect(named.sort()).toEqual(locales.map((locale) => posterAddress(locale)).sort());
});
