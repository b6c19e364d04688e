import path from 'node:path';
import { type Config, readConfig } from '../../server/config/config.ts';
import { loopbackHost, type WantedPort } from './ports.ts';
import type { SiteProcessName } from './site-processes.ts';

/** A process that takes the place of an outside service. */
interface StandInProcess {
  name: SiteProcessName;
  /** Where it says that it is ready. */
  port: number;
  environment: NodeJS.ProcessEnv;
}

/** What a command must know about the site before starting it. */
export interface Site {
  config: Config;
  ports: WantedPort[];
  /** For the server, which finds the stand-ins by it. */
  serverEnvironment: NodeJS.ProcessEnv;
  /** One for each service that is not configured. */
  standIns: readonly StandInProcess[];
  /** For the stand-in login provider; none when a real one is configured. */
  loginEnvironment: NodeJS.ProcessEnv | null;
  /** Name and address of everything that a person may want to open. */
  addresses: [name: string, address: string][];
}

/** Reads the settings in `environment`. Throws a `ConfigError` that lists every fault. */
export function describeSite(environment: NodeJS.ProcessEnv): Site {
  const config = readConfig(environment);
  const { login, mail, cards, vat, text, dataDir, siteOrigin } = config;
  const standIns: StandInProcess[] = [];
  const ports: WantedPort[] = [{ purpose: 'the site', setting: 'PORT', port: config.port, host: config.host }];
  const shared = { ...environment, SITE_ORIGIN: siteOrigin, DATA_DIR: dataDir };
  if (login.standIn) {
    const port = login.standInPort;
    ports.push({ purpose: 'the stand-in login provider', setting: 'LOGIN_PORT', port, host: loopbackHost });
    standIns.push({ name: 'login', port, environment: { ...shared, LOGIN_PORT: String(port) } });
  }
  if (mail.standIn) {
    const { inboxPort: port, smtpPort } = mail.standIn;
    ports.push({ purpose: 'the inbox of the stand-in mail server', setting: 'MAIL_PORT', port, host: loopbackHost });
    ports.push({ purpose: 'the stand-in mail server', setting: 'MAIL_SMTP_PORT', port: smtpPort, host: loopbackHost });
    standIns.push({
      name: 'mail',
      port,
      environment: { ...shared, MAIL_PORT: String(port), MAIL_SMTP_PORT: String(smtpPort) },
    });
  }
  if (cards?.standIn) {
    const port = cards.standInPort;
    ports.push({ purpose: 'the stand-in for card payments', setting: 'CARDS_PORT', port, host: loopbackHost });
    standIns.push({ name: 'cards', port, environment: { ...shared, CARDS_PORT: String(port) } });
  }
  if (vat.standInPort) {
    const port = vat.standInPort;
    ports.push({ purpose: 'the stand-in register of VAT numbers', setting: 'VIES_PORT', port, host: loopbackHost });
    standIns.push({ name: 'vies', port, environment: { ...shared, VIES_PORT: String(port) } });
  }
  if (text.standIn) {
    const port = text.standInPort;
    ports.push({ purpose: 'the stand-in for the AI provider', setting: 'AI_PORT', port, host: loopbackHost });
    standIns.push({ name: 'ai', port, environment: { ...shared, AI_PORT: String(port) } });
  }
  return {
    config,
    ports,
    serverEnvironment: {
      ...environment,
      ...(mail.standIn && { SMTP_URL: `smtp://127.0.0.1:${mail.standIn.smtpPort}` }),
    },
    standIns,
    loginEnvironment: standIns.find(({ name }) => name === 'login')?.environment ?? null,
    addresses: listAddresses(config),
  };
}

function listAddresses({ siteOrigin, login, mail, cards, text, databaseUrl, dataDir }: Config): Site['addresses'] {
  return [
    ['Site', siteOrigin],
    ['Sign-in', login.standIn ? `http://localhost:${login.standInPort} (stand-in)` : login.apiHostname],
    ['Mail', mail.standIn ? `http://localhost:${mail.standIn.inboxPort} (stand-in)` : 'the mail server of SMTP_URL'],
    ...(cards ? [cardsAddress(cards)] : []),
    ['AI', text.standIn ? `http://localhost:${text.standInPort} (stand-in, writes by rules)` : text.baseUrl],
    ['Database', databaseUrl ? 'PostgreSQL of DATABASE_URL' : 'embedded, in the data folder'],
    ['Data folder', showPath(dataDir)],
  ];
}

function cardsAddress(cards: NonNullable<Config['cards']>): Site['addresses'][number] {
  const { standIn, standInPort, host = 'api.stripe.com' } = cards;
  return ['Cards', standIn ? `http://localhost:${standInPort} (stand-in)` : host];
}

/** Relative inside the project folder, absolute elsewhere. */
function showPath(folder: string): string {
  const relative = path.relative(process.cwd(), folder);
  return relative.startsWith('..') ? folder : relative;
}
