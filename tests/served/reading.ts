import type { Locale } from '../../shared/locales.ts';
import { partOf, partsOf, textOf } from '../acceptance/served.ts';
import { wordsOf } from '../journeys/fixtures/words.ts';

/** Text in one line, as `textOf` of a served page reads it. */
export const read = (text: string): string =>
  text
    .replace(/[\u2060\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The site's sentences in one language, as they are read. */
export const sentencesOf = (locale: Locale): ReturnType<typeof wordsOf> => {
  const words = wordsOf(locale);
  return (id, ...values) => read(words(id, ...values));
};

/** What is written in a piece of a page, in one line. */
export const lineOf = (html: string): string => read(textOf(html));

export const itemsOf = (html: string): string[] => partsOf(html, 'li').map(lineOf);

/** The section of a page that carries this name, if it holds no other section. */
export function sectionNamed(html: string, name: string): string {
  const ids = [...html.matchAll(/<section\b[^>]*aria-labelledby="([^"]+)"/g)].map(([, id]) => id!);
  const nameOf = (id: string) =>
    new RegExp(`<(\\w+)\\b[^>]*\\bid="${id}"[^>]*>([\\s\\S]*?)</\\1>`).exec(html)?.[2] ?? '';
  const id = ids.find((each) => lineOf(nameOf(each)) === name);
  if (!id) throw new Error(`No section is named “${name}”.`);
  return partOf(html, 'section', `aria-labelledby="${id}"`);
}

/** The one item, of a list or of whatever has this name, that contains `text`. */
export function partWith(html: string, name: string, text: string): string {
  const found = partsOf(html, name).filter((part) => lineOf(part).includes(text));
  if (found.length !== 1) throw new Error(`${found.length} <${name}> contain “${text}”.`);
  return found[0]!;
}
