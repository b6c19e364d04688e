import { expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { readText, repositoryFiles } from './repository-files.ts';

/** In letters, without tags and arguments: shorter ones differ as languages do. */
const longEnough = 50;
/** What a translation is of its English text at least and at most. Beyond it, a sentence is missing in one of the two. */
const [least, most] = [0.6, 2];

/** The texts of a catalogue by their place in it. */
function textsOf(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]];
  return Object.entries(value as object).flatMap(([name, part]) => textsOf(part, `${place}/${name}`));
}

const lettersOf = (text: string) => text.replaceAll(/<[^>]+>|\{[^}]*\}/g, '').trim().length;

it.each(locales.filter((locale) => locale !== 'en'))('no sentence is lost in %s, and none in English', (locale) => {
  const catalogues = repositoryFiles.filter((file) => /^content\/(messages|server)\/en\/.*\.json$/.test(file));
  expect(catalogues.length).toBeGreaterThan(50);
  const lost = catalogues
    // What somebody dictates is another text in each language.
    .filter((file) => !/\/(examples|scenes)\.json$/.test(file))
    .flatMap((file) => {
      const translated = new Map(textsOf(JSON.parse(readText(file.replace('/en/', `/${locale}/`)))));
      return textsOf(JSON.parse(readText(file)))
        .filter(([, english]) => lettersOf(english) >= longEnough)
        .map(([place, english]) => ({
          place: file + place,
          share: lettersOf(translated.get(place)!) / lettersOf(english),
        }))
        .filter(({ share }) => share < least || share > most);
    });
  expect(lost).toEqual([]);
});
