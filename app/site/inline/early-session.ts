import { hasSessionMarker, isLoginReturn, storedTokenPrefix } from '../../../shared/session-signs.ts';
import { endSignal, giveSignal } from '../root-signals.ts';

/** How long the first frame waits for the login provider's answer: drawing the page would delay it. */
const longestWaitMs = 400;

/** The scripts that look for a session, as the page's head starts them (docs/decisions/0016). */
interface SessionEntry {
  /** Resolves when the provider has been asked. */
  begun: Promise<void>;
}

/** Signs that are visible without the browser's storage: the address, and the login provider's cookie. */
export function hasEarlySign(): boolean {
  try {
    return isLoginReturn(location.pathname, location.search) || hasSessionMarker(document.cookie);
  } catch {
    return false; // cookies are blocked
  }
}

/** The sign that the provider's library leaves in the browser's storage in development mode. */
export function hasStoredSign(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(storedTokenPrefix));
  } catch {
    return false; // storage is blocked
  }
}

/** Requests scripts and messages ahead of their use. */
export function preload(addresses: readonly string[]): void {
  for (const href of addresses)
    document.head.append(
      Object.assign(
        document.createElement('link'),
        href.endsWith('.js')
          ? { rel: 'modulepreload', href }
          : { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href },
      ),
    );
}

/**
 * Starts the search for a session as soon as its scripts have loaded; start-page.ts deals with their absence. The code
 * that shows the session is only requested after the provider: it would delay the one question.
 */
export function beginSession([entry, keeper]: readonly string[], shown: readonly string[]): void {
  giveSignal('session', 'sign');
  import(entry!)
    .then(({ begun }: SessionEntry) => begun)
    .then(
      () => preload(shown),
      () => {},
    );
  import(keeper!).catch(() => {});
  if (shown.length === 0) return;
  giveSignal('waiting', '');
  setTimeout(endSignal, longestWaitMs, 'waiting');
}
