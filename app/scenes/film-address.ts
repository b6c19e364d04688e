import type { Locale } from '../../shared/locales.ts';

/** Where the film's files are; workshop/film writes them. */
export const filmFolder = '/film';

/** The film's address, without the file extension of either format. */
export const filmAddress = `${filmFolder}/writing-ant-demo`;

/**
 * The picture shown before the film plays, with its words in a language. Pages show the WebP; machines may want a JPEG.
 */
export function posterAddress(locale: Locale, format: 'webp' | 'jpg' = 'webp'): string {
  return `${filmFolder}/poster.${locale}.${format}`;
}
