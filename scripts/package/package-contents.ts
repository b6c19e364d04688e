import fs from 'node:fs';
import path from 'node:path';

/** What production runs of this repository; the built site is added by whoever packs. */
const folders = ['content', 'deploy', 'server', 'shared'];

/** What stands among it and only serves development. */
const forDevelopment = [
  /\.test\.ts$/,
  /^content\/(evaluation|film)\//,
  /^server\/integrations\/returned-mail-cases\//,
  /^server\/billing\/bank\/(statements|cases)\//,
];

/** Inside packages: sources of other languages, types, maps, and what is told to developers. Licences stay. */
const neverRunInPackages = [
  /\.(map|flow|markdown|md|ts|mts|cts|tsbuildinfo)$/i,
  /\/(test|tests|__tests__|example|examples|benchmark|benchmarks|\.github|include|man)\//,
];
const isLicence = /\/(licen[cs]e|notice|copying)[^/]*$/i;

/** A file of the package: its path there, and what is there. */
export interface PackedFile {
  path: string;
  /** Where its bytes are; or what a symbolic link names. */
  from: string;
  isLink?: boolean;
}

/** Everything that production runs, from a clone in `root` with its packages, in the order of its paths. */
export function listContents(root: string, siteFolder: string): PackedFile[] {
  const own = folders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => !forDevelopment.some((pattern) => pattern.test(file)));
  const packages = productionPackages(root)
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => isLicence.test(file) || !neverRunInPackages.some((pattern) => pattern.test(file)));
  const site = listFiles(siteFolder, '').map((file) => ({
    path: `dist/site/${file}`,
    from: path.join(siteFolder, file),
  }));
  const here = [...own, ...packages, 'package.json'].map((file) => ({ path: file, from: path.join(root, file) }));
  const node = { path: 'node_modules/.bin/node', from: `../${nodePackage()}/bin/node`, isLink: true };
  return [...here, ...site, node].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The npm package that contains the pinned Node of this machine. */
const nodePackage = () => `node-${process.platform}-${process.arch}`;

/** For which machines a package from here is. */
export const packedFor = (): string => `${process.platform}-${process.arch}`;

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Folders of the packages that the server needs, and of those that these need, as the lock file has them on this machine. */
function productionPackages(root: string): string[] {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Set<string>();
  const take = (name: string, user: string): void => {
    // The nearest one above, as Node finds it.
    let above = user;
    while (!fs.existsSync(path.join(root, above, 'node_modules', name, 'package.json'))) {
      if (!above) return;
      above = above.slice(0, Math.max(0, above.lastIndexOf('node_modules') - 1));
    }
    const folder = path.posix.join(above, 'node_modules', name);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) take(needed, folder);
  };
  for (const name of [...Object.keys(packages['']?.dependencies ?? {}), nodePackage()]) take(name, '');
  // One that lies inside another one's folder is listed with it.
  return [...found].filter((folder) => ![...found].some((other) => folder.startsWith(`${other}/`)));
}

/** Paths below `root` of all files in its `folder`. Development packages inside another package are none of ours. */
function listFiles(root: string, folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
