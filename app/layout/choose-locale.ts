import { type Locale, localeStorageKey } from '../../shared/locales.ts';

/** Address of this page in `locale`, for a browser that runs no script or stores nothing. */
export function localeHref(locale: Locale): string {
  return `?lang=${locale}`;
}

/**
 * Makes `locale` the language of this tab and shows the page in it (specification 2: stored in session storage, then
 * reloaded). Where storage is blocked, the address carries the language instead.
 */
export function chooseLocale(locale: Locale): void {
  try {
    sessionStorage.setItem(localeStorageKey, locale);
    location.reload();
  } catch {
    const url = new URL(location.href);
    url.searchParams.set('lang', locale);
    location.assign(url);
  }
}
