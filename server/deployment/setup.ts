import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { version } from '../config/version.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { bringIntoService } from './deploy.ts';
import { type Layout, readSettings, replaceFile, serviceUser, writeSettings } from './layout.ts';
import { findUser, makeDatabase, requirePrograms, runProgram } from './machine.ts';
import { findDamage } from './package.ts';
import { systemctl, unitOf } from './processes.ts';
import { installProxy } from './proxy.ts';
import { makeSecret, noteSecrets, type SecretName } from './secrets.ts';
import { withSetting } from './settings-file.ts';
import type { SetupOptions, Step } from './setup-step.ts';
import { installUnits } from './units.ts';
import { alone, findVersion, folderOf, replaceLink } from './versions.ts';

/** The folder of the version that sets up. */
const own = path.resolve(import.meta.dirname, '../..');

/**
 * Prepares a machine, as far as it is not prepared: called again, it does what is missing and touches nothing else. Starts the service
 * once the settings are complete. Throws an `ExplainedError`.
 */
export async function setUp(options: SetupOptions): Promise<void> {
  const { layout, say, isDryRun, now } = options;
  if (version === 'unknown') throw new ExplainedError('This folder is no package: npm run package makes one.');
  requireOwn(layout);
  requirePrograms({ psql: 'postgresql', nginx: 'nginx', tar: 'tar', runuser: 'util-linux' });
  const step: Step = async (name, isDone, work) => {
    if (await isDone()) say(`ok     ${name}`);
    else if (isDryRun) say(`would  ${name}`);
    else {
      await work();
      say(`done   ${name}`);
    }
  };
  const folder = folderOf(layout, version);
  await step(
    `user ${serviceUser}`,
    () => findUser(layout, serviceUser) !== undefined,
    () => makeUser(layout),
  );
  await step(
    'folders',
    () => hasFolders(layout),
    () => makeFolders(layout),
  );
  await step(
    `version ${version} in ${folder}`,
    () => existsSync(folder) && !findDamage(folder).length,
    () => takeOwn(layout),
  );
  await step(
    `settings in ${layout.settingsFile}`,
    () => existsSync(layout.settingsFile),
    () => makeSettings(options),
  );
  await step(
    'settings readable for root and the service alone',
    () => isForService(layout),
    () => giveToService(layout),
  );
  const has = (name: string) => existsSync(layout.settingsFile) && Boolean(readSettings(layout).all[name]);
  await step(
    'secrets',
    () => has('LINK_SECRET') && has('ENTITLEMENT_SIGNING_KEY'),
    () =>
      setSecrets(layout, now(), {
        LINK_SECRET: ['link', makeSecret.link()],
        ENTITLEMENT_SIGNING_KEY: ['entitlement', makeSecret.entitlement()],
      }),
  );
  // One address alone would be a new password for a login that works already under another one.
  if (has('DATABASE_MIGRATION_URL') && !has('DATABASE_URL'))
    throw new ExplainedError(
      `DATABASE_MIGRATION_URL is in ${layout.settingsFile}, and DATABASE_URL is not: write both, or take both away, and setup makes a database.`,
    );
  await step(
    'database',
    () => has('DATABASE_URL'),
    () => {
      const { owner, application } = makeDatabase();
      setSecrets(layout, now(), {
        DATABASE_MIGRATION_URL: ['owner', owner],
        DATABASE_URL: ['application', application],
      });
    },
  );
  await step(
    'units',
    async () => !isDryRun && !(await installUnits(layout, folder)),
    () => {},
  );
  await step(
    'log of 30 days',
    () => existsSync(layout.journalFile),
    async () => {
      mkdirSync(path.dirname(layout.journalFile), { recursive: true });
      replaceFile(layout.journalFile, '[Journal]\nMaxRetentionSec=30day\n', 0o644);
      await systemctl('restart', 'systemd-journald');
    },
  );
  await step(
    `command ${layout.command}`,
    () => existsSync(layout.command),
    () => {
      mkdirSync(path.dirname(layout.command), { recursive: true });
      if (!existsSync(layout.current)) replaceLink(layout.current, folder);
      replaceLink(layout.command, path.join(layout.current, 'deploy/writing-ant'));
    },
  );
  await installProxy(options, step);
  if (isDryRun) return;
  await alone(layout, () => start(layout, say));
}

