import type { CutName } from '../../content/film/cuts.ts';
import type { Locale } from '../../shared/locales.ts';

/** Where the film's files are; workshop/film writes them. */
export const filmFolder = '/film';

/** The screens that get the tall cut: phones, held upright. A media query, the same as in app/styles/film.css. */
export const tallScreens = '(width < 40rem) and (orientation: portrait)';

const endings: Record<CutName, string> = { wide: '', tall: '-tall' };

/** The address of a cut in one of its two formats. */
export function filmAddress(cut: CutName, format: 'webm' | 'mp4'): string {
  return `${filmFolder}/writing-ant-demo${endings[cut]}.${format}`;
}

/**
 * The picture shown before the film plays, with its words in a language. Pages show the AVIF, and browsers that cannot read it
 * the WebP; machines may want a JPEG of the wide cut.
 */
export function posterAddress(locale: Locale, cut: CutName, format: 'avif' | 'webp' | 'jpg'): string {
  return `${filmFolder}/poster${endings[cut]}.${locale}.${format}`;
}
