/**
 * Draws the demo film picture by picture and encodes it: public/film. `node workshop/film/render-film.ts [wide] [tall]`; both
 * without a name. Takes some minutes for each. The same sources give the same pictures; look at single ones with
 * workshop/film/stills.ts first. The pictures that stand in the player before are drawn by workshop/film/render-posters.ts.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filmAddress } from '../../app/scenes/film-address.ts';
import { type CutName, cutNames } from '../../content/film/cuts.ts';
import { filmDurationMs, framesPerSecond } from '../../content/film/timeline.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { encodeMp4, encodeWebm, losslessFilm, requireFfmpeg } from './encoding.ts';
import { openFilm } from './film-browser.ts';
import { filmDirectory, filmFile } from './film-files.ts';

const frameCount = Math.round((filmDurationMs / 1000) * framesPerSecond);

/** So many pictures are drawn side by side: a page mostly waits for the browser's other processes. */
const pageCount = 5;

/** Writes every picture losslessly into one file; an unchanged picture is not captured again. */
async function drawFilm(cut: CutName, file: string): Promise<void> {
  await using browser = await openFilm(cut, pageCount);
  const { pictures, done } = losslessFilm(file);
  let content = '';
  let picture: Buffer = Buffer.alloc(0);
  for (let first = 0; first < frameCount; first += pageCount) {
    const pages = browser.pages.slice(0, frameCount - first);
    const contents = await Promise.all(
      pages.map((page, index) => page.show(Math.round(((first + index) * 1000) / framesPerSecond))),
    );
    const before = [content, ...contents];
    const taken = await Promise.all(
      pages.map((page, index) => (contents[index] === before[index] ? undefined : page.picture())),
    );
    for (const next of taken) {
      picture = next ?? picture;
      if (!pictures.write(picture)) await once(pictures, 'drain');
    }
    content = contents.at(-1)!;
    if (first % 150 === 0) console.log(`${cut}: ${first} of ${frameCount} pictures`);
  }
  pictures.end();
  await done;
}

async function renderCut(cut: CutName): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'film-'));
  const target = (format: 'mp4' | 'webm') => filmFile(path.basename(filmAddress(cut, format)));
  try {
    const lossless = path.join(folder, 'film.mkv');
    await drawFilm(cut, lossless);
    await encodeMp4(lossless, target('mp4'));
    await encodeWebm(lossless, target('webm'), path.join(folder, 'pass'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  for (const format of ['mp4', 'webm'] as const)
    console.log(`${path.basename(target(format))}: ${(fs.statSync(target(format)).size / 1024).toFixed(0)} KiB`);
}

await runCommand(async () => {
  requireFfmpeg();
  fs.mkdirSync(filmDirectory, { recursive: true });
  const asked = cutNames.filter((cut) => process.argv.includes(cut));
  for (const cut of asked.length > 0 ? asked : cutNames) await renderCut(cut);
});
