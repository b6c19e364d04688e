import type { PageRoute } from '../../../app/site/page-route.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { BuildTexts } from '../texts.ts';

/** A thing as schema.org describes it. */
export type Thing = Record<string, unknown>;

/** The page being described. */
export interface DescribedPage {
  route: PageRoute;
  locale: Locale;
  text: BuildTexts;
  /** As rendered: the film is described where it appears. */
  body: string;
}
