/** `node workshop/film/stills.ts <wide|tall> <folder> <seconds>...`: pictures of single moments, to look at while it is made. */
import fs from 'node:fs';
import path from 'node:path';
import { type CutName, cutNames } from '../../content/film/cuts.ts';
import { openFilm } from './film-browser.ts';

const [cut = '', folder = '', ...moments] = process.argv.slice(2);
if (!cutNames.includes(cut as CutName) || !folder || moments.length === 0)
  throw new Error('Usage: node workshop/film/stills.ts <wide|tall> <folder> <seconds>...');
fs.mkdirSync(folder, { recursive: true });
await using film = await openFilm(cut as CutName);
for (const moment of moments) {
  await film.show(Math.round(Number(moment) * 1000));
  fs.writeFileSync(path.join(folder, `${cut}-${moment.padStart(5, '0')}.png`), await film.picture());
}
