import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePackage } from '../../../scripts/package/write-package.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { releaseKeysOf } from '../../../server/delivery/releases/minisign.ts';
import { hasProgram } from '../../../server/deployment/machine.ts';
import { findServedVersion } from '../../../server/deployment/processes.ts';
import { withSetting } from '../../../server/deployment/settings-file.ts';
import { writeBuiltSite } from '../../factories/built-site.ts';
import { findServerPort } from '../../factories/server-process.ts';
import { startEndlessCommand, startTestSystemd, type TestSystemd } from '../../factories/systemd.ts';
import { startTokenIssuer, type TokenIssuer } from '../../factories/token-issuer.ts';
import { unusedPorts } from '../../factories/unused-ports.ts';

/**
 * `setup` of a real package, as root, in a folder tree with nothing in it. The user is made by the system's own program, the database by
 * psql on a PostgreSQL of the test's; only systemd is stood in for.
 */
const canRun = process.getuid?.() === 0 && ['useradd', 'psql', 'nginx', 'runuser'].every(hasProgram);

/** What the first day asks an operator to write: given by others, or kept by nobody but the operator. */
const typed = [
  'BACKUP_RECIPIENT',
  'BOUNCE_IMAP_URL',
  'LOGIN_API_HOSTNAME',
  'LOGIN_API_KEY',
  'LOGIN_CLIENT_ID',
  'LOGIN_DESKTOP_CLIENT_ID',
  'LOGIN_DESKTOP_JWKS_URL',
  'MAIL_FROM',
  'OPENAI_API_KEY',
  'PACKAGE_PUBLIC_KEY',
  'RELEASES_PUBLIC_KEY',
  'SMTP_URL',
];
/** Without these no public address starts; the others may come later. */
const demanded = [
  'BOUNCE_IMAP_URL',
  'LOGIN_API_HOSTNAME',
  'LOGIN_CLIENT_ID',
  'MAIL_FROM',
  'OPENAI_API_KEY',
  'SMTP_URL',
];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-setup-'));
const root = path.join(folder, 'root');
const at = (...parts: string[]) => path.join(root, ...parts);
const version = '2026-11-01-0123456789';
const site = writeBuiltSite();

let postgres: TemporaryPostgres;
let issuer: TokenIssuer;
let systemd: TestSystemd;
let program: string;

