import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { StatisticsRequest } from '../../shared/api/statistics.ts';
import { largestMeasuredShift, longestMeasuredMs } from '../../shared/business/measurement-limits.ts';
import type { Locale } from '../../shared/locales.ts';
import { createPublicApiClient } from '../api-client/api-client.ts';

type Vitals = StatisticsRequest['vitals'];

/** Where and how visits are counted. */
export interface Visit {
  apiBaseUrl: string;
  locale: Locale;
  /** The page shown, as it is counted; anything in the address beyond the page's name is not sent. */
  countedPage: () => StatisticsRequest['page'];
  /** Receives every navigation within the site; returns what ends that. */
  followPath: (listener: () => void) => () => void;
}

/**
 * Counts the pages opened from now on, starting with the present one, and how fast it loaded and responded. Returns
 * what ends it. Only call it once the visitor has allowed it.
 */
export function countVisit({ apiBaseUrl, locale, countedPage, followPath }: Visit): () => void {
  const api = createPublicApiClient(apiBaseUrl);
  let hasEnded = false;
  let vitals: Vitals = [];
  // Measurements belong to the page that was loaded, wherever the visitor goes from there.
  const loadedPage = countedPage();
  let path = location.pathname;

  const send = (request: Omit<StatisticsRequest, 'locale'>) => {
    if (hasEnded) return;
    // A visit that is not counted is no loss to anybody.
    api.countVisit({ ...request, locale }).catch(() => {});
  };
  const countPage = () => send({ page: countedPage(), isView: true, vitals: [] });
  const sendVitals = () => {
    if (vitals.length === 0) return;
    send({ page: loadedPage, isView: false, vitals });
    vitals = [];
  };
  const measure = ({ name, value }: Metric) => {
    const bounded = Math.min(value, name === 'CLS' ? largestMeasuredShift : longestMeasuredMs);
    vitals = [...vitals.filter(({ metric }) => metric !== name), { metric: name, value: bounded }];
    // What is only known when the page is left is sent then, together.
    if (document.visibilityState === 'hidden') queueMicrotask(sendVitals);
  };
  const leave = () => {
    if (document.visibilityState === 'hidden') sendVitals();
  };

  countPage();
  const stopFollowing = followPath(() => {
    if (location.pathname === path) return;
    path = location.pathname;
    countPage();
  });
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(measure);
  addEventListener('visibilitychange', leave);

  return () => {
    hasEnded = true;
    stopFollowing();
    removeEventListener('visibilitychange', leave);
  };
}
