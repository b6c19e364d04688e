import fs from 'node:fs';
import path from 'node:path';
import { sessionEntries } from '../../app/account/session/entries.ts';
import type * as Prerenderer from '../../app/site/entry-server.tsx';
import type { PageRoute } from '../../app/site/routes.ts';
import { archivedTextPath } from '../../shared/legal-paths.ts';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { compileMessages, messageFileNames } from './catalogues.ts';
import { contentHash, documentHtml, documentNames } from './documents.ts';
import { type Inline, inline, readInlineScripts } from './inline-scripts.ts';
import { suggestionFile } from './language-suggestions.ts';
import { machineFiles } from './machine-files.ts';
import { renderPageFile } from './page-file.ts';
import { textsOf } from './texts.ts';

type ManifestChunk = { file: string; src?: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, ManifestChunk>;

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
  const prerenderer = (await import(path.join(prerendererDirectory, 'entry-server.js'))) as typeof Prerenderer;
  const { routes, notFoundRoute, frameMessages } = prerenderer;

  const inlineScripts = await readInlineScripts();
  const style = takeStyle(publicDirectory, manifest);
  const scriptsOf = (...sources: string[]) => [
    ...new Set(sources.flatMap((source) => chunkFiles(manifest, source).map((file) => `/${file}`))),
  ];
  // The entries themselves come first: the page's head starts the first two (app/site/inline/early-session.ts).
  const sessionScripts = [
    ...new Set([...sessionEntries.map((name) => scriptsOf(name)[0]!), ...scriptsOf(...sessionEntries)]),
  ];
  const pages = [...routes, notFoundRoute];

  for (const locale of locales) {
    const { messageFiles, documents } = writeTexts(publicDirectory, locale, [...frameMessages, suggestionFile]);
    writeArchive(publicDirectory, locale, routes);
    const surroundings = { inlineScripts, style, sessionScripts, scriptsOf, messageFiles, documents };
    for (const route of pages)
      writeTo(
        siteDirectory,
        `pages/${locale}/${route.id}.html`,
        await renderPageFile(prerenderer, route, locale, surroundings),
      );
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
