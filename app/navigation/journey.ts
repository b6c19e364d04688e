import { createListeners } from '../site/store.ts';

/**
 * Moves within the site. Every address is a fixed string, so that a path store is all the router there is
 * (docs/decisions/0026-own-path-store.md).
 */

let journeys = 0;
let target: { hash: string } | null = null;
const { subscribe, tell } = createListeners();

/** For `useSyncExternalStore`: the path that is shown, and how often the visitor has moved. */
export const pathStore = {
  subscribe(listener: () => void) {
    // Going back or forward while a page is loading abandons that journey; the browser knows which place to show.
    const goBackOrForward = () => {
      target = null;
      listener();
    };
    const unsubscribe = subscribe(listener);
    addEventListener('popstate', goBackOrForward);
    return () => {
      unsubscribe();
      removeEventListener('popstate', goBackOrForward);
    };
  },
  path: () => location.pathname,
  journeys: () => journeys,
};

/** Goes to an address of this site; the page shown next completes the arrival. */
export function travel(url: URL, { replace = false }: { replace?: boolean } = {}): void {
  const isSamePage = url.pathname === location.pathname;
  // As browsers do: navigating to the current address adds no history entry.
  const isSameAddress = url.href === location.href;
  const isReplacing = replace || isSameAddress;
  try {
    history[isReplacing ? 'replaceState' : 'pushState'](null, '', url);
  } catch {
    // Safari refuses more than a hundred such calls in a short time: the browser itself goes there.
    location[isReplacing ? 'replace' : 'assign'](url);
    return;
  }
  journeys++;
  target = { hash: url.hash };
  tell();
  // The browser only announces a new hash for navigations of its own.
  if (isSamePage) dispatchEvent(new Event('hashchange'));
}

function elementOf(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null; // a hash that is not valid percent-encoding names nothing
  }
}

/**
 * Moves scroll position and keyboard focus to where the visitor went (specification 2: every navigation scrolls to the
 * top or to the hash). Does nothing when no journey is under way.
 */
export function arrive(): void {
  if (!target) return;
  const place = elementOf(target.hash);
  target = null;
  const focused =
    place ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (place) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    place.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
  } else {
    scrollTo({ top: 0, behavior: 'instant' });
  }
  if (focused) {
    // Only a script moves the focus here; it must not become a tab stop.
    if (!focused.hasAttribute('tabindex')) focused.tabIndex = -1;
    focused.focus({ preventScroll: true });
  }
}
