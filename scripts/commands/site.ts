import path from 'node:path';
import { type Config, readConfig } from '../../server/config/config.ts';
import { loopbackHost, type WantedPort } from './ports.ts';

/** What a command must know about the site before starting it. */
export interface Site {
  config: Config;
  ports: WantedPort[];
  /** For the stand-in login provider; none when a real one is configured. */
  loginEnvironment: NodeJS.ProcessEnv | null;
  /** Name and address of everything that a person may want to open. */
  addresses: [name: string, address: string][];
}

/** Reads the settings in `environment`. Throws a `ConfigError` that lists every fault. */
export function describeSite(environment: NodeJS.ProcessEnv): Site {
  const config = readConfig(environment);
  const { login, dataDir, siteOrigin } = config;
  const ports: WantedPort[] = [{ purpose: 'the site', setting: 'PORT', port: config.port, host: config.host }];
  if (login.standIn)
    ports.push({
      purpose: 'the stand-in login provider',
      setting: 'LOGIN_PORT',
      port: login.standInPort,
      host: loopbackHost,
    });
  return {
    config,
    ports,
    loginEnvironment: login.standIn
      ? { ...environment, SITE_ORIGIN: siteOrigin, DATA_DIR: dataDir, LOGIN_PORT: String(login.standInPort) }
      : null,
    addresses: listAddresses(config),
  };
}

function listAddresses({ siteOrigin, login, databaseUrl, dataDir }: Config): Site['addresses'] {
  return [
    ['Site', siteOrigin],
    ['Sign-in', login.standIn ? `http://localhost:${login.standInPort} (stand-in)` : login.apiHostname],
    ...(login.standIn ? [mailAddress(dataDir)] : []),
    ['Database', databaseUrl ? 'PostgreSQL of DATABASE_URL' : 'embedded, in the data folder'],
    ['Data folder', showPath(dataDir)],
  ];
}

/** The stand-in delivers sign-in mails to a folder; the site itself sends none. */
function mailAddress(dataDir: string): Site['addresses'][number] {
  return ['Mail', `${showPath(path.join(dataDir, 'mail'))} (of the sign-in stand-in: files instead of mail)`];
}

/** Relative inside the project folder, absolute elsewhere. */
function showPath(folder: string): string {
  const relative = path.relative(process.cwd(), folder);
  return relative.startsWith('..') ? folder : relative;
}
