import fs from 'node:fs';
import path from 'node:path';
import { sessionEntries } from '../../app/account/session/entries.ts';
import type { Boot } from '../../app/site/boot.ts';
import type * as Prerenderer from '../../app/site/entry-server.tsx';
import type { PageRoute } from '../../app/site/routes.ts';
import { preloadedFonts } from '../../app/styles/preloaded-fonts.ts';
import { archivedTextPath } from '../../shared/legal-paths.ts';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { compileMessages, messageFileNames } from './catalogues.ts';
import { contentHash, documentHtml, documentNames } from './documents.ts';
import { type Inline, inline, readInlineScripts } from './inline-scripts.ts';
import { suggestionFile, suggestionsFor } from './language-suggestions.ts';
import { machineFiles } from './machine-files.ts';
import { type PageParts, pageHtml } from './page-template.ts';
import { findStructuredData } from './structured-data.ts';
import { descriptionOf, textsOf } from './texts.ts';

type ManifestChunk = { file: string; src?: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, ManifestChunk>;

const entry = 'app/site/entry-client.tsx';

/** Writes files of the built site and remembers nothing else. */
function writeTo(directory: string, file: string, text: string): void {
  const target = path.join(directory, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

/** A chunk and everything it imports, without repeats. */
function chunkFiles(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build.`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => chunkFiles(manifest, imported, seen))];
}

/** Message files and documents of one language as files of their own: name → address. */
function writeTexts(publicDirectory: string, locale: Locale, inlined: readonly string[]) {
  const messageFiles: Record<string, string> = {};
  for (const file of messageFileNames()) {
    if (inlined.includes(file)) continue;
    const text = JSON.stringify(compileMessages(locale, file));
    messageFiles[file] = `/messages/${locale}/${file}-${contentHash(text)}.json`;
    writeTo(publicDirectory, messageFiles[file], text);
  }
  const documents: Record<string, string> = {};
  for (const name of documentNames) {
    const html = documentHtml(name, locale);
    documents[name] = `/documents/${locale}/${name}-${contentHash(html)}.html`;
    writeTo(publicDirectory, documents[name], html);
  }
  return { messageFiles, documents };
}

/**
 * The texts of the archive in one language, for visitors who come from another page. They are too many for their addresses
 * to stand in every page, so an address follows from the name, and browsers ask whether it is still the same.
 */
function writeArchive(publicDirectory: string, locale: Locale, routes: readonly PageRoute[]): void {
  for (const { document, about } of routes)
    if (document && about) writeTo(publicDirectory, archivedTextPath(locale, document), documentHtml(document, locale));
}

/** Takes the styles of the site out of what the bundler wrote: each page carries all of them (docs/decisions/0023). */
function takeStyle(publicDirectory: string, manifest: Manifest): Inline {
  const [file, ...others] = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [file] : []));
  if (!file || others.length > 0) throw new Error('The build has to have one file of styles.');
  const css = fs.readFileSync(path.join(publicDirectory, file), 'utf8').trim();
  fs.rmSync(path.join(publicDirectory, file));
  return inline(css);
}

/** Renders every page in every language into `siteDirectory` and describes the result in `site.json` for the server. */
export async function prerenderSite(siteDirectory: string, prerendererDirectory: string): Promise<number> {
  const publicDirectory = path.join(siteDirectory, 'public');
  const manifestFile = path.join(publicDirectory, '.vite/manifest.json');
  const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8')) as Manifest;
  const { renderPage, routes, notFoundRoute, frameMessages, tabTitleOf, titleOf } = (await import(
    path.join(prerendererDirectory, 'entry-server.js')
  )) as typeof Prerenderer;

  const inlineScripts = await readInlineScripts();
  const style = takeStyle(publicDirectory, manifest);
  const entryFiles = chunkFiles(manifest, entry);
  // The entries themselves come first: the page's head starts the first two (app/site/inline/early-session.ts).
  const sessionScripts = [
    ...new Set([
      ...sessionEntries.map((name) => chunkFiles(manifest, name)[0]!),
      ...sessionEntries.flatMap((name) => chunkFiles(manifest, name)),
    ]),
  ].map((file) => `/${file}`);
  const pages = [...routes, notFoundRoute];

  for (const locale of locales) {
    const { messageFiles, documents } = writeTexts(publicDirectory, locale, [...frameMessages, suggestionFile]);
    writeArchive(publicDirectory, locale, routes);
    const text = textsOf(locale);
    const suggestions = suggestionsFor(locale);
    for (const route of pages) {
      const scripts = [...new Set([...entryFiles, ...chunkFiles(manifest, route.source)])].map((file) => `/${file}`);
      const { signedIn } = route;
      // Where a session is the point of the page, nothing of it waits for the first frame.
      const shownFiles = new Set(
        signedIn
          ? [
              ...scripts,
              ...chunkFiles(manifest, signedIn.source).map((file) => `/${file}`),
              ...signedIn.messages.map((file) => messageFiles[file]!),
            ]
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
      const shown = new Map(route.document ? [[route.document, documentHtml(route.document, locale)]] : []);
      const body = await renderPage(route.paths[0] ?? '/not-found', boot, shown);
      const title = tabTitleOf(route, text);
      const description = titleOf(route, text, descriptionOf(route));
      const page: PageParts = {
        route,
        locale,
        boot,
        body,
        title,
        description,
        shareCard: { title, description, imageText: text('page.title', { title: text('landing.title') }) },
        structuredData: findStructuredData({ route, locale, text, body }),
        inlineScripts,
        style,
        fonts: preloadedFonts,
        sessionScripts,
        shownFiles: [...shownFiles].filter((file) => !sessionScripts.includes(file)),
      };
      writeTo(siteDirectory, `pages/${locale}/${route.id}.html`, pageHtml(page));
    }
  }

  for (const [file, content] of Object.entries(machineFiles(routes, textsOf(defaultLocale))))
    writeTo(publicDirectory, file, content);

  writeTo(
    siteDirectory,
    'site.json',
    JSON.stringify({
      pages: routes.flatMap(({ id, paths }) => paths.map((address) => ({ path: address, id }))),
      notFoundId: notFoundRoute.id,
      scriptHashes: Object.values(inlineScripts).map(({ hash }) => hash),
      styleHash: style.hash,
      sessionScripts,
    }),
  );
  // Only the prerenderer needs the manifest; it is not part of the site.
  fs.rmSync(path.dirname(manifestFile), { recursive: true });
  return pages.length * locales.length;
}
