import { textsOf } from '../../scripts/build/texts.ts';
import type { Locale } from '../../shared/locales.ts';

/** The words in the preview picture of a shared link. */
export interface ShareCardTexts {
  title: string;
  /** The line at the end of the trail. */
  written: string;
}

/** The texts of a language's picture. */
export function shareCardTexts(locale: Locale): ShareCardTexts {
  const text = textsOf(locale);
  return { title: text('landing.title'), written: text('landing.trail.written') };
}

/** The texts stored in the picture, by which a test detects a picture drawn from other words. */
export const shareCardTitle = ({ title, written }: ShareCardTexts) => `${title} / ${written}`;
