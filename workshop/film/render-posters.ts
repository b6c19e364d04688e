/**
 * Draws the picture that stands in the player before the film is played, one in each language: public/film. Run it when the
 * opening, the length of the film or a message `film.poster` changes. Takes seconds and needs no ffmpeg.
 */
import fs from 'node:fs';
import path from 'node:path';
import { posterAddress } from '../../app/scenes/film-address.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { locales } from '../../shared/locales.ts';
import { openFilm } from './film-browser.ts';
import { filmFile } from './film-files.ts';
import { withComment, withDescription } from './poster-files.ts';
import { posterInscription, posterText } from './poster-text.ts';

await runCommand(async () => {
  await using browser = await openFilm();
  for (const locale of locales) {
    const text = posterText(locale);
    const inscription = posterInscription(locale);
    const pictures = {
      webp: withDescription(await browser.poster(text, 'webp'), inscription),
      jpg: withComment(await browser.poster(text, 'jpeg'), inscription),
    };
    for (const format of ['webp', 'jpg'] as const) {
      const name = path.basename(posterAddress(locale, format));
      fs.writeFileSync(filmFile(name), pictures[format]);
      console.log(`${name}: ${(pictures[format].length / 1024).toFixed(1)} KiB`);
    }
  }
});
