import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainFileFault, isThere } from '../file-access.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { parseSettings } from './settings-file.ts';

/** Where everything is on a server. */
export type Layout = ReturnType<typeof layoutIn>;

/** The user under which the service works; it owns the data folder and nothing else. */
export const serviceUser = 'writing-ant';

/** Below `root`, which is / on a server and another folder in a test. */
export const layoutIn = (root: string) => {
  const at = (...parts: string[]) => path.join(root, ...parts);
  return {
    root,
    settingsFile: at('etc/writing-ant/settings.env'),
    /** When each secret was made; no secret stands in it. */
    secretDays: at('etc/writing-ant/secret-days.json'),
    versions: at('opt/writing-ant/versions'),
    /** A link to the version that serves, and one to the version that served before it. */
    current: at('opt/writing-ant/current'),
    previous: at('opt/writing-ant/previous'),
    dataDir: at('var/lib/writing-ant'),
    units: at('etc/systemd/system'),
    proxyFile: at('etc/nginx/conf.d/writing-ant.conf'),
    journalFile: at('etc/systemd/journald.conf.d/writing-ant.conf'),
    command: at('usr/local/bin/writing-ant'),
  };
};

/** What a process of the service gets. */
export interface Settings {
  /** All of them, named as in the environment. */
  all: Readonly<Record<string, string>>;
  /** The ports of the service's processes. */
  ports: readonly number[];
  /** Who may sign packages. */
  packageKeys: readonly string[];
}

const standardPorts = '3000,3010';

/** Reads the settings file. Throws an `ExplainedError` that says everything that is wrong with it. */
export function readSettings({ settingsFile }: Layout): Settings {
  if (!seesFile(settingsFile)) throw new ExplainedError(`There is no ${settingsFile}: writing-ant setup makes it.`);
  const { settings, faults } = parseSettings(readSettingsText(settingsFile));
  if ('PORT' in settings) faults.push('PORT: each process has a port of its own; PROCESS_PORTS names them');
  const list = (text: string) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
  const ports = list(settings.PROCESS_PORTS ?? standardPorts).map(Number);
  if (!ports.length || ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535))
    faults.push('PROCESS_PORTS: these are no ports, such as 3000,3010');
  if (faults.length)
    throw new ExplainedError(`${settingsFile} cannot be used:\n${faults.map((fault) => `  - ${fault}.`).join('\n')}`);
  return { all: settings, ports, packageKeys: list(settings.PACKAGE_PUBLIC_KEY ?? '') };
}

function seesFile(file: string): boolean {
  try {
    return isThere(file);
  } catch (error) {
    throw new ExplainedError(explainSettingsFault(error));
  }
}

function readSettingsText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ExplainedError(explainSettingsFault(error));
  }
}

/** Nobody but root and the service may read it: whoever is neither becomes root, and not the file's owner. */
const explainSettingsFault = (error: unknown): string =>
  explainFileFault(error) ? 'The settings are for root and the service alone: sudo writing-ant …' : String(error);

/** What a process of the software finds in its environment: the settings, and where the system's programs are. */
export const environmentOf = ({ all }: Pick<Settings, 'all'>): Record<string, string> => ({
  LANG: 'C.UTF-8',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ...all,
});

/** Root's, and readable for the service, whose processes know them anyhow. */
export function writeSettings({ settingsFile }: Layout, text: string): void {
  const group = existsSync(settingsFile) ? statSync(settingsFile).gid : undefined;
  replaceFile(settingsFile, text, 0o640, group);
}

/** Replaces a file in one step: whoever reads it at any moment finds the one or the other whole. */
export function replaceFile(file: string, text: string, mode: number, group?: number): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  if (group !== undefined) chownSync(draft, -1, group);
  chmodSync(draft, mode);
  renameSync(draft, file);
}
