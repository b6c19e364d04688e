import type { Locale } from '../../shared/locales.ts';

/** Where the film's files stand; workshop/film writes them. */
export const filmFolder = '/film';

/** The film's address, without the ending of either format. */
export const filmAddress = `${filmFolder}/writing-ant-demo`;

/** The picture before the film is played, with the words of a language. Pages show the WebP; machines may want a JPEG. */
export function posterAddress(locale: Locale, format: 'webp' | 'jpg' = 'webp'): string {
  return `${filmFolder}/poster.${locale}.${format}`;
}
