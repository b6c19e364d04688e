import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findFreePorts } from '../../tests/factories/free-port.ts';
import { startEndlessCommand, startTestSystemd, type TestSystemd } from '../../tests/factories/systemd.ts';
import { bringIntoService, goBack, restartAll, restartWith } from './deploy.ts';
import { layoutIn, readSettings } from './layout.ts';
import { findServedVersion, systemctl, unitOf } from './processes.ts';
import { rotateSecret } from './secrets.ts';
import { findVersion, folderOf, switchTo } from './versions.ts';

/** Versions that consist of nothing but a start and what a deploy asks them; tests/durability/postgresql/deployment.test.ts has real ones. */

const [older, newer] = ['2026-11-01-0123456789', '2026-11-02-0123456789'] as const;
/** Long enough for a start on a busy machine; what is unwell takes all of it. */
const patienceMs = 6_000;

const program = `
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
const { PORT, SMTP_URL = '' } = process.env;
appendFileSync('../../../../starts', PORT + ' ' + path.basename(process.cwd()) + '\\n');
if (existsSync('sick-' + PORT) || existsSync('refuses') || SMTP_URL.includes('wrong')) process.exit(1);
createServer((_, response) => response.end(JSON.stringify({ version: path.basename(process.cwd()) }))).listen(PORT, '127.0.0.1');
`;
const preparation = `
import { existsSync } from 'node:fs';
if (existsSync('refuses')) {
  console.error('The way back is closed.');
  process.exit(1);
}
const pending = existsSync('migrates') ? ['0099-more'] : [];
console.log(JSON.stringify({ isEmpty: !pending.length, pending, closing: [] }));
`;

let root: string;
let layout: ReturnType<typeof layoutIn>;
let systemd: TestSystemd;
let ports: [number, number, number];
let told: string[];

beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-deploy-'));
  layout = layoutIn(root);
  for (const folder of [layout.versions, layout.dataDir, layout.units, path.dirname(layout.settingsFile)])
    fs.mkdirSync(folder, { recursive: true });
  ports = (await findFreePorts(3)) as [number, number, number];
  writeSettings(ports.slice(0, 2));
  for (const version of [older, newer]) {
    write(version, 'server/main.ts', program);
    write(version, 'server/deployment/prepare.ts', preparation);
    write(version, 'deploy/writing-ant-backup.timer', `of ${version}`);
    write(version, 'package.json', '{"type":"module"}');
    const bin = path.join(folderOf(layout, version), 'node_modules/.bin');
    fs.mkdirSync(bin, { recursive: true });
    fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  }
  systemd = await startTestSystemd(root);
  vi.stubEnv('PATH', `${systemd.binFolder}:${process.env.PATH}`);
  told = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await systemd.stop();
  fs.rmSync(root, { recursive: true, force: true });
});

const options = () => ({ layout, say: (line: string) => told.push(line), patienceMs });
const writeSettings = (wanted: readonly number[]) =>
  fs.writeFileSync(layout.settingsFile, `PROCESS_PORTS=${wanted.join(',')}\nSMTP_URL=smtp://right\n`);

