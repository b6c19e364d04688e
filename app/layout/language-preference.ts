import { isLocale, type Locale, localeStorageKey } from '../../shared/locales.ts';

/** True when this tab has a language of its own, or the address names one because nothing can be stored. */
export function hasChosenLocale(): boolean {
  if (new URLSearchParams(location.search).has('lang')) return true;
  try {
    return isLocale(sessionStorage.getItem(localeStorageKey));
  } catch {
    return false;
  }
}

/** Makes the page's own language the language of this tab, if the browser stores anything. */
export function keepLocale(locale: Locale): void {
  try {
    sessionStorage.setItem(localeStorageKey, locale);
  } catch {
    // Nothing is remembered, so the next page may ask again.
  }
}
