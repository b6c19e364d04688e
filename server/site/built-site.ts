import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillInSales, placeholders, type SiteConfiguration } from '../../shared/configuration.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import type { Config } from '../config/config.ts';
import { isThere } from '../file-access.ts';
import { ConfiguredPage, dailyJson } from './configured-page.ts';
import { DatedFile } from './dated-file.ts';
import { FileByDay } from './file-by-day.ts';
import { type ServedFile, SiteFile } from './site-file.ts';

/** A page in each language. */
export type BuiltPage = Record<Locale, ServedFile>;

/** The site as the prerenderer left it, with the placeholders filled in. */
export interface BuiltSite {
  /** By address. */
  pages: Map<string, BuiltPage>;
  notFoundPage: BuiltPage;
  /** Address → file, for everything that is not a page. */
  files: Map<string, ServedFile>;
  /** `sha256-…` of the inline scripts of the pages. */
  scriptHashes: string[];
  /** `sha256-…` of the styles in each page. */
  styleHash: string;
  /** Addresses of the scripts that look for a session. */
  sessionScripts: string[];
  /** Of what the pages say of the company. */
  companyHash: string;
}

/** `site.json`, written by the prerenderer. */
interface SiteDescription {
  pages: { path: string; id: string }[];
  notFoundId: string;
  scriptHashes: string[];
  styleHash: string;
  sessionScripts: string[];
  companyHash: string;
}

/**
 * Reads the built site into memory; its pages hold the configuration of the moment in which they are served. Throws,
 * saying what to do, when it is missing or incomplete.
 */
export function readBuiltSite(
  directory: string,
  { siteOrigin, salesOpen }: Pick<Config, 'siteOrigin' | 'salesOpen'>,
  configurationAt: (now: Date) => SiteConfiguration,
): BuiltSite {
  const descriptionFile = path.join(directory, 'site.json');
  if (!isThere(descriptionFile))
    throw new Error(`There is no built site in ${directory}. Run "npm start", which builds it.`);
  const description = JSON.parse(readFileSync(descriptionFile, 'utf8')) as SiteDescription;
  if (!description.styleHash || !description.sessionScripts)
    throw new Error(`The built site in ${directory} is an older one. Run "npm start", which builds it.`);
  const fillIn = (text: string) => fillInSales(text, { salesOpen }).replaceAll(placeholders.siteOrigin, siteOrigin);
  const configurationJson = dailyJson(configurationAt);

  const readPage = (id: string) =>
    Object.fromEntries(
      locales.map((locale) => {
        const read = (file: string) => new ConfiguredPage(file, readFileSync(file), fillIn, configurationJson);
        return [locale, readByDay(directory, path.join('pages', locale, `${id}.html`), read)];
      }),
    ) as BuiltPage;

  // Several addresses can show one page; its files are stored once.
  const pagesById = new Map(description.pages.map(({ id }) => [id, undefined as BuiltPage | undefined]));
  for (const id of pagesById.keys()) pagesById.set(id, readPage(id));

  return {
    pages: new Map(description.pages.map((page) => [page.path, pagesById.get(page.id)!])),
    notFoundPage: readPage(description.notFoundId),
    files: readPublicFiles(directory, fillIn),
    scriptHashes: description.scriptHashes,
    styleHash: description.styleHash,
    sessionScripts: description.sessionScripts,
    companyHash: description.companyHash,
  };
}

/** A file of the site with its replacements from later days on: `from/<day>/<file>`. */
function readByDay(directory: string, file: string, read: (file: string) => ServedFile): ServedFile {
  const folder = path.join(directory, 'from');
  const later = (existsSync(folder) ? readdirSync(folder).toSorted() : [])
    .map((from) => ({ from, file: path.join(folder, from, file) }))
    .filter((each) => existsSync(each.file))
    .map((each) => ({ from: each.from, file: read(each.file) }));
  const first = read(path.join(directory, file));
  return later.length > 0 ? new FileByDay(first, later) : first;
}

function readPublicFiles(siteDirectory: string, fillIn: (text: string) => string): BuiltSite['files'] {
  const directory = path.join(siteDirectory, 'public');
  const files: BuiltSite['files'] = new Map();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(directory, file).split(path.sep).join('/')}`;
    // Addresses become routes, in which these characters would have a meaning.
    if (/[^\w./~-]/.test(address)) throw new Error(`"${address}" holds a character that has no place in an address.`);
    files.set(
      address,
      readByDay(siteDirectory, path.relative(siteDirectory, file), (each) => readPublicFile(each, fillIn)),
    );
  }
  return files;
}

function readPublicFile(file: string, fillIn: (text: string) => string): ServedFile {
  const plain = readFileSync(file);
  if (plain.includes(placeholders.expires)) return new DatedFile(file, fillIn(plain.toString()));
  if (plain.includes(placeholders.siteOrigin)) return new SiteFile(file, Buffer.from(fillIn(plain.toString())));
  const [br, gzip] = ['.br', '.gz'].map((extension) =>
    existsSync(file + extension) ? readFileSync(file + extension) : undefined,
  );
  return new SiteFile(file, plain, { ...(br && { br }), ...(gzip && { gzip }) });
}
