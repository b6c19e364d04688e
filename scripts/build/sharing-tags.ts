import { placeholders } from '../../shared/configuration.ts';
import { formattingLocales, type Locale, locales } from '../../shared/locales.ts';

/** Size in pixels that networks show in full (Open Graph; X and LinkedIn ask for about 1.91:1). */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Address of the picture of a language; workshop/design/render-share-images.ts draws it. */
export const shareImageAddress = (locale: Locale) => `/share/writing-ant-${locale}.png`;

/** How a link to a page is shown where it is shared. */
export interface ShareCard {
  title: string;
  description: string;
  /** What the picture says, for people who do not see it. */
  imageText: string;
}

/** Open Graph names languages with a country: `de_CH`. */
const openGraphLocale = (locale: Locale) => formattingLocales[locale].replace('-', '_');

/** The Open Graph properties (https://ogp.me) of a page in one language, in order. X reads the same. */
export function sharingTags(card: ShareCard, locale: Locale, address: string): { property: string; content: string }[] {
  const properties: [string, string | number][] = [
    ['type', 'website'],
    ['site_name', 'Writing Ant'],
    ['title', card.title],
    ['description', card.description],
    ['url', address],
    ['locale', openGraphLocale(locale)],
    ...locales
      .filter((other) => other !== locale)
      .map((other) => ['locale:alternate', openGraphLocale(other)] as [string, string]),
    ['image', placeholders.siteOrigin + shareImageAddress(locale)],
    ['image:type', 'image/png'],
    ['image:width', shareImageSize.width],
    ['image:height', shareImageSize.height],
    ['image:alt', card.imageText],
  ];
  return properties.map(([name, content]) => ({ property: `og:${name}`, content: String(content) }));
}
