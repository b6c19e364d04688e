import type { WebVital } from '../../../shared/api/statistics.ts';
import { retention } from '../../../shared/business/retention.ts';
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
  page_views: {
    rows: 'changeable',
    kept: {
      day: 'impersonal',
      page: 'impersonal',
      locale: 'impersonal',
      views: 'impersonal',
    },
    terms: [
      {
        rule: 'site-statistics',
        id: 'day',
        // A day's counts go when the whole day is that old.
        start: "(day::date + 1)::timestamp at time zone 'UTC'",
        period: `${retention.siteStatisticsMonths} months`,
      },
    ],
  },
  web_vitals: {
    rows: 'changeable',
    kept: {
      day: 'impersonal',
      page: 'impersonal',
      metric: 'impersonal',
      value: 'impersonal',
      samples: 'impersonal',
    },
    terms: [
      {
        rule: 'site-statistics',
        id: 'day',
        // A day's counts go when the whole day is that old.
        start: "(day::date + 1)::timestamp at time zone 'UTC'",
        period: `${retention.siteStatisticsMonths} months`,
      },
    ],
  },
} as const satisfies TableRules<StatisticsTables>;
