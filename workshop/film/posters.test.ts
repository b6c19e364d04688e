import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { posterAddress, tallScreens } from '../../app/scenes/film-address.ts';
import { cutNames, cuts } from '../../content/film/cuts.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { locales } from '../../shared/locales.ts';
import { filmDirectory, filmFile } from './film-files.ts';
import { readAvif, readJpeg, readWebp } from './poster-files.ts';
import { posterInscription, posterTexts } from './poster-text.ts';

/**
 * A phone waits for the AVIF on the demo page: 1.2 s are allowed in all. With the page it fits in what a server sends before it
 * has heard twice from the browser: 10 and 20 packets, 43.8 kB.
 */
const largestBytes = { avif: 10_800, webp: 32_000, jpg: 64_000 };
const nameOf = (address: string) => path.basename(address);
const read = (address: string) => fs.readFileSync(filmFile(nameOf(address)));

/** When the words, the chapter at the cursor or the length of the film changed: node workshop/film/render-posters.ts */
test.each(locales)('the posters in %s have the right size, the present words, and stay light', (locale) => {
  for (const cut of cutNames) {
    const described = { ...cuts[cut].poster, description: posterInscription(locale) };
    const avif = read(posterAddress(locale, cut, 'avif'));
    expect(readAvif(avif)).toEqual(described);
    expect(avif.length).toBeLessThan(largestBytes.avif);
    const webp = read(posterAddress(locale, cut, 'webp'));
    expect(readWebp(webp)).toEqual(described);
    expect(webp.length).toBeLessThan(largestBytes.webp);
  }
  const jpeg = read(posterAddress(locale, 'wide', 'jpg'));
  expect(readJpeg(jpeg)).toEqual({ ...cuts.wide.poster, comment: posterInscription(locale) });
  expect(jpeg.length).toBeLessThan(largestBytes.jpg);
});

test('every language has its own posters, and there is no other', () => {
  const addresses = locales.flatMap((locale) => [
    ...cutNames.flatMap((cut) => [posterAddress(locale, cut, 'avif'), posterAddress(locale, cut, 'webp')]),
    posterAddress(locale, 'wide', 'jpg'),
  ]);
  const committed = fs.readdirSync(filmDirectory).filter((name) => name.startsWith('poster'));
  expect(committed.sort()).toEqual(addresses.map(nameOf).sort());
  expect(new Set(addresses.map((address) => read(address).toString('base64'))).size).toBe(addresses.length);
});

test('the English poster says what the film says', () => {
  expect(posterTexts('en')).toMatchObject(onScreen.mail);
});

test('the style sheet gives the tall cut its shape on the screens that get it', () => {
  const style = fs.readFileSync(path.resolve(import.meta.dirname, '../../app/styles/film.css'), 'utf8');
  const { width, height } = cuts.tall;
  expect(style).toContain(`@media ${tallScreens} {\n    aspect-ratio: ${width / 270} / ${height / 270};`);
});
