/** Writes the film's subtitles and chapters in every language from content/film and content/messages. */
import fs from 'node:fs';
import { filmDirectory, filmFile } from './film-files.ts';
import { subtitleFiles } from './subtitles.ts';

fs.mkdirSync(filmDirectory, { recursive: true });
for (const [name, text] of Object.entries(subtitleFiles())) fs.writeFileSync(filmFile(name), text);
