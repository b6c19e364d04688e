import type { Boot } from '../../app/site/boot.ts';
import type * as Prerenderer from '../../app/site/entry-server.tsx';
import type { PageRoute } from '../../app/site/page-route.ts';
import { bySales, placeholders } from '../../shared/configuration.ts';
import type { Locale } from '../../shared/locales.ts';
import { preloadedFonts } from '../../shared/preloaded-fonts.ts';
import { compileMessages } from './catalogues.ts';
import { documentHtml } from './documents.ts';
import { suggestionsFor } from './language-suggestions.ts';
import { type PageParts, pageHtml } from './page-template.ts';
import { findStructuredData } from './structured-data.ts';
import { descriptionOf, textsOf } from './texts.ts';

const entry = 'app/site/entry-client.tsx';

/** What all pages of one language share, and where to find what they request. */
interface Surroundings extends Pick<PageParts, 'inlineScripts' | 'style' | 'sessionScripts'> {
  /** Addresses of the scripts built from `sources`, with everything they import. */
  scriptsOf(...sources: string[]): string[];
  /** Addresses by name. */
  messageFiles: Boot['messageFiles'];
  documents: Boot['documents'];
}

/** The whole HTML file of the page `route` in one language, as it is on `day` (`YYYY-MM-DD`). Rejects when anything on it cannot be rendered. */
export async function renderPageFile(
  { renderPage, frameMessages, tabTitleOf, titleOf }: typeof Prerenderer,
  route: PageRoute,
  locale: Locale,
  day: string,
  { scriptsOf, messageFiles, documents, ...shared }: Surroundings,
): Promise<string> {
  const text = textsOf(locale);
  const suggestions = suggestionsFor(locale);
  const scripts = scriptsOf(entry, route.source);
  const { signedIn } = route;
  // Where a session is the point of the page, none of it waits for the first frame.
  const shownFiles = new Set(
    signedIn
      ? [...scripts, ...scriptsOf(signedIn.source), ...signedIn.messages.map((file) => messageFiles[file]!)]
      : [],
  );
  const carried = [...frameMessages, ...route.messages];
  const boot: Boot = {
    locale,
    scripts,
    messages: Object.assign({}, ...carried.map((file) => compileMessages(locale, file))),
    messageFiles: Object.fromEntries(Object.entries(messageFiles).filter(([file]) => !carried.includes(file))),
    documents,
    ...(suggestions && { suggestions }),
  };
  const shown = new Map(route.document ? [[route.document, documentHtml(route.document, locale, day)]] : []);
  const body = await renderPage(
    { path: route.paths[0] ?? '/not-found', day, origin: placeholders.siteOrigin },
    boot,
    shown,
  );
  const title = tabTitleOf(route, text);
  const closed = titleOf(route, text, descriptionOf(route));
  const description = route.onSaleDescription ? bySales(closed, text(route.onSaleDescription)) : closed;
  return pageHtml({
    ...shared,
    route,
    locale,
    boot,
    body,
    title,
    description,
    shareCard: { title, description, imageText: text('page.title', { title: text('landing.title') }) },
    structuredData: findStructuredData({ route, locale, text, body }),
    fonts: preloadedFonts,
    shownFiles: [...shownFiles].filter((file) => !shared.sessionScripts.includes(file)),
  });
}
