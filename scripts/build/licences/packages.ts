import fs from 'node:fs';
import path from 'node:path';
import { packagedWorks } from './other-works.ts';
import { chooseLicences } from './policy.ts';
import type { Place, Work } from './works.ts';

interface PackageJson {
  name: string;
  version: string;
  license?: string | { type?: string };
  licenses?: { type?: string }[];
  author?: string | { name?: string };
  contributors?: (string | { name?: string })[];
  repository?: string | { url?: string };
  homepage?: string;
}

interface LockedPackage {
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Folders of the packages that modules of a bundle come from. `ownFolder` holds the site's own modules. Throws on a module
 * that comes from neither, so that nothing is bundled without being named.
 */
export function packagesOfModules(moduleIds: readonly string[], ownFolder: string): string[] {
  const folders = new Set<string>();
  for (const id of moduleIds) {
    const file = id.split('?')[0]!.replaceAll('\\', '/');
    const folder = inPackage.exec(file)?.[1];
    // What the bundler adds of itself; the preload helper is replaced by our own (vite.config.ts).
    if (file.startsWith('\0rolldown/')) folders.add(path.join(ownFolder, 'node_modules/rolldown'));
    else if (folder) folders.add(folder);
    else if (file !== '\0vite/preload-helper.js' && !file.startsWith(`${ownFolder.replaceAll('\\', '/')}/`))
      throw new Error(`The browser's bundle has a module of unknown origin: ${JSON.stringify(id)}.`);
  }
  return [...folders];
}

/** Folders of the packages that a style sheet names in the notices it begins its parts with. */
export function packagesOfStyles(css: string, ownFolder: string): string[] {
  return [...css.matchAll(/\/\*! ([@\w/.-]+) v\d/g)].map(([, name]) => path.join(ownFolder, 'node_modules', name!));
}

/** Folders of all packages that the server runs with: `dependencies` and what they need in turn. */
export function packagesOfServer(ownFolder: string): string[] {
  const lock = JSON.parse(fs.readFileSync(path.join(ownFolder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages).flatMap(([place, { dev, devOptional, optional }]) => {
    if (place === '' || dev || devOptional) return [];
    const folder = path.join(ownFolder, place);
    // Optional ones are for other systems, or not wanted.
    return optional && !fs.existsSync(folder) ? [] : [folder];
  });
}

/** An address that a browser can open, from what package.json says of a repository. */
function webAddress(repository: string): string {
  const address = repository
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/^git:\/\//, 'https://')
    .replace(/^github:/, '')
    .replace(/\.git$/, '');
  return /^[\w.-]+\/[\w.-]+$/.test(address) ? `https://github.com/${address}` : address;
}

const personName = (person: string | { name?: string } | undefined) =>
  (typeof person === 'string' ? person : (person?.name ?? '')).replace(/\s*[<(].*$/, '').trim();

/** How terms speak of copyright, or give a form of words to fill in. */
const speaksOfCopyright =
  /^(portions )?copyright\s+(holders?|owners?|notices?|and permission|laws?|licen[cs]es?)\b|[[{<](yyyy|year|owner|name of|copyright)\b/i;

/** Lines that say whose a work is; not those of the terms that only speak of copyright. */
export function copyrightLines(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\s*#>/-]+/, '').trim())
    .filter(
      (line) =>
        /^(Portions )?(Copyright|COPYRIGHT)\s+(\([cC]\)|©|\d{4}|[A-Z])/.test(line) && !speaksOfCopyright.test(line),
    );
  return [...new Set(lines)];
}

function readLicenceFile(folder: string, licence: string): string | undefined {
  const files = fs.readdirSync(folder).filter((name) => /^(licen[cs]e|copying)([.-].*)?$/i.test(name));
  // Of several, that of the chosen licence (license-mit, license-cc0).
  const chosen = chooseLicences(licence)?.[0]?.toLowerCase() ?? '';
  const file = files.find((name) => name.toLowerCase().includes(chosen)) ?? files[0];
  if (!file) return undefined;
  const notice = fs.readdirSync(folder).find((name) => /^notice(\.|$)/i.test(name));
  return [file, notice]
    .flatMap((name) => (name ? [fs.readFileSync(path.join(folder, name), 'utf8').trim()] : []))
    .join('\n\n');
}

/** What a package says of itself. Throws when it is not installed. */
export function readPackage(folder: string, places: readonly Place[]): Work {
  const json = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson;
  const said = json.license ?? json.licenses?.[0];
  const licence = (typeof said === 'string' ? said : said?.type) ?? '';
  const text = readLicenceFile(folder, licence);
  const readme = fs.readdirSync(folder).find((name) => /^readme/i.test(name));
  const authors = [json.author, ...(json.contributors ?? [])].map(personName).filter(Boolean);
  const found = [
    copyrightLines(text ?? ''),
    text || !readme ? [] : copyrightLines(fs.readFileSync(path.join(folder, readme), 'utf8')),
    authors.slice(0, 1).map((name) => `Copyright ${name}`),
    [`Copyright ${json.name} contributors`],
  ].find((lines) => lines.length > 0)!;
  const repository = typeof json.repository === 'string' ? json.repository : json.repository?.url;
  return {
    name: json.name,
    version: json.version,
    licence,
    copyright: found,
    source: repository ? webAddress(repository) : (json.homepage ?? `https://www.npmjs.com/package/${json.name}`),
    ...(text ? { text } : {}),
    kind: 'software',
    places,
    ...packagedWorks[json.name],
  };
}
