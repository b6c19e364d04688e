import * as z from 'zod/mini';
import { largestMeasuredShift, longestMeasuredMs } from '../business/measurement-limits.ts';
import { locales } from '../locales.ts';
import { paths } from '../paths.ts';

/** Pages as they are counted; every address that is not in the list counts as `other`. */
const countedPages = [...new Set<string>(Object.values(paths)), 'other'] as const;

/** The measurements of the web-vitals library: times in milliseconds, CLS without a unit. */
const timedVitals = ['FCP', 'INP', 'LCP', 'TTFB'] as const;
const webVitals = ['CLS', ...timedVitals] as const;

const measurement = z.union([
  z.object({ metric: z.literal('CLS'), value: z.number().check(z.gte(0), z.lte(largestMeasuredShift)) }),
  z.object({ metric: z.enum(timedVitals), value: z.number().check(z.gte(0), z.lte(longestMeasuredMs)) }),
]);

/**
 * Body of `POST /api/statistics`: what is counted for one page in one language. It identifies no person and no browser.
 */
export const statisticsRequest = z.object({
  page: z.enum(countedPages),
  locale: z.enum(locales),
  /** True when the page was opened, false for further measurements on a page already counted. */
  isView: z.boolean(),
  vitals: z.array(measurement).check(z.maxLength(webVitals.length)),
});

export type WebVital = (typeof webVitals)[number];
export type StatisticsRequest = z.infer<typeof statisticsRequest>;
