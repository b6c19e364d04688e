import { isLocale, localeStorageKey } from '../../../shared/locales.ts';
import { rewriteEntry } from '../history-entry.ts';
import { giveSignal } from '../root-signals.ts';

/** Session storage entry with the scroll position, brought along from before the page was requested again. */
export const placeKey = 'place';

/**
 * The stored language decides (specification 2). `?lang=` seeds it and is stripped; a tab that wants a language other
 * than the page's requests that file. Returns true when it does. Where storage is blocked, the address keeps the
 * language.
 */
export function chooseLanguage(): boolean {
  try {
    const url = new URL(location.href);
    const asked = url.searchParams.get('lang');
    if (asked !== null) {
      // Stripping comes second: it must not happen where nothing can be stored.
      if (isLocale(asked)) sessionStorage.setItem(localeStorageKey, asked);
      url.searchParams.delete('lang');
      rewriteEntry(history.state, url);
    }
    const stored = sessionStorage.getItem(localeStorageKey);
    const place = sessionStorage.getItem(placeKey);
    sessionStorage.removeItem(placeKey);
    // The requested language is here, or cannot be had: requesting it again would never end.
    if (isLocale(stored) && stored !== document.documentElement.lang && stored !== asked) {
      giveSignal('leaving', '');
      // This history entry, and with it the scroll position the browser remembers, is about to be replaced.
      sessionStorage.setItem(placeKey, place ?? history.state?.place ?? 0);
      url.searchParams.set('lang', stored);
      location.replace(url);
      return true;
    }
    if (place && Number(place)) {
      giveSignal('place', place);
      rewriteEntry({ ...history.state, place: Number(place) }, url);
    }
  } catch {
    // Storage is blocked.
  }
  return false;
}
