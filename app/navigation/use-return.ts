import { useEffect } from 'react';

/**
 * Calls `reopen` when the browser's Back shows this page as it was left, out of its memory: what the page was leaving for
 * can be chosen again.
 */
export function useReturn(reopen: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reopen();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [reopen]);
}
