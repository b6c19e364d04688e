import { type Boot, bootElementId, rootElementId } from '../../app/site/boot.ts';
import type { PageRoute } from '../../app/site/page-route.ts';
import { configurationElementId, placeholders } from '../../shared/configuration.ts';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { escapeMarkup } from '../../shared/markup.ts';
import { localizedPath } from '../../shared/paths.ts';
import type { Inline, InlineScripts } from './inline-scripts.ts';
import { type ShareCard, sharingTags } from './sharing-tags.ts';

/** What a page's HTML is made of. */
export interface PageParts {
  route: PageRoute;
  locale: Locale;
  boot: Boot;
  /** Rendered by React. */
  body: string;
  title: string;
  description: string;
  /** How a link to the page is displayed elsewhere. */
  shareCard: ShareCard;
  /** JSON-LD, where the page has any. */
  structuredData: string | undefined;
  style: Inline;
  inlineScripts: InlineScripts;
  /** Addresses of fonts that every page shows; the head script asks for them early where the first frame can have them. */
  fonts: readonly string[];
  /** Addresses of the scripts that look for a session, first the entry and the keeper, which the head starts itself; the head asks for them at the sign of one. */
  sessionScripts: readonly string[];
  /** Addresses of what shows the session, where that is the point of the page. */
  shownFiles: readonly string[];
}

/** JSON in a page's data block: no `<`, so that no text can end the block. Browsers do not run data blocks. */
const dataBlock = (attributes: string, json: string) =>
  `<script ${attributes}>${json.replace(/</g, '\\u003c')}</script>`;

/** What search engines and link previews ask for; other pages ask to be left alone. */
function searchTags({ route, locale, shareCard }: PageParts): string {
  const [canonical] = route.paths;
  if (!route.indexed || !canonical) return '<meta name="robots" content="noindex">';
  const address = (language: Locale) => `${placeholders.siteOrigin}${localizedPath(canonical, language)}`;
  return [
    `<link rel="canonical" href="${address(locale)}">`,
    ...locales.map((language) => `<link rel="alternate" hreflang="${language}" href="${address(language)}">`),
    `<link rel="alternate" hreflang="x-default" href="${address(defaultLocale)}">`,
    ...sharingTags(shareCard, locale, address(locale)).map(
      ({ property, content }) => `<meta property="${property}" content="${escapeMarkup(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

/** The whole HTML file of a page in one language, with the placeholders that the server fills in. */
export function pageHtml(page: PageParts): string {
  const {
    locale,
    boot,
    body,
    title,
    description,
    structuredData,
    style,
    inlineScripts,
    fonts,
    sessionScripts,
    shownFiles,
  } = page;
  return [
    `<!doctype html><html lang="${locale}" data-sales="${placeholders.sales}"><head><meta charset="utf-8">`,
    // The server writes its JSON here, escaped as below. Before all scripts: a session is looked for at once.
    `<script type="application/json" id="${configurationElementId}">${placeholders.configuration}</script>`,
    `<script data-fonts="${fonts.join(' ')}" data-session="${sessionScripts.join(' ')}" data-shown="${shownFiles.join(' ')}">`,
    `${inlineScripts.head.text}</script>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="dark">',
    '<meta name="theme-color" content="#0c0b0a">',
    `<title>${escapeMarkup(title)}</title><meta name="description" content="${escapeMarkup(description)}">`,
    searchTags(page),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    `<style>${style.text}</style></head><body><div id="${rootElementId}">${body}</div>`,
    structuredData ? dataBlock('type="application/ld+json"', structuredData) : '',
    dataBlock(`type="application/json" id="${bootElementId}"`, JSON.stringify(boot)),
    `<script>${inlineScripts.end.text}</script>`,
    page.route.moment ? `<script>${inlineScripts[page.route.moment].text}</script>` : '',
    '</body></html>',
  ].join('');
}
