import { onScreen } from '../../content/film/on-screen.ts';
import { type FilmChapterId, filmChapters } from '../../content/film/timeline.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { platforms } from '../../shared/business/product.ts';
import type { Locale } from '../../shared/locales.ts';
import { formatCountries, formatList } from '../messages/format.ts';

/** Messages with values that differ from chapter to chapter; the catalogue's check holds ids and values together. */
export type FilmText = (id: string, values?: Record<string, string>) => string;

/** Minutes and seconds: `1:05`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The subtitles of a chapter, in their order. */
export function subtitlesOf(chapter: FilmChapterId, locale: Locale, text: FilmText): string[] {
  const { subtitles } = filmChapters.find(({ id }) => id === chapter)!;
  const values = { countries: formatCountries(locale, eligibleCountries) };
  return subtitles.map((_, index) => text(`film.${chapter}.${index + 1}`, values));
}

const { windows } = platforms;
const sentence = (parts: readonly string[]) => parts.join('');

/** What is said and written in a chapter's pictures: the values of its message `film.<chapter>.seen`. */
export const seenValues: Record<FilmChapterId, Record<string, string>> = {
  opening: { written: onScreen.opening },
  dictation: onScreen.dictation,
  bullets: {
    spoken: onScreen.bullets.spoken,
    written: `${onScreen.bullets.title}: ${onScreen.bullets.points.join('; ')}.`,
  },
  draft: onScreen.draft,
  tone: onScreen.tones,
  vocabulary: {
    terms: onScreen.vocabulary.terms.join(', '),
    spoken: onScreen.vocabulary.spoken,
    written: sentence(onScreen.vocabulary.written),
  },
  keywords: { spoken: sentence(onScreen.keywords.spoken), written: sentence(onScreen.keywords.written) },
  overlay: { before: onScreen.commands.before },
  commands: { written: onScreen.commands.written },
  modes: { claim: onScreen.modes.claim },
  ending: { platform: `${windows.name} ${formatList('en', windows.testedVersions)}` },
};
