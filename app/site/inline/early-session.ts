import { hasSessionMarker, isLoginReturn, storedTokenPrefix } from '../../../shared/session-signs.ts';
import { endSignal, giveSignal } from '../root-signals.ts';

/** The first frame waits this long for the login provider's answer: drawing the page would hold it up. */
const longestWaitMs = 400;

/** What the page's head starts of the scripts that look for a session (docs/decisions/0016). */
interface SessionEntry {
  /** Resolves when the provider has been asked. */
  begun: Promise<void>;
}

/** The signs that show without the browser's storage: the address, and the login provider's cookie. */
export function hasEarlySign(): boolean {
  try {
    return isLoginReturn(location.pathname, location.search) || hasSessionMarker(document.cookie);
  } catch {
    return false; // cookies are blocked
  }
}

/** The sign that the provider's library leaves in the browser's storage, in development mode. */
export function hasStoredSign(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(storedTokenPrefix));
  } catch {
    return false; // storage is blocked
  }
}

/** Asks for scripts and messages ahead of their use. */
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
 * Starts the search for a session as soon as its scripts are here; start-page.ts deals with their absence. What it takes to
 * show the session is asked for after the provider was: it would hold up the one question.
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
