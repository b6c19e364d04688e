import { textsOf } from '../../scripts/build/texts.ts';
import type { Locale } from '../../shared/locales.ts';

/** What stands on the picture that represents a shared link. */
export interface ShareCardTexts {
  title: string;
  /** The line at the end of the trail. */
  written: string;
}

/** The texts of a language's picture. */
export function shareCardTexts(locale: Locale): ShareCardTexts {
  const text = textsOf(locale);
  return { title: text('landing.title'), written: text('landing.hero.trail.written') };
}

/** The texts as the picture carries them, by which a test finds a picture that was drawn from other words. */
export const shareCardTitle = ({ title, written }: ShareCardTexts) => `${title} / ${written}`;