beforeAll(async () => {
  if (!canRun) return;
  [postgres, issuer] = await Promise.all([startTemporaryPostgres(), startTokenIssuer()]);
  fs.mkdirSync(at('etc'), { recursive: true });
  fs.chmodSync(folder, 0o755);
  systemd = await startTestSystemd(root);
  const { hostname, port } = new URL(postgres.url);
  // As the superuser of the test's PostgreSQL instead of the machine's user postgres.
  const runuser = `#!/bin/sh\nshift 3\nPGHOST=${hostname} PGPORT=${port} PGUSER=postgres exec "$@"\n`;
  fs.writeFileSync(path.join(systemd.binFolder, 'runuser'), runuser, { mode: 0o755 });
  // The service's user is the machine's `nobody`, because this machine has to know the user, too.
  const useradd = '#!/bin/sh\nexec /usr/sbin/useradd --non-unique --uid 65534 "$@"\n';
  fs.writeFileSync(path.join(systemd.binFolder, 'useradd'), useradd, { mode: 0o755 });
  const key = releaseKeysOf(generateKeyPairSync('ed25519').privateKey).files;
  const archive = await writePackage({
    root: path.resolve(import.meta.dirname, '../../..'),
    siteFolder: site.directory,
    version,
    committedAt: 1_790_000_000,
    outFolder: folder,
    key,
    compression: 0,
  });
  execFileSync('tar', ['--extract', '--gzip', `--file=${archive}`, `--directory=${folder}`]);
  program = path.join(archive.replace(/\.tar\.gz$/, ''), 'deploy/writing-ant');
}, 600_000);
afterAll(async () => {
  await systemd?.stop();
  site.remove();
  await issuer?.close();
  await postgres?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function setUp(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, ['--root', root, 'setup', ...args], {
    env: { ...process.env, PATH: `${systemd.binFolder}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  return { code: await new Promise((resolve) => child.on('close', resolve)), output };
}

const settingsFile = at('etc/writing-ant/settings.env');
const settings = () => fs.readFileSync(settingsFile, 'utf8');
const stepsDone = (output: string) => [...output.matchAll(/^done +(.*)$/gm)].map(([, name]) => name);
const names = ['SITE_ORIGIN', 'LINK_SECRET', 'ENTITLEMENT_SIGNING_KEY', 'DATABASE_URL', 'DATABASE_MIGRATION_URL'];

it.runIf(canRun)('prepares an empty machine and asks for what it cannot know', async () => {
  expect((await setUp()).output).toContain('Say under which name the site is reached');
  const certificate = path.join(folder, 'chain.pem');
  fs.writeFileSync(certificate, '');
  const files = ['--certificate', certificate, '--certificate-key', certificate];
  const wished = await setUp('--host', 'www.example.com', ...files, '--dry-run');
  expect(wished.code, wished.output).toBe(0);
  expect(fs.existsSync(settingsFile)).toBe(false);

  const { code, output } = await setUp('--host', 'www.example.com', ...files);
  expect(code, output).toBe(1);
  expect(output).toContain(`Write what is missing into ${settingsFile}`);
  for (const name of names) expect(settings()).toMatch(new RegExp(`^${name}=\\S+$`, 'm'));
  const places = [...settings().matchAll(/^#([A-Z_]+)=$/gm)].map(([, name]) => name!);
  expect(places.toSorted()).toEqual(typed);
  const asked = typed.filter((name) => new RegExp(`^ +- .*\\b${name}\\b`, 'm').test(output));
  expect(asked).toEqual(demanded);
  for (const name of names) expect(output).not.toMatch(new RegExp(`^ +- ${name}\\b`, 'm'));

  // Whatever the machine's own PostgreSQL was made with.
  const made = `select pg_encoding_to_char(encoding), datcollate from pg_database where datname = 'writing_ant'`;
  const told = execFileSync('psql', ['--no-psqlrc', '-At', '-c', made, postgres.url], { encoding: 'utf8' });
  expect(told.trim()).toBe('UTF8|C.UTF-8');
});

/** Mode, owner and group. */
const told = (...place: string[]) => {
  const { mode, uid, gid } = fs.statSync(at(...place));
  return `${(mode & 0o777).toString(8)} ${uid} ${gid}`;
};
const serviceUser = () =>
  /^writing-ant:[^:]*:(\d+):(\d+)/m
    .exec(fs.readFileSync(at('etc/passwd'), 'utf8'))!
    .slice(1)
    .map(Number);

it.runIf(canRun)('gives each file to whom it belongs, with a mode for that', () => {
  const [uid, gid] = serviceUser();
  expect(uid).not.toBe(0);
  expect(told('var/lib/writing-ant')).toBe(`700 ${uid} ${gid}`);
  expect(told('etc/writing-ant')).toBe(`750 0 ${gid}`);
  expect(told('etc/writing-ant/settings.env')).toBe(`640 0 ${gid}`);
  expect(told('etc/writing-ant/secret-days.json')).toMatch(/^6[04]0 0 \d+$/);
  for (const place of ['opt/writing-ant/versions', `opt/writing-ant/versions/${version}/server`])
    expect(told(place)).toBe('755 0 0');
  for (const place of [
    `opt/writing-ant/versions/${version}/server/main.ts`,
    'etc/systemd/system/writing-ant@.service',
    'etc/nginx/conf.d/writing-ant.conf',
  ])
    expect(told(place)).toBe('644 0 0');
  expect(fs.readlinkSync(at('usr/local/bin/writing-ant'))).toBe(at('opt/writing-ant/current/deploy/writing-ant'));
});

it.runIf(canRun)('called again, does nothing, and keeps every secret', async () => {
  const before = settings();
  const { code, output } = await setUp();
  expect(code).toBe(1);
  expect(stepsDone(output)).toEqual([]);
  expect(settings()).toBe(before);
});

it.runIf(canRun)('makes no database where one of its two addresses is there', async () => {
  const before = settings();
  const half = before.replace(/^DATABASE_URL=.*\n/m, '');
  fs.writeFileSync(settingsFile, half);
  const { code, output } = await setUp();
  expect(code).toBe(1);
  expect(output).toContain(`DATABASE_MIGRATION_URL is in ${settingsFile}, and DATABASE_URL is not`);
  expect(settings()).toBe(half);
  fs.writeFileSync(settingsFile, before);
});

it.runIf(canRun)('serves once the settings are complete, and after that changes nothing', async () => {
  const ports = [await findServerPort(), await findServerPort()];
  const { SITE_ORIGIN: _, ...answers } = {
    ...unusedPorts,
    ...issuer.environment,
    LOG_LEVEL: 'warn',
    PROCESS_PORTS: ports.join(','),
    SITE_ORIGIN: '',
  };
  const complete = Object.entries(answers).reduce(
    (text, [name, value]) => withSetting(text, name, String(value)),
    settings().replace(/^SITE_ORIGIN=.*\n/m, ''),
  );
  fs.writeFileSync(settingsFile, complete);
  // As one that was brought along from another machine.
  fs.chownSync(settingsFile, 0, 0);
  fs.chmodSync(settingsFile, 0o600);
  const first = await setUp();
  expect(first.code, `${first.output}\n${systemd.output()}`).toBe(0);
  expect(stepsDone(first.output)).toEqual(['settings readable for root and the service alone']);
  expect(told('etc/writing-ant/settings.env')).toBe(`640 0 ${serviceUser()[1]}`);
  expect(first.output).toContain('It serves.');
  expect(await Promise.all(ports.map(findServedVersion))).toEqual([version, version]);

  const again = await setUp();
  expect(again.code, again.output).toBe(0);
  expect(stepsDone(again.output)).toEqual([]);
  expect(again.output).not.toContain('Serves on port');
  expect(settings()).toBe(complete);
  const { uid } = fs.statSync(at('var/lib/writing-ant'));
  const foreign = fs
    .readdirSync(at('var/lib/writing-ant'), { recursive: true, encoding: 'utf8' })
    .filter((file) => fs.statSync(at('var/lib/writing-ant', file)).uid !== uid);
  expect(foreign).toEqual([]);
});

it.runIf(canRun)('leaves another version in service, and waits for whoever deploys', async () => {
  const deploying = await startEndlessCommand();
  const lock = at('opt/writing-ant/versions', `.deploying.${deploying.pid}`);
  fs.writeFileSync(lock, '');
  const refused = await setUp();
  deploying.kill();
  fs.rmSync(lock);
  expect(refused.output).toContain(`Another command of writing-ant is under way (process ${deploying.pid})`);

  const later = at('opt/writing-ant/versions', '2026-11-02-0123456789');
  fs.renameSync(at('opt/writing-ant/versions', version), later);
  fs.rmSync(at('opt/writing-ant/current'));
  fs.symlinkSync(later, at('opt/writing-ant/current'));
  const { code, output } = await setUp();
  expect(code).toBe(1);
  expect(output).toContain('2026-11-02-0123456789 is in service here, and this is 2026-11-01-0123456789');
  expect(output).toContain('writing-ant deploy <archive>');
  expect(fs.readdirSync(at('opt/writing-ant/versions'))).toEqual(['2026-11-02-0123456789']);
  expect(fs.readlinkSync(at('opt/writing-ant/current'))).toBe(later);
});
