/**
 * Draws the pictures that stand in the player before the film is played, for each cut in each language: public/film. Run it
 * when the chapter at the cursor, the length of the film or a message `film.poster.…` changes. Takes a minute and needs no ffmpeg.
 */
import fs from 'node:fs';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { posterAddress } from '../../app/scenes/film-address.ts';
import { cutNames } from '../../content/film/cuts.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { locales } from '../../shared/locales.ts';
import { openFilm } from './film-browser.ts';
import { filmFile } from './film-files.ts';
import { withComment, withDescription, withDescriptionBox } from './poster-files.ts';
import { posterInscription, posterTexts } from './poster-text.ts';

function write(address: string, picture: Buffer): void {
  const name = path.basename(address);
  fs.writeFileSync(filmFile(name), picture);
  console.log(`${name}: ${(picture.length / 1024).toFixed(1)} KiB`);
}

/** Light, since a phone waits for it on the demo page; all colour is kept (4:4:4), or paper would have stains. */
const avifSettings = { quality: 24, speed: 3, chromaSubsampling: 0 } as const;

/** Chromium writes no AVIF. */
async function encodeAvif(png: Buffer): Promise<Buffer> {
  const picture = await loadImage(png);
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext('2d', { alpha: false }).drawImage(picture, 0, 0);
  return canvas.encode('avif', avifSettings);
}

await runCommand(async () => {
  for (const cut of cutNames) {
    await using browser = await openFilm(cut);
    for (const locale of locales) {
      const texts = posterTexts(locale);
      const inscription = posterInscription(locale);
      const avif = await encodeAvif(await browser.poster(texts, 'png'));
      write(posterAddress(locale, cut, 'avif'), withDescriptionBox(avif, inscription));
      write(posterAddress(locale, cut, 'webp'), withDescription(await browser.poster(texts, 'webp'), inscription));
      if (cut === 'wide')
        write(posterAddress(locale, cut, 'jpg'), withComment(await browser.poster(texts, 'jpeg'), inscription));
    }
  }
});
