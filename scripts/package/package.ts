/**
 * `npm run package [-- --key <file> --passphrase-file <file>]`: one archive with everything that a server runs on, the same bytes from the
 * same commit (docs/operations.md).
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readVersion } from '../../server/config/version.ts';
import { keyOptions, readReleaseKeys } from '../../server/operator/releases/release-key.ts';
import { runCommand } from '../../server/operator/run-command.ts';
import { ExplainedError, runStep } from '../commands/step.mjs';
import { writePackage } from './write-package.ts';

const root = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

await runCommand(async () => {
  const { values } = parseArgs({ options: { ...keyOptions, out: { type: 'string', default: 'dist/packages' } } });
  // First of all, because a passphrase may be asked for.
  const keys = values.key && (await readReleaseKeys({ isPublic: true, dataDir: path.resolve('.data') }, values, false));
  if (git('status', '--porcelain'))
    throw new ExplainedError(
      'Files are others than those of the commit: commit them first, or nobody can find them again.',
    );
  const committedAt = Number(git('log', '-1', '--format=%ct'));
  await runStep({
    title: 'Building the site of the commit',
    log: 'build',
    command: process.execPath,
    args: ['--import', './scripts/build/stopped-calendar.ts', 'scripts/build/build-site.ts'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(committedAt) },
  });
  const archive = await writePackage({
    root,
    siteFolder: path.join(root, 'dist/site'),
    version: readVersion(root),
    committedAt,
    outFolder: path.resolve(values.out),
    ...(keys && { key: keys.files }),
  });
  console.log(`${archive}: ${(fs.statSync(archive).size / 1e6).toFixed(1)} MB`);
  process.stdout.write(fs.readFileSync(`${archive}.sha256`, 'utf8'));
  if (!keys) console.log('Not signed: name the release key with --key, or no server deploys it unasked.');
});
