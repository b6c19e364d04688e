import { giveSignal, hasSignal } from '../root-signals.ts';

/**
 * Whatever the first frame can do without comes after it (docs/decisions/0015-first-paint.md). Returning to a page, or
 * to a place in it, needs the whole page for its height; coming from another page of the site, the fonts are already
 * loaded.
 */
export function prepareFirstView(fonts: readonly string[]): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = visit?.type === 'navigate' && !location.hash && !hasSignal('place');
  if (isFirst) giveSignal('asleep', '');
  const knowsPaint = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (isFirst && knowsPaint && !document.referrer.startsWith(`${location.origin}/`)) giveSignal('fonts', 'later');
  else
    for (const href of fonts)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', crossOrigin: '', href }),
      );
}
