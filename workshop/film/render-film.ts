/**
 * Draws the demo film picture by picture and encodes it: public/film. Takes some minutes.
 * The same sources give the same pictures; look at single ones with workshop/film/stills.ts first. The pictures that stand
 * in the player before are drawn by workshop/film/render-posters.ts.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { film, filmDurationMs } from '../../content/film/timeline.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { encodeMp4, encodeWebm, losslessFilm, requireFfmpeg } from './encoding.ts';
import { type FilmBrowser, openFilm } from './film-browser.ts';
import { filmDirectory, filmFile } from './film-files.ts';

const frameCount = Math.round((filmDurationMs / 1000) * film.framesPerSecond);

/** Writes every picture losslessly into one file; an unchanged picture is not captured again. */
async function drawFilm(browser: FilmBrowser, file: string): Promise<void> {
  const { pictures, done } = losslessFilm(file);
  let content = '';
  let picture: Buffer = Buffer.alloc(0);
  let taken = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    const next = await browser.show(Math.round((frame * 1000) / film.framesPerSecond));
    if (next !== content) {
      content = next;
      picture = await browser.picture();
      taken++;
    }
    if (!pictures.write(picture)) await once(pictures, 'drain');
    if (frame % 150 === 149) console.log(`${frame + 1} of ${frameCount} pictures, ${taken} of them taken`);
  }
  pictures.end();
  await done;
}

await runCommand(async () => {
  requireFfmpeg();
  fs.mkdirSync(filmDirectory, { recursive: true });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'film-'));
  try {
    const lossless = path.join(folder, 'film.mkv');
    {
      await using browser = await openFilm();
      await drawFilm(browser, lossless);
    }
    await encodeMp4(lossless, filmFile('writing-ant-demo.mp4'));
    await encodeWebm(lossless, filmFile('writing-ant-demo.webm'), path.join(folder, 'pass'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  for (const name of fs.readdirSync(filmDirectory))
    console.log(`${name}: ${(fs.statSync(filmFile(name)).size / 1024).toFixed(0)} KiB`);
});
