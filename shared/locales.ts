/** The five languages of the site (specification 1 and 9). The order is the order of every language menu. */
export const locales = ['en', 'de', 'sv', 'it', 'fr'] as const;

export type Locale = (typeof locales)[number];

/** Used whenever the stored language is missing or not one of ours (specification 2). */
export const defaultLocale: Locale = 'en';

/** Each language in its own words. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  sv: 'Svenska',
  it: 'Italiano',
  fr: 'Français',
};

/** BCP 47 tags for `Intl`: the site writes for Switzerland, Ireland, Sweden and Italy. */
export const formattingLocales: Record<Locale, string> = {
  en: 'en-IE',
  de: 'de-CH',
  sv: 'sv-SE',
  it: 'it-IT',
  fr: 'fr-CH',
};

/** True for one of the five languages; anything else, including values from storage or an address, is refused. */
export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale);
}

/** The first of the site's languages in `tags`, which are BCP 47 tags in order of preference. */
export function findPreferredLocale(tags: readonly string[]): Locale | undefined {
  return tags.map((tag) => tag.toLowerCase().split('-')[0]).find(isLocale);
}

/** Session storage entry that holds the chosen language. */
export const localeStorageKey = 'lang';
