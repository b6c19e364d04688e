import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runStep } from './step.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Everything the built site is made from. */
const sources = [
  'app',
  'content',
  'shared',
  'scripts/build',
  'public',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Written last, so that an interrupted build has none. */
const stampFile = path.join(root, 'dist/built-from');

/** The first file of the built site that the server reads. */
const siteFile = path.join(root, 'dist/site/site.json');

/**
 * Builds the site into dist/site unless it has been built from the same sources in the year of `now`, which stands at the foot of its
 * pages. Throws an `ExplainedError`.
 */
export async function buildSite(now = new Date()): Promise<void> {
  const wanted = `${now.getFullYear()} ${hashSources()}`;
  if (fs.existsSync(siteFile) && fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === wanted) return;
  fs.rmSync(stampFile, { force: true });
  await runStep({
    title: 'Building the site',
    log: 'build',
    command: process.execPath,
    args: ['scripts/build/build-site.ts'],
  });
  fs.writeFileSync(stampFile, wanted);
}

/** Builds the site unless there is already a build, from whatever sources. */
export async function requireSiteBuild(): Promise<void> {
  if (!fs.existsSync(siteFile)) await buildSite();
}

/** Names and contents of all sources, except the files that the build itself writes among them. */
function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of listFiles(source)) hash.update(`${file}\0`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function listFiles(source: string): string[] {
  const entry = fs.statSync(path.join(root, source), { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return [source];
  return fs
    .readdirSync(path.join(root, source))
    .filter((name) => name !== 'generated')
    .sort()
    .flatMap((name) => listFiles(`${source}/${name}`));
}
