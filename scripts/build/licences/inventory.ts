import fs from 'node:fs';
import path from 'node:path';
import type { build } from 'vite';
import { readOtherWorks } from './other-works.ts';
import { copyrightLines, packagesOfModules, packagesOfServer, packagesOfStyles, readPackage } from './packages.ts';
import { allowedLicences, chooseLicences, licencesOfTools } from './policy.ts';
import type { Place, Work } from './works.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const inventoryFile = path.join(root, 'dist/licences.json');

/** A text that several works come with, without the lines that say whose they are. */
interface LicenceText {
  /** Of its file; a number follows where a licence is worded in several ways. */
  id: string;
  licence: string;
  text: string;
}

/** A work with the text it is under; tools come without. */
export type ListedWork = Omit<Work, 'text'> & { textId?: string };

/** Everything the licences page lists. */
export interface Inventory {
  works: ListedWork[];
  texts: LicenceText[];
}

type Bundle = Awaited<ReturnType<typeof build>>;

/** Folders of the packages whose code or styles are in a bundle. */
export function packagesOfBundle(bundle: Bundle): string[] {
  const outputs = 'on' in bundle ? [] : [bundle].flat().flatMap(({ output }) => output);
  const folders = outputs.flatMap((part) =>
    part.type === 'chunk'
      ? packagesOfModules(part.moduleIds, root)
      : part.fileName.endsWith('.css')
        ? packagesOfStyles(String(part.source), root)
        : [],
  );
  return [...new Set(folders)];
}

/** All works, by name: the packages in `browser` and `server` (folders), each once, and what no package list names. */
export function collectWorks(browser: readonly string[], server: readonly string[]): Work[] {
  const works = new Map<string, Work>();
  const add = (work: Work) => {
    const key = `${work.name}@${work.version}`;
    const places: Place[] = [...new Set([...(works.get(key)?.places ?? []), ...work.places])];
    works.set(key, { ...work, places });
  };
  for (const folder of browser) add(readPackage(folder, ['browser']));
  for (const folder of server) add(readPackage(folder, ['server']));
  for (const work of readOtherWorks()) add(work);
  return [...works.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.version! < b.version! ? -1 : 1));
}

/** What keeps works from being part of the site, a line each. */
export function licenceFaults(works: readonly Work[]): string[] {
  return works.flatMap(({ name, version, licence, kind }) => {
    if (chooseLicences(licence, kind === 'tool' ? licencesOfTools : allowedLicences)) return [];
    const work = [name, version].filter(Boolean).join(' ');
    return [`${work}: ${licence ? `its licence, ${licence}, is not allowed` : 'it names no licence'}.`];
  });
}

/** Without what differs from work to work under the same terms: whose it is, and a heading. */
function termsOf(text: string): string {
  const owners = new Set(copyrightLines(text));
  const plain = (line: string) => line.replace(/^[\s*#>/-]+/, '').trim();
  const isHeading = (line: string) => /^\(?(the )?(mit|isc|bsd)[\w -]* licen[cs]e( \(\w+\))?\)?:?$/i.test(line);
  const lines = text
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => !owners.has(plain(line)));
  while (lines.length > 0 && (plain(lines[0]!) === '' || isHeading(plain(lines[0]!)))) lines.shift();
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const wordingOf = (terms: string) =>
  terms
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Each wording of a licence once, and which work is under which. A work without a text is under the commonest. */
export function listWorks(works: readonly Work[]): Inventory {
  const wordings = new Map<string, { licence: string; text: string; works: Work[] }>();
  for (const work of works) {
    if (!work.text) continue;
    const licence = chooseLicences(work.licence)?.join(' AND ') ?? work.licence;
    const text = termsOf(work.text);
    const key = `${licence} ${wordingOf(text)}`;
    const wording = wordings.get(key) ?? { licence, text, works: [] };
    wording.works.push(work);
    wordings.set(key, wording);
  }
  const sorted = [...wordings.values()].sort(
    (a, b) => a.licence.localeCompare(b.licence, 'en') || b.works.length - a.works.length,
  );
  const ids = new Map<Work, string>();
  const commonest = new Map<string, string>();
  const texts = sorted.map(({ licence, text, works: under }, index) => {
    const place = index - sorted.findIndex((other) => other.licence === licence) + 1;
    const id = ['licence', licence, place > 1 && place]
      .filter(Boolean)
      .join('-')
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-');
    for (const work of under) ids.set(work, id);
    if (place === 1) commonest.set(licence, id);
    return { id, licence, text };
  });
  const listed = works.map(({ text: _, ...work }, index) => {
    if (work.kind === 'tool') return work;
    const textId = ids.get(works[index]!) ?? commonest.get(chooseLicences(work.licence)?.[0] ?? '');
    if (!textId)
      throw new Error(`${work.name} comes without the text of its licence, ${work.licence}, and so do all others.`);
    return { ...work, textId };
  });
  return { works: listed, texts };
}

/**
 * Takes stock of the works of others in the site that has just been bundled, for `readInventory`. Throws with a line for
 * each work whose licence is unknown or not allowed.
 */
export function takeInventory(bundle: Bundle): number {
  const works = collectWorks(packagesOfBundle(bundle), packagesOfServer(root));
  const faults = licenceFaults(works);
  if (faults.length > 0)
    throw new Error(
      [
        'The site must not be built with these works:',
        ...faults.map((fault) => `  ${fault}`),
        'Use another, or review its terms and add them to scripts/build/licences/policy.ts.',
      ].join('\n'),
    );
  fs.mkdirSync(path.dirname(inventoryFile), { recursive: true });
  fs.writeFileSync(inventoryFile, JSON.stringify(listWorks(works), null, 1));
  return works.length;
}

/** What `takeInventory` found at the last build. */
export function readInventory(): Inventory {
  return JSON.parse(fs.readFileSync(inventoryFile, 'utf8')) as Inventory;
}
