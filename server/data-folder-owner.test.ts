import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bareEnvironment } from '../tests/factories/bare-environment.ts';
import { briefDatabase } from '../tests/factories/brief-database.ts';
import { type BuiltSiteFolder, writeBuiltSite } from '../tests/factories/built-site.ts';
import { type DatabasePlace, openTestDatabase } from '../tests/factories/database.ts';
import { findServerPort, settingsFor } from '../tests/factories/server-process.ts';

const run = promisify(execFile);
const operator = fileURLToPath(new URL('./operator/main.ts', import.meta.url));
const server = fileURLToPath(new URL('../tests/factories/serve-site.ts', import.meta.url));

/** A user that every Debian has, one that this machine does not know, and the one who may be both. */
const daemon = 1;
const stranger = 4_321;
const root = 0;

/** Whether a user without rights can run the code where it lies. */
const isReadable = (folder: string): boolean =>
  Boolean(statSync(folder).mode & 0o001) && (path.dirname(folder) === folder || isReadable(path.dirname(folder)));
const canBeAnybody = process.getuid?.() === root && isReadable(import.meta.dirname);

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe.runIf(canBeAnybody)('the data folder of another user', () => {
  let place: DatabasePlace;
  let site: BuiltSiteFolder;
  beforeAll(async () => {
    const opened = await openTestDatabase();
    place = opened.place;
    await opened.database.close();
    for (const each of [place.dataDir, ...listFiles()]) chownSync(each, daemon, daemon);
    site = writeBuiltSite();
    chmodSync(site.directory, 0o755);
  });
  afterAll(async () => {
    await place.remove();
    site.remove();
  });

  const listFiles = () =>
    readdirSync(place.dataDir, { recursive: true, encoding: 'utf8' }).map((name) => path.join(place.dataDir, name));
  const foreignFiles = () => listFiles().filter((file) => statSync(file).uid !== daemon);
  const placeOf = (name: string) => path.join(place.dataDir, name);

  async function call(uid: number, script: string, args: string[], settings: Record<string, string> = {}) {
    const env = { ...bareEnvironment, ...settingsFor(place, await findServerPort()), ...settings };
    const options = { env, uid, gid: uid, cwd: '/', timeout: 200_000 };
    try {
      const { stdout, stderr } = await run(process.execPath, [briefDatabase, script, ...args], options);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  it('is worked on as that user by root, so that nothing in it is anybody else’s', async () => {
    const { code, output } = await call(root, operator, ['backup', 'run']);
    expect(output).toMatch(/\.dump\.gz {2}\d+ bytes/);
    expect(code).toBe(0);
    expect(existsSync(placeOf('dumps'))).toBe(true);
    expect(foreignFiles()).toEqual([]);
    expect(await call(daemon, operator, ['audit', 'verify'])).toMatchObject({ code: 0 });
  });

  it('is touched by nobody else', async () => {
    const before = listFiles();
    for (const [script, args] of [
      [operator, ['backup', 'run']],
      [server, [site.directory]],
    ] as const) {
      const { code, output } = await call(stranger, script, [...args]);
      expect(output).toMatch(/ belongs to daemon, and this process runs as user 4321: .*sudo -u daemon/);
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
    }
    expect(listFiles()).toEqual(before);
  });

  it('is told of, where something in it can not be read, as that', async () => {
    chownSync(placeOf('dumps'), root, root);
    for (const uid of [daemon, root]) {
      const { code, output } = await call(uid, operator, ['backup', 'prove']);
      expect(output).toMatch(/dumps belongs to root \(mode 700\), and this process runs as daemon\. .*chown -R daemon/);
      expect(output).not.toMatch(/There is no dump| {4}at /);
      expect(code).toBe(1);
    }
    chownSync(placeOf('dumps'), daemon, daemon);
    writeFileSync(placeOf('account-ends.ndjson'), '', { mode: 0o600 });
    chownSync(placeOf('account-ends.ndjson'), root, root);
    const { code, output } = await call(daemon, server, [site.directory]);
    expect(output).toMatch(/account-ends\.ndjson belongs to root \(mode 600\)/);
    expect(output).not.toContain('    at ');
    expect(code).toBe(1);
    rmSync(placeOf('account-ends.ndjson'));
  });

  it('is made by no command', async () => {
    const missing = placeOf('elsewhere');
    const { code, output } = await call(daemon, operator, ['downloads', 'list'], { DATA_DIR: missing });
    expect(output).toContain(`There is no data folder ${missing}: set DATA_DIR as the server has it.`);
    expect(code).toBe(1);
    expect(existsSync(missing)).toBe(false);
  });
});
