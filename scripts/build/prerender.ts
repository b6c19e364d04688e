import fs from 'node:fs';
import path from 'node:path';
import { sessionEntries } from '../../app/account/session/entries.ts';
import type * as Prerenderer from '../../app/site/entry-server.tsx';
import type { PageRoute } from '../../app/site/page-route.ts';
import { hashOfCompany } from '../../server/config/legal-texts.ts';
import { isPublishedDocument } from '../../shared/business/documents.ts';
import { legalTextPath } from '../../shared/legal-paths.ts';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { compileMessages, messageFileNames } from './catalogues.ts';
import { contentHash, documentHtml, lastingDocuments } from './documents.ts';
import { type Inline, inline, readInlineScripts } from './inline-scripts.ts';
import { suggestionFile } from './language-suggestions.ts';
import { dayBefore, daysOfChange } from './legal-days.ts';
import { licenceTexts } from './licences/document.ts';
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

/** The days from which the site says something else, and one before them, on which it is as its first files say. */
const days = daysOfChange(new Date());
const firstDay = dayBefore(days[0]!);

/**
 * Writes a file that depends on the day: as it is at first, and below `from/<day>` as it is from then on, where that is
 * different. The server takes by its own clock (server/site/file-by-day.ts).
 */
async function writeByDay(
  directory: string,
  file: string,
  textOn: (day: string) => string | Promise<string>,
): Promise<void> {
  let before = await textOn(firstDay);
  writeTo(directory, file, before);
  for (const day of days) {
    const text = await textOn(day);
    if (text !== before) writeTo(path.join(directory, 'from', day), file, text);
    before = text;
  }
}

/** True for pages that show which version is in force. */
const dependsOnDay = ({ id, document, about }: PageRoute) =>
  id === 'legal-archive' || (isPublishedDocument(document) && !about);

/** Message files and lasting documents of one language as files of their own: name → address. */
function writeTexts(publicDirectory: string, locale: Locale, inlined: readonly string[]) {
  const messageFiles: Record<string, string> = {};
  for (const file of messageFileNames()) {
    if (inlined.includes(file)) continue;
    const text = JSON.stringify(compileMessages(locale, file));
    messageFiles[file] = `/messages/${locale}/${contentHash(text)}.json`;
    writeTo(publicDirectory, messageFiles[file], text);
  }
  const documents: Record<string, string> = {};
  for (const name of lastingDocuments) {
    const html = documentHtml(name, locale, firstDay);
    documents[name] = `/documents/${locale}/${contentHash(html)}.html`;
    writeTo(publicDirectory, documents[name], html);
  }
  return { messageFiles, documents };
}

/**
 * The legal texts in one language, for visitors who come from another page. They change with the day, and those of the
 * archive are too many for their addresses to stand in every page, so an address follows from the name, and browsers ask
 * whether it is still the same.
 */
async function writeLegalTexts(siteDirectory: string, locale: Locale, routes: readonly PageRoute[]): Promise<void> {
  const written = new Set<string>();
  for (const { document } of routes)
    if (document && !lastingDocuments.includes(document)) {
      const address = legalTextPath(locale, document);
      if (written.has(address)) throw new Error(`Another document has the address of ${document}.`);
      written.add(address);
      await writeByDay(siteDirectory, `public${address}`, (day) => documentHtml(document, locale, day));
    }
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
  fs.rmSync(path.join(siteDirectory, 'from'), { recursive: true, force: true });

  for (const locale of locales) {
    const { messageFiles, documents } = writeTexts(publicDirectory, locale, [...frameMessages, suggestionFile]);
    await writeLegalTexts(siteDirectory, locale, routes);
    const surroundings = { inlineScripts, style, sessionScripts, scriptsOf, messageFiles, documents };
    for (const route of pages) {
      const file = `pages/${locale}/${route.id}.html`;
      const htmlOn = (day: string) => renderPageFile(prerenderer, route, locale, day, surroundings);
      if (dependsOnDay(route)) await writeByDay(siteDirectory, file, htmlOn);
      else writeTo(siteDirectory, file, await htmlOn(firstDay));
    }
  }

  for (const [address, text] of licenceTexts()) writeTo(publicDirectory, address, text);
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
      companyHash: hashOfCompany(),
    }),
  );
  // Of which source a script is made, whose address does not say it: not part of what is served.
  fs.renameSync(manifestFile, path.join(siteDirectory, 'scripts.json'));
  fs.rmdirSync(path.dirname(manifestFile));
  return pages.length * locales.length;
}
