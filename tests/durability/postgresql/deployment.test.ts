import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePackage } from '../../../scripts/package/write-package.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { formatPublicKey, releaseKeysOf } from '../../../server/delivery/releases/minisign.ts';
import { findServedVersion } from '../../../server/deployment/processes.ts';
import { writeBuiltSite } from '../../factories/built-site.ts';
import { productContents } from '../../factories/database.ts';
import { checkOutFormer, findFormerVersions } from '../../factories/former-versions.ts';
import { startProxy, type TestProxy } from '../../factories/nginx.ts';
import { recordsOf } from '../../factories/records.ts';
import { findServerPort } from '../../factories/server-process.ts';
import { startTestSystemd, type TestSystemd } from '../../factories/systemd.ts';
import { startTokenIssuer, type TokenIssuer } from '../../factories/token-issuer.ts';
import { unusedPorts } from '../../factories/unused-ports.ts';
import { startVisitors } from '../../factories/visitors.ts';

/** Real packages, one of them of a former version from the history, brought into service by the command itself (docs/operations.md). */

/** More by `npm run check -- long`, and by hand: DEPLOY_KILLS=20 DEPLOY_REQUESTS=10000 npm test -- deployment. */
const kills = Number(process.env.DEPLOY_KILLS ?? 1);
const wantedRequests = Number(process.env.DEPLOY_REQUESTS ?? 120);
const visitors = 4;
/** In milliseconds, on a machine that does other work; more where more is asked for. */
const limits = { requests: 600_000 + wantedRequests * 400, kills: 600_000 + kills * 180_000 };
/** In seconds: a machine that runs tests is busy. */
const patience = ['--patience', '300'];

const clone = path.resolve(import.meta.dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-deployment-'));
const root = path.join(folder, 'root');
const dataDir = path.join(root, 'var/lib/writing-ant');
const versions = { former: '2026-11-01-0123456789', newer: '2026-11-02-0123456789', broken: '2026-11-03-0123456789' };
/** `nobody` is the service here, and `daemon` somebody else. */
const [serviceUid, otherUid] = [65_534, 1];
const isRoot = process.getuid?.() === 0;

let postgres: TemporaryPostgres;
let issuer: TokenIssuer;
let systemd: TestSystemd;
let proxy: TestProxy;
let ports: [number, number];
const site = writeBuiltSite();
const archives: Record<keyof typeof versions, string> = { former: '', newer: '', broken: '' };
const keys = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);

