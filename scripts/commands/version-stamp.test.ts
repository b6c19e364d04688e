import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readVersion, unknownVersion } from '../../server/config/version.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { writeBuiltSite } from '../../tests/factories/built-site.ts';
import { createDatabasePlace } from '../../tests/factories/database.ts';
import {
  findServerPort,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../../tests/factories/server-process.ts';
import { stampVersion } from './version-stamp.mjs';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-version-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ant', '-c', 'user.email=ant@ant.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...bareEnvironment, GIT_COMMITTER_DATE: '2026-03-01T23:30:00-01:00' },
  }).trim();

/** A clone with one commit, as it is before a build. Returns the beginning of the commit's hash. */
function makeClone(): string {
  write('.gitignore', 'dist\n');
  write('server.ts', 'export {};\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  return git('rev-parse', 'HEAD').slice(0, 10);
}

const stamped = (place = folder) => {
  stampVersion(place);
  return readVersion(place);
};

it('is the day of the commit in UTC and the commit, and says where files are others than those of the commit', () => {
  const commit = makeClone();
  expect(stamped()).toBe(`2026-03-02-${commit}`);
  write('new.ts', '');
  expect(stamped()).toBe(`2026-03-02-${commit}-changed`);
  rmSync(path.join(folder, 'new.ts'));
  write('server.ts', 'export const other = 1;\n');
  expect(stamped()).toBe(`2026-03-02-${commit}-changed`);
});

it('is unknown without git, also in a folder of another clone, and where the stamp is none', () => {
  write('dist/version', '2026-03-02-0123456789\n');
  expect(readVersion(folder)).toBe('2026-03-02-0123456789');
  // Built here, from nobody knows what.
  expect(stamped()).toBe(unknownVersion);
  makeClone();
  mkdirSync(path.join(folder, 'archive'));
  expect(stamped(path.join(folder, 'archive'))).toBe(unknownVersion);
  write('dist/version', '<script>\n');
  expect(readVersion(folder)).toBe(unknownVersion);
  git('checkout', '--quiet', '--orphan', 'without-a-commit');
  expect(stamped()).toBe(unknownVersion);
});

it('is what a server says of itself: in health, description, ready lines, the head of a dump and to operators', async () => {
  const version = '2026-03-02-0123456789-changed';
  for (const part of ['app', 'content', 'package.json', 'scripts', 'server', 'shared', 'tests/factories/serve-site.ts'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  write('dist/version', `${version}\n`);

  const place = await createDatabasePlace();
  const site = writeBuiltSite();
  const port = await findServerPort();
  const settings = settingsFor(place, port);
  const script = path.join(folder, 'tests/factories/serve-site.ts');
  const server = startServerProcess({ settings, siteDirectory: site.directory, script });
  const operate = async (...args: string[]) => {
    const main = path.join(folder, 'server/operator/main.ts');
    return (await run(process.execPath, [main, ...args], { env: { ...bareEnvironment, ...settings } })).stdout;
  };
  try {
    expect(await operate('--version')).toBe(`${version}\n`);
    await waitUntilReady(server, port);
    const ask = async (address: string) => (await fetch(`http://127.0.0.1:${port}${address}`)).json();
    expect(await ask(apiPaths.health)).toMatchObject({ status: 'ok', version });
    expect((await ask(apiPaths.openapi)).info.version).toBe(version);
    await expect
      .poll(() => server.output())
      .toContain(`Writing Ant is ready at http://localhost:${port}, version ${version}\n`);
    // The log is written a moment later.
    const readyLine = () =>
      server
        .output()
        .split('\n')
        .find((line) => line.includes('"msg":"ready"'));
    await expect.poll(readyLine).toBeDefined();
    expect(JSON.parse(readyLine()!)).toMatchObject({ version });
    const [dump] = /\S+\.dump\.gz/.exec(await operate('backup', 'run')) ?? [];
    const [head] = gunzipSync(readFileSync(dump!)).toString().split('\n');
    expect(JSON.parse(head!).head).toMatchObject({ version });
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    site.remove();
    await place.remove();
  }
});
