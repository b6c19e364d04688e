/** `node workshop/film/stills.ts <folder> <seconds>...`: pictures of single moments, to look at while the film is made. */
import fs from 'node:fs';
import path from 'node:path';
import { openFilm } from './film-browser.ts';

const [folder = '', ...moments] = process.argv.slice(2);
if (!folder || moments.length === 0) throw new Error('Usage: node workshop/film/stills.ts <folder> <seconds>...');
fs.mkdirSync(folder, { recursive: true });
await using film = await openFilm();
for (const moment of moments) {
  await film.show(Math.round(Number(moment) * 1000));
  fs.writeFileSync(path.join(folder, `${moment.padStart(5, '0')}.png`), await film.picture());
}
