import type { StatisticsRequest, WebVital } from '../../../shared/api/statistics.ts';
import { retention } from '../../../shared/business/retention.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { type ActDependencies, act } from '../../contract/act.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Queries } from '../../database/schema.ts';
import {
  addMeasurement,
  addPageView,
  countStatisticsBefore,
  removeStatisticsBefore,
  sumMeasurements,
} from './statistics.queries.ts';

export { sumPageViews } from './statistics.queries.ts';

/** Rounding steps: an exact measurement could identify a visit. CLS in thousandths, times in ms. */
const steps: Record<WebVital, number> = { CLS: 10, FCP: 50, INP: 10, LCP: 50, TTFB: 50 };

/** Counts what a visitor has allowed to be counted: sums by day, page and language, and nothing about the visitor. */
export async function countVisit(
  deps: ActDependencies,
  { page, locale, isView, vitals }: StatisticsRequest,
): Promise<void> {
  await act(deps, async ({ trx, now }) => {
    const day = utcDayOf(now);
    if (isView) await addPageView(trx, day, page, locale);
    for (const { metric, value } of vitals)
      await addMeasurement(trx, { day, page, metric, value: roundMeasurement(metric, value) });
  });
}

/** In whole steps of the metric, in milliseconds or, for CLS, thousandths. */
export function roundMeasurement(metric: WebVital, value: number): number {
  const step = steps[metric];
  return Math.round((metric === 'CLS' ? value * 1000 : value) / step) * step;
}

/** The 75th percentile of each metric on each page since `firstDay`, as the field's standard judges them. */
export async function findPercentiles(queries: Queries, firstDay: string) {
  const rows = await sumMeasurements(queries, firstDay);
  const groups = Map.groupBy(rows, ({ page, metric }) => `${page} ${metric}`);
  return [...groups.values()].map((values) => {
    const samples = values.reduce((sum, each) => sum + each.samples, 0);
    let below = 0;
    const reached = values.find((each) => {
      below += each.samples;
      return below >= samples * 0.75;
    })!;
    return { page: reached.page, metric: reached.metric, value: reached.value, samples };
  });
}

/** Counts are kept for as long as they can be compared with the previous year. */
export const statisticsRetention: RetentionRule = {
  name: 'site-statistics',
  cutoff: (now) => findPeriodStart(now, retention.siteStatisticsMonths),
  count: (queries, cutoff) => countStatisticsBefore(queries, utcDayOf(cutoff)),
  remove: (queries, cutoff, limit) => removeStatisticsBefore(queries, utcDayOf(cutoff), limit),
};
