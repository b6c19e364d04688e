import type { Locale } from '../locales.ts';
import type { contentLanguages } from './product.ts';

/** Accuracy claim of the product page (specification 1), a share of one. Never shown without its basis. */
export const accuracy = 0.999;

/** The basis of the claim. Languages without a measurement are not listed beside the figure. */
export interface AccuracyBasis {
  /** What was counted, on which material and by whom, as a whole sentence in each language of the site. */
  measured: Record<Locale, string>;
  languages: readonly (typeof contentLanguages)[number][];
  /** Month of the measurement, as `YYYY-MM`. */
  month: string;
}

/**
 * A fact provided by the operator. Without one, pages say that nobody has measured the figure, and a public start
 * warns.
 */
export const accuracyBasis: AccuracyBasis | null = null;
