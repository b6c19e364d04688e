import { filmDurationMs } from '../../content/film/timeline.ts';
import { textsOf } from '../../scripts/build/texts.ts';
import { formatNumber } from '../../shared/format.ts';
import type { Locale } from '../../shared/locales.ts';
import type { MailWords } from './cursor-chapter.tsx';

export interface PosterTexts extends MailWords {
  /** How long the film is. */
  length: string;
  /** That it has no sound. */
  silent: string;
}

/** The words in the player's poster. */
export function posterTexts(locale: Locale): PosterTexts {
  const text = textsOf(locale);
  return {
    program: text('landing.hero.scene.mail'),
    head: text('film.poster.head'),
    spoken: text('film.poster.spoken'),
    written: text('film.poster.written'),
    length: text('film.poster.length', { seconds: formatNumber(locale, Math.round(filmDurationMs / 1000)) }),
    silent: text('film.poster.silent'),
  };
}

/** Everything legible in that picture; stored in its file, so that a test notices when the picture is out of date. */
export const posterInscription = (locale: Locale): string => Object.values(posterTexts(locale)).join(' ');
