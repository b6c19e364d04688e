import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { closesWayBack, listMigrations, loadMigration } from '../../server/database/migrations.ts';
import { productContents } from './database.ts';

/** Others by hand: FORMER_VERSIONS=51e56fee npm test -- former-versions. */
const givenVersions = process.env.FORMER_VERSIONS;

const root = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).trim();

const migrationsOf = (commit: string) =>
  git('ls-tree', '-r', '--name-only', commit, 'server')
    .split('\n')
    .flatMap((file) => /\/migrations\/(\d{4}-[a-z\d-]+)\.ts$/.exec(file)?.[1] ?? []);

/**
 * The last two versions before the newest migrations, as far as one may go back to them; where there are fewer, the newest ones
 * that were landed, to which the migration of `addNovelty` is new.
 */
export async function findFormerVersions(): Promise<string[]> {
  if (givenVersions) return givenVersions.split(',');
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error('The history is cut short, so former versions cannot be tried: git fetch --unshallow');
  const all = [...listMigrations(productContents.migrationFolders)];
  const needed: string[] = [];
  for (const [name, file] of all) if (closesWayBack(name, await loadMigration(file))) needed.push(name);
  const touched = git('log', '--first-parent', '--format=%H', '--', 'server/**/migrations/*.ts').split('\n');
  const found: string[] = [];
  let fewest = all.length;
  for (const commit of ['HEAD', ...touched.map((each) => `${each}~1`)]) {
    const has = migrationsOf(commit);
    if (needed.some((name) => !has.includes(name))) break;
    // On the way to a version that was landed whole, numbers may have been given twice: it never served anybody.
    if (all.slice(0, has.length).some(([name]) => !has.includes(name))) continue;
    if (has.length < fewest) found.push(commit);
    fewest = Math.min(fewest, has.length);
    if (found.length === 2) break;
  }
  return [...found, 'HEAD', 'HEAD~1'].slice(0, 2);
}

/** What is needed to run `commit`, in an empty folder, with today's packages. Returns the folder. */
export function checkOutFormer(commit: string, folder: string): string {
  const parts = [
    'app',
    'content',
    'deploy',
    'package.json',
    'package-lock.json',
    'scripts',
    'server',
    'shared',
    'tests/factories/serve-site.ts',
  ];
  const archive = execFileSync('git', ['archive', commit, ...parts], { cwd: root, maxBuffer: 1 << 28 });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}