function write(version: string, name: string, text = ''): void {
  const file = path.join(folderOf(layout, version), name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Lets a version serve on these ports, and counts starts from here on. */
async function serve(version: string, on: readonly number[]): Promise<void> {
  switchTo(layout, version);
  for (const port of on) {
    await systemctl('restart', unitOf(port));
    await expect.poll(() => findServedVersion(port), { timeout: 60_000 }).toBe(version);
  }
  fs.rmSync(path.join(root, 'starts'), { force: true });
}

const deploy = (more = {}) => bringIntoService(newer, readSettings(layout), { ...options(), ...more });
const served = () => Promise.all(ports.map(findServedVersion));
/** Since `serve`, in their order. */
const starts = () =>
  fs.existsSync(path.join(root, 'starts')) ? fs.readFileSync(path.join(root, 'starts'), 'utf8').trim().split('\n') : [];
const unit = () => fs.readFileSync(path.join(layout.units, 'writing-ant-backup.timer'), 'utf8');

it('goes back where a process does not become healthy, with the units of each version', async () => {
  await serve(older, ports.slice(0, 2));
  write(newer, `sick-${ports[1]}`);
  await expect(deploy()).rejects.toThrow(`${older} serves again.`);
  expect(await served()).toEqual([older, older, undefined]);
  expect(findVersion(layout.current)).toBe(older);
  expect(unit()).toBe(`of ${older}`);
  fs.rmSync(path.join(folderOf(layout, newer), `sick-${ports[1]}`));
  await deploy();
  expect(await served()).toEqual([newer, newer, undefined]);
  expect(unit()).toBe(`of ${newer}`);
  await goBack(undefined, options());
  expect(unit()).toBe(`of ${older}`);
});

it('never goes back to a version that cannot start: what is healthy goes on', async () => {
  await serve(older, ports.slice(0, 2));
  write(newer, `sick-${ports[1]}`);
  write(older, 'refuses');
  const refused = expect(deploy()).rejects;
  await refused.toThrow(
    new RegExp(
      `${newer} did not become healthy on port ${ports[1]}(.|\n)*${older} cannot serve(.|\n)*way back is closed`,
    ),
  );
  expect(await served()).toEqual([newer, undefined, undefined]);
  expect(findVersion(layout.current)).toBe(newer);
});

it('names a further process that does not become healthy, and leaves those that serve', async () => {
  await serve(older, ports.slice(0, 2));
  await deploy();
  writeSettings(ports);
  write(newer, `sick-${ports[2]}`);
  await expect(deploy()).rejects.toThrow(`${newer} does not become healthy on port ${ports[2]}`);
  expect(await served()).toEqual([newer, newer, undefined]);
  expect(findVersion(layout.current)).toBe(newer);
});

it('does not go back where nobody wants that, although nothing serves', async () => {
  await serve(older, []);
  switchTo(layout, newer);
  for (const port of ports) write(newer, `sick-${port}`);
  await expect(deploy({ hasWayBack: false })).rejects.toThrow(`${newer} does not become healthy on port ${ports[0]}`);
  expect(findVersion(layout.current)).toBe(newer);
});

it('restarts last the process that alone serves, so that it stays where the others do not become healthy', async () => {
  await serve(older, [ports[0]]);
  for (const port of ports) write(newer, `sick-${port}`);
  write(older, `sick-${ports[1]}`);
  const began = performance.now();
  await expect(deploy()).rejects.toThrow(`${older} does NOT become healthy either, on port ${ports[1]}`);
  expect(performance.now() - began).toBeLessThan(5 * patienceMs);
  expect(starts()).toEqual([`${ports[1]} ${newer}`, `${ports[1]} ${older}`]);
  expect(await served()).toEqual([older, undefined, undefined]);

  await expect(restartAll(options())).rejects.toThrow(`The process on port ${ports[1]} does not become healthy`);
  expect(starts()).toHaveLength(3);
  expect(await served()).toEqual([older, undefined, undefined]);
});

it('leaves the new version where it serves, once the one before does not become healthy', async () => {
  await serve(older, ports.slice(0, 2));
  for (const version of [older, newer]) write(version, `sick-${ports[1]}`);
  await expect(deploy()).rejects.toThrow(`${older} does NOT become healthy either, on port ${ports[1]}`);
  expect(await served()).toEqual([newer, undefined, undefined]);
});

it('restarts nothing while somebody deploys, nor where the version cannot work with the settings', async () => {
  await serve(older, ports.slice(0, 2));
  const deploying = await startEndlessCommand();
  fs.writeFileSync(path.join(layout.versions, `.deploying.${deploying.pid}`), '');
  const refusal = await restartAll(options()).catch((error: Error) => error.message);
  deploying.kill();
  fs.rmSync(path.join(layout.versions, `.deploying.${deploying.pid}`));
  expect(refusal).toContain('Another command of writing-ant is under way');
  write(older, 'refuses');
  await expect(restartAll(options())).rejects.toThrow('The way back is closed.');
  expect(starts()).toEqual([]);
  expect(await served()).toEqual([older, older, undefined]);
});

it('puts a former secret back where no process becomes healthy with the new one', async () => {
  await serve(older, ports.slice(0, 2));
  const before = fs.readFileSync(layout.settingsFile, 'utf8');
  const rotate = (value: string) =>
    restartWith(() => rotateSecret(layout, 'mail', { value, now: new Date() }), options());
  await expect(rotate('smtp://wrong')).rejects.toThrow('The former settings are back.');
  expect(fs.readFileSync(layout.settingsFile, 'utf8')).toBe(before);
  expect(fs.existsSync(layout.secretDays)).toBe(false);
  expect(starts()).toEqual([`${ports[0]} ${older}`, `${ports[0]} ${older}`]);
  expect(await served()).toEqual([older, older, undefined]);

  await rotate('smtp://new');
  expect(readSettings(layout).all.SMTP_URL).toBe('smtp://new');
  write(older, 'refuses');
  await expect(rotate('smtp://other')).rejects.toThrow('The former settings are back.');
  expect(readSettings(layout).all.SMTP_URL).toBe('smtp://new');
  expect(await served()).toEqual([older, older, undefined]);
});

it('migrates where a dump is there although its copy is not, and never without one', async () => {
  await serve(older, ports.slice(0, 2));
  write(newer, 'migrates');
  const backup = (work: string) =>
    write(
      older,
      'server/operator/main.ts',
      `${work}\nconsole.log('NOT copied to BACKUP_COPY: away');\nprocess.exit(1);`,
    );
  backup('');
  await expect(deploy()).rejects.toThrow('The backup failed, and nothing was changed');
  expect(await served()).toEqual([older, older, undefined]);
  const dumps = path.join(layout.dataDir, 'dumps');
  fs.mkdirSync(dumps);
  const name = `writing-ant-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.dump.gz`;
  backup(`import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(path.join(dumps, name))}, '');`);
  await deploy();
  expect(told.join('\n')).toMatch(/The dump is there, (.|\n)*NOT copied to BACKUP_COPY: away/);
  expect(await served()).toEqual([newer, newer, undefined]);
});
