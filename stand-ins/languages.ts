import { defaultLocale, findPreferredLocale, type Locale } from '../shared/locales.ts';
import { mostWanted } from '../shared/quality-values.ts';

/** The sentence with `{name}` replaced by the value of that name. */
export function fillIn(sentence: string, values: Readonly<Record<string, string | number>> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/**
 * The language of a page: the first of ours in `ui_locales` (OpenID Connect Core, 3.1.2.1), otherwise the most wanted of
 * ours in `Accept-Language` (RFC 9110, 12.5.4), otherwise English.
 */
export function chooseLocale(uiLocales: string | undefined, acceptLanguage: string | undefined): Locale {
  return findPreferredLocale([...(uiLocales ?? '').split(/\s+/), ...mostWanted(acceptLanguage)]) ?? defaultLocale;
}
