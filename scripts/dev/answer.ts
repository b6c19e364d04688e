/** Loaded by Vite, so that each request is answered from the current files. */
import { sessionEntries } from '../../app/account/session/entries.ts';
import * as prerenderer from '../../app/site/entry-server.tsx';
import { findRoute, notFoundRoute, routes } from '../../app/site/routes.ts';
import { fillInSales, placeholders, type SiteConfiguration } from '../../shared/configuration.ts';
import { legalTextPath } from '../../shared/legal-paths.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { compileMessages, messageFileNames } from '../build/catalogues.ts';
import { documentHtml } from '../build/documents.ts';
import { readInlineScripts } from '../build/inline-scripts.ts';
import { renderPageFile } from '../build/page-file.ts';

const script = '/scripts/dev/page.ts';
const messagesPath = /^\/messages\/([a-z]+)\/(.+)\.json$/;

const today = () => new Date().toISOString().slice(0, 10);

/** True for pages of the site; anything else may still be a file or an API call. */
export const isPage = (pathname: string) => findRoute(pathname) !== undefined;

/** The messages or the document at `pathname`; undefined at other addresses. */
export function findText(pathname: string): string | undefined {
  const [, language, file] = messagesPath.exec(pathname) ?? [];
  if (file) return JSON.stringify(compileMessages(language as Locale, file));
  for (const locale of locales)
    for (const { document } of routes)
      if (document && legalTextPath(locale, document) === pathname) return documentHtml(document, locale, today());
  return undefined;
}

/** What the page is made of besides its own files. */
interface DevelopedSite {
  siteOrigin: string;
  configuration: SiteConfiguration;
  style: string;
}

/** The page at `pathname`, or the not-found page, as the build makes it except for its scripts. */
export async function renderPage(pathname: string, locale: Locale, site: DevelopedSite): Promise<string> {
  const html = await renderPageFile(prerenderer, findRoute(pathname) ?? notFoundRoute, locale, today(), {
    scriptsOf: () => [script],
    sessionScripts: sessionEntries.map((source) => `/${source}`),
    messageFiles: Object.fromEntries(messageFileNames().map((file) => [file, `/messages/${locale}/${file}.json`])),
    // Without an address here, a document is read from the archive's.
    documents: {},
    inlineScripts: await readInlineScripts(),
    style: { text: site.style, hash: '' },
  });
  return fillInSales(html, site.configuration)
    .replaceAll(placeholders.siteOrigin, site.siteOrigin)
    .replaceAll(placeholders.configuration, () => JSON.stringify(site.configuration).replace(/</g, '\\u003c'))
    .replace('</head>', `<script type="module" src="${script}"></script></head>`);
}