/** An older version that lies about must not take the place of the one in service, as `deploy` and `back` alone may. */
function requireOwn({ current, command }: Layout): void {
  const served = findVersion(current);
  if (served && served !== version)
    throw new ExplainedError(
      `${served} is in service here, and this is ${version}: bring it into service with writing-ant deploy <archive>, ` +
        `or prepare the machine with the version in service: ${command} setup`,
    );
}

/** Starts the service, or says what is missing for that. */
async function start(layout: Layout, say: (line: string) => void): Promise<void> {
  const settings = readSettings(layout);
  // Somebody may have deployed meanwhile.
  requireOwn(layout);
  try {
    await bringIntoService(version, settings, { layout, say, hasWayBack: false });
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    throw new ExplainedError(
      `${error.message}\n\nWrite what is missing into ${layout.settingsFile}, and call writing-ant setup again.`,
    );
  }
  const timers = ['writing-ant-backup.timer', 'writing-ant-backup-proof.timer'];
  await systemctl('enable', ...settings.ports.map(unitOf), ...timers);
  await systemctl('start', ...timers);
  say('It serves. Next: writing-ant doctor');
}

function makeUser({ root, dataDir }: Layout): void {
  runProgram('useradd', [
    ...(root === '/' ? [] : ['--prefix', root]),
    '--system',
    '--user-group',
    '--home-dir',
    dataDir,
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    serviceUser,
  ]);
}

const hasFolders = ({ versions, dataDir, settingsFile }: Layout) =>
  [versions, dataDir, path.dirname(settingsFile)].every((folder) => existsSync(folder));

function makeFolders(layout: Layout): void {
  const { uid, gid } = findUser(layout, serviceUser)!;
  mkdirSync(layout.versions, { recursive: true, mode: 0o755 });
  mkdirSync(layout.dataDir, { recursive: true });
  chmodSync(layout.dataDir, 0o700);
  chownSync(layout.dataDir, uid, gid);
  const settings = path.dirname(layout.settingsFile);
  mkdirSync(settings, { recursive: true });
  chmodSync(settings, 0o750);
  chownSync(settings, -1, gid);
}

/** Root's, so that the service cannot change what it runs. */
function takeOwn(layout: Layout): void {
  const folder = folderOf(layout, version);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(own, unfinished, { recursive: true, verbatimSymlinks: true });
  const damaged = findDamage(unfinished);
  if (damaged.length) throw new ExplainedError(`This package is not whole: ${damaged.join(', ')}`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

function makeSettings({ layout, host }: SetupOptions): void {
  if (!host)
    throw new ExplainedError('Say under which name the site is reached: writing-ant setup --host www.example.com');
  const template = readFileSync(path.join(own, 'deploy/settings.env'), 'utf8');
  const named = withSetting(template, 'SITE_ORIGIN', `https://${host}`);
  writeSettings(layout, withSetting(named, 'DATA_DIR', layout.dataDir));
}

const groupOfSettings = ({ settingsFile }: Layout) => statSync(path.dirname(settingsFile)).gid;

/** A file that somebody has brought along from another machine is root's alone, or everybody's. */
function isForService(layout: Layout): boolean {
  const { settingsFile } = layout;
  if (!existsSync(settingsFile)) return false;
  const { mode, gid } = statSync(settingsFile);
  return (mode & 0o777) === 0o640 && gid === groupOfSettings(layout);
}

function giveToService(layout: Layout): void {
  chownSync(layout.settingsFile, 0, groupOfSettings(layout));
  chmodSync(layout.settingsFile, 0o640);
}

/** What is there stays: a secret that was used once is not made anew. */
function setSecrets(layout: Layout, now: Date, made: Record<string, [SecretName, string]>): void {
  const { all } = readSettings(layout);
  const missing = Object.entries(made).filter(([setting]) => !all[setting]);
  const text = missing.reduce(
    (before, [setting, [, value]]) => withSetting(before, setting, value),
    readFileSync(layout.settingsFile, 'utf8'),
  );
  writeSettings(layout, text);
  noteSecrets(
    layout,
    missing.map(([, [name]]) => name),
    now,
  );
}
