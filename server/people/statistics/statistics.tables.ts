import type { WebVital } from '../../../shared/api/statistics.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { TableRules } from '../../database/tables.ts';

/** How often a page was opened on a day (`YYYY-MM-DD`, UTC). */
interface PageViewsRow {
  day: string;
  page: string;
  locale: Locale;
  views: number;
}

/** How often a value was measured on a day; rounded, in milliseconds, or thousandths for CLS. */
interface WebVitalsRow {
  day: string;
  page: string;
  metric: WebVital;
  value: number;
  samples: number;
}

export interface StatisticsTables {
  page_views: PageViewsRow;
  web_vitals: WebVitalsRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends StatisticsTables {}
}

export const statisticsTables = {
  page_views: 'changeable',
  web_vitals: 'changeable',
} as const satisfies TableRules<StatisticsTables>;