beforeAll(async () => {
  [postgres, issuer] = await Promise.all([startTemporaryPostgres(), startTokenIssuer()]);
  ports = [await findServerPort(), await findServerPort()];
  for (const place of ['etc/writing-ant', 'etc/systemd/system', 'opt/writing-ant/versions', 'var/lib/writing-ant'])
    fs.mkdirSync(path.join(root, place), { recursive: true });
  if (isRoot) fs.chownSync(dataDir, serviceUid, serviceUid);
  for (let above = dataDir; above !== os.tmpdir(); above = path.dirname(above)) fs.chmodSync(above, 0o755);
  const settings = {
    ...unusedPorts,
    ...issuer.environment,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LINK_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'warn',
    PACKAGE_PUBLIC_KEY: formatPublicKey(keys.files),
    PROCESS_PORTS: ports.join(','),
    RATE_LIMIT_FACTOR: '10000',
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  fs.writeFileSync(path.join(root, 'etc/writing-ant/settings.env'), lines.join(''));
  systemd = await startTestSystemd(root);
  proxy = await startProxy(ports);

  const [formerCommit = 'HEAD'] = await findFormerVersions();
  const formerClone = checkOutFormer(formerCommit, fs.mkdtempSync(path.join(folder, 'former-')));
  const noSite = path.join(folder, 'no-site');
  fs.mkdirSync(noSite);
  const about = { committedAt: 1_790_000_000, outFolder: folder, key: keys.files, compression: 0 };
  for (const [name, from, siteFolder] of [
    ['former', formerClone, site.directory],
    ['newer', clone, site.directory],
    // It starts well for whoever looks before, and ends as soon as it looks for its pages.
    ['broken', clone, noSite],
  ] as const)
    archives[name] = await writePackage({ ...about, root: from, siteFolder, version: versions[name] });
}, 600_000);
afterAll(async () => {
  await proxy?.stop();
  await systemd?.stop();
  site.remove();
  await issuer?.close();
  await postgres?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Call {
  /** Receives what it says as it says it; killed where this returns true. */
  killAt?: (lines: number) => Promise<boolean>;
}

const ownProgram = path.join(clone, 'deploy/writing-ant');

/** `writing-ant` of the clone, as on a server; everything it needs of systemd is real processes. */
async function call(args: readonly string[], { killAt }: Call = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(ownProgram, ['--root', root, ...args], {
    env: { ...process.env, PATH: `${systemd.binFolder}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let lines = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', async (chunk: string) => {
      output += chunk;
      lines += chunk.split('\n').length - 1;
      if (await killAt?.(lines)) child.kill('SIGKILL');
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

async function succeed(...args: string[]): Promise<string> {
  const { code, output } = await call(args);
  expect(code, `${output}\n${systemd.output()}`).toBe(0);
  return output;
}

const served = () => Promise.all(ports.map(findServedVersion));
const requests = async (visits: ReturnType<typeof startVisitors>, more: number) => {
  const wanted = visits.requests() + more;
  await expect
    .poll(() => visits.requests(), { timeout: limits.requests - 50_000, interval: 100 })
    .toBeGreaterThanOrEqual(wanted);
};

it('deploys a version and goes back while people download, and nobody notices', {
  timeout: limits.requests,
}, async () => {
  expect(await succeed('deploy', archives.former, ...patience)).toContain('Hash and signature are right.');
  expect(await served()).toEqual([versions.former, versions.former]);

  const visits = startVisitors(proxy, issuer, visitors);
  await requests(visits, wantedRequests / 3);
  const output = await succeed('deploy', archives.newer, ...patience);
  expect(output).toMatch(/Backing up\.\nMigrated: .*\n/);
  expect(await served()).toEqual([versions.newer, versions.newer]);
  expect(fs.readdirSync(path.join(dataDir, 'dumps'))).toHaveLength(1);
  await requests(visits, wantedRequests / 3);

  const since = performance.now();
  await succeed('back', ...patience);
  const backSeconds = (performance.now() - since) / 1000;
  expect(await served()).toEqual([versions.former, versions.former]);
  await requests(visits, wantedRequests / 3);

  // One that never serves: those that do are not asked twice.
  const refused = await call(['deploy', archives.broken, '--patience', '45']);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`${versions.broken} did not become healthy on port ${ports[0]}.`);
  expect(refused.output).toContain(`${versions.former} serves again.`);
  expect(await served()).toEqual([versions.former, versions.former]);

  const { accepted, unexpected } = await visits.end();
  expect(unexpected).toEqual([]);
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir, contents: productContents });
  for (const { user, id } of accepted)
    expect((await recordsOf(database, user)).downloads.map((each) => each.id)).toEqual([id]);
  await database.close();
  console.log(`${visits.requests()} requests, ${accepted.length} downloads; back took ${backSeconds.toFixed(1)} s.`);
});

it('says what runs, and that what nobody has signed is none of ours', async () => {
  const { code, output } = await call(['status']);
  expect(output).toContain(`Version   ${versions.former}`);
  expect(output).toContain(`Before    ${versions.newer}`);
  expect(output.match(/active, serves /g)).toHaveLength(2);
  expect(code).toBe(0);
  const unsigned = path.join(folder, path.basename(archives.newer).replace('2026-11-02', '2026-11-05'));
  for (const ending of ['', '.sha256', '.minisig']) fs.copyFileSync(archives.newer + ending, unsigned + ending);
  const refused = await call(['deploy', unsigned]);
  expect(refused.output).toContain('is signed by no key of PACKAGE_PUBLIC_KEY: nothing was changed.');
  expect(refused.code).toBe(1);
  expect((await call(['back', '2026-01-01-0123456789'])).output).toContain('is not there. There are:');
  expect(await served()).toEqual([versions.former, versions.former]);
});

it('killed in the middle, old or new serves, and the next call goes on', { timeout: limits.kills }, async () => {
  for (let point = 0; point < kills; point++) {
    fs.rmSync(path.join(root, 'opt/writing-ant/versions', versions.newer), { recursive: true });
    // Behind each line that says what was done, first of all where one process serves the new version, and later and later within what follows.
    const line = 1 + ((point + 2) % 4);
    const delay = Math.floor(point / 4) * 400;
    let isKilled = false;
    const stopped = await call(['deploy', archives.newer, ...patience], {
      killAt: async (lines) => {
        if (isKilled || lines < line) return false;
        isKilled = true;
        await wait(delay);
        return true;
      },
    });
    const found = (await served()).filter((version) => version !== undefined);
    expect(found.length, stopped.output).toBeGreaterThan(0);
    for (const version of found) expect([versions.former, versions.newer]).toContain(version);
    await succeed('deploy', archives.newer, ...patience);
    expect(await served()).toEqual([versions.newer, versions.newer]);
    await succeed('back', versions.former, ...patience);
    expect(await served()).toEqual([versions.former, versions.former]);
  }
});

it('makes a new secret of links and lets every process have it, while old links are good', async () => {
  const settings = () => fs.readFileSync(path.join(root, 'etc/writing-ant/settings.env'), 'utf8');
  const [, before] = /^LINK_SECRET=(.*)$/m.exec(settings()) ?? [];
  const output = await succeed('secret', 'rotate', 'link');
  expect(output.match(/Restarted on port/g)).toHaveLength(2);
  expect(settings()).toMatch(new RegExp(`^LINK_SECRET=[\\da-f]{64},${before}@\\d{4}-\\d\\d-\\d\\d$`, 'm'));
  expect(await succeed('secret', 'list')).toMatch(/^link +LINK_SECRET +0 days old$/m);
});

it.runIf(isRoot)('leaves no file of root in the data folder, whoever calls it', async () => {
  const foreign = () =>
    fs
      .readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .filter((file) => fs.statSync(path.join(dataDir, file)).uid !== serviceUid);
  await succeed('backup', 'run');
  expect(foreign()).toEqual([]);
  const as = (uid: number) => {
    const args = ['--root', root, 'backup', 'run'];
    try {
      return execFileSync(ownProgram, args, {
        uid,
        gid: uid,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      return `${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`;
    }
  };
  const settingsFile = path.join(root, 'etc/writing-ant/settings.env');
  fs.chownSync(settingsFile, 0, serviceUid);
  fs.chmodSync(settingsFile, 0o640);
  expect(as(serviceUid)).toContain('Recorded: backup run');
  expect(as(otherUid)).toContain('The settings are for root and the service alone');
  expect(foreign()).toEqual([]);
});
