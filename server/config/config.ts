import { randomBytes } from 'node:crypto';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { operator } from '../../shared/business/company.ts';
import { imprint } from '../../shared/business/imprint.ts';
import { models } from '../../shared/business/product.ts';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import { listFictionalFacts } from './fictional-facts.ts';
import { keepLinkSecret, linkSecretBytes } from './link-secret.ts';
import { readLogin } from './login.ts';
import { type Environment, isAddressRange, SettingsReader } from './settings-reader.ts';

/** Everything the server must know of its surroundings; read once at start and then handed down. */
export interface Config {
  host: string;
  /** The other address of `localhost`, which a browser or a program may try first. */
  secondHost?: string;
  port: number;
  /** Scheme, host and port of the public address, without a trailing slash. */
  siteOrigin: string;
  /** False while the site can only be reached from this machine. */
  isPublic: boolean;
  /** Reverse proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges. Empty: none. */
  trustedProxies: string[];
  /** Multiplies every rate limit: above 1 for load tests and for many people behind one address. */
  rateLimitFactor: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl?: string;
  login: {
    clientId: string;
    apiHostname: string;
    port?: number;
    https: boolean;
    issuers: string[];
    jwksUrl: string;
    /** True when the login provider is the stand-in of this machine. */
    standIn: boolean;
    standInPort: number;
    /** Life of an access token that the stand-in issues. */
    tokenSeconds: number;
  };
  /** Without a trailing slash; empty for the same origin. */
  apiBaseUrl: string;
  /** A folder that was asked for must be there; the standard one comes with the first release. */
  releases: {
    directory: string;
    mustExist?: boolean;
    /** As minisign writes them: whose signature makes a release one. */
    publicKeys?: string[];
    /** Instead of the folder; the endpoint without a trailing slash. */
    bucket?: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  };
  /** At least 32 bytes. */
  linkSecret: Buffer;
  mail: { from: string; smtpUrl?: string; folder: string };
  /** `null`: the stand-in. */
  cardPayments: { secretKey: string; webhookSecret: string; apiHost?: string } | null;
  /** Models in order of preference; without a key the stand-in answers. */
  text: { apiKey?: string; baseUrl?: string; models: string[] };
  logLevel: (typeof logLevels)[number];
  /** Of this software, from package.json. */
  version: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Names every setting that is wrong, one line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

interface ReadConfigOptions {
  /** Facts to be judged before serving a public address. */
  operatorFacts?: object;
  /** Finds the secret where LINK_SECRET may be left out; without it a new one is drawn that nobody keeps. */
  keptLinkSecret?: (dataDir: string) => Buffer;
}

/**
 * Reads and validates all settings together. Touches neither disk nor network, except through
 * `options.keptLinkSecret`. Throws one `ConfigError` that names every fault.
 */
export function readConfig(environment: Environment, options: ReadConfigOptions = {}): Config {
  const settings = new SettingsReader(environment);
  const port = settings.port('PORT', 3000);
  const site = readSiteOrigin(settings, port);
  const isPublic = !isLoopbackHostname(site.hostname);
  const dataDir = path.resolve(settings.find('DATA_DIR') ?? '.data');
  const databaseUrl = settings.findSecretUrl('DATABASE_URL', ['postgres', 'postgresql']);
  if (!databaseUrl && isPublic && !settings.find('DATABASE_URL'))
    settings.fault('DATABASE_URL', 'needed for a public address: the embedded database can lose the last moments.');
  const linkSecret = readLinkSecret(settings, isPublic);
  const config = {
    ...readHost(settings),
    port,
    siteOrigin: site.origin,
    isPublic,
    trustedProxies: readTrustedProxies(settings),
    rateLimitFactor: settings.wholeNumber('RATE_LIMIT_FACTOR', 1, { min: 1, max: 10_000, what: 'a whole number' }),
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    login: readLogin(settings, { port, isPublic, origin: site.origin }),
    apiBaseUrl: readApiBaseUrl(settings, isPublic),
    releases: readReleases(settings, isPublic, dataDir),
    mail: readMail(settings, dataDir),
    cardPayments: readCardPayments(settings),
    text: readText(settings),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, 'info'),
    version: packageJson.version,
  };
  if (isPublic)
    for (const fact of listFictionalFacts(options.operatorFacts ?? operator))
      settings.fault(
        `operator.${fact}`,
        `still fictional; put the real one into shared/business/${fact in imprint ? 'imprint' : 'operator'}.ts.`,
      );
  if (settings.faults.length) throw new ConfigError(settings.faults);
  return { ...config, linkSecret: linkSecret ?? options.keptLinkSecret?.(dataDir) ?? randomBytes(linkSecretBytes) };
}

/** The configuration of this process. Nothing else reads its environment. */
export function loadConfig(): Config {
  return readConfig(process.env, { keptLinkSecret: keepLinkSecret });
}

function readSiteOrigin(settings: SettingsReader, port: number): URL {
  const url = settings.findHttpUrl('SITE_ORIGIN') ?? new URL(`http://localhost:${port}`);
  if (url.pathname !== '/') settings.fault('SITE_ORIGIN', 'give scheme, host and port only, without a path.');
  if (url.protocol !== 'https:' && !isLoopbackHostname(url.hostname))
    settings.fault('SITE_ORIGIN', 'a public address must start with https://.');
  return url;
}

function readTrustedProxies(settings: SettingsReader): string[] {
  const ranges = settings.list('TRUSTED_PROXIES');
  for (const range of ranges)
    if (!isAddressRange(range))
      settings.fault('TRUSTED_PROXIES', `"${range}" is neither an IP address nor a range like 10.0.0.0/8.`);
  return ranges;
}

function readApiBaseUrl(settings: SettingsReader, isPublic: boolean): string {
  const url = settings.findHttpUrl('API_BASE_URL');
  if (!url) return '';
  if (isPublic && url.protocol !== 'https:')
    settings.fault('API_BASE_URL', 'must start with https:// when the site has a public address.');
  return url.href.replace(/\/+$/, '');
}

function readLinkSecret(settings: SettingsReader, isPublic: boolean): Buffer | undefined {
  const text = settings.find('LINK_SECRET');
  const secret = text === undefined ? undefined : Buffer.from(text);
  if (secret && secret.length < linkSecretBytes)
    settings.fault(
      'LINK_SECRET',
      `must have at least ${linkSecretBytes} bytes, for example from: openssl rand -hex 32`,
    );
  if (!secret && isPublic)
    settings.fault('LINK_SECRET', 'needed for a public address, for example from: openssl rand -hex 32');
  return secret;
}

/** Whoever names an address wants that one; otherwise it is this machine, under both addresses that `localhost` has. */
function readHost(settings: SettingsReader): Pick<Config, 'host' | 'secondHost'> {
  const host = settings.find('HOST') ?? 'localhost';
  return host === 'localhost' ? { host: '127.0.0.1', secondHost: '::1' } : { host };
}

function readReleases(settings: SettingsReader, isPublic: boolean, dataDir: string): Config['releases'] {
  const publicKeys = settings.list('RELEASES_PUBLIC_KEY');
  for (const key of publicKeys)
    if (!/^RW[A-Za-z0-9+/]{54}$/.test(key))
      settings.fault('RELEASES_PUBLIC_KEY', `"${key}" is not a public key of minisign, 56 characters from RW on.`);
  const directory = settings.find('RELEASES_DIR');
  const bucket = readBucket(settings, isPublic);
  if (bucket && directory)
    settings.fault('RELEASES_DIR', 'leave it out: releases are in the bucket of RELEASES_S3_BUCKET.');
  return {
    ...(bucket && { bucket }),
    ...(publicKeys.length && { publicKeys }),
    ...(directory
      ? { directory: path.resolve(directory), mustExist: true }
      : { directory: path.join(dataDir, 'releases') }),
  };
}

function readBucket(settings: SettingsReader, isPublic: boolean): Config['releases']['bucket'] {
  const endpoint = settings.findHttpUrl('RELEASES_S3_ENDPOINT');
  if (endpoint && isPublic && endpoint.protocol !== 'https:')
    settings.fault('RELEASES_S3_ENDPOINT', 'must start with https:// when the site has a public address.');
  const group = settings.findGroup([
    'RELEASES_S3_ENDPOINT',
    'RELEASES_S3_BUCKET',
    'RELEASES_S3_REGION',
    'RELEASES_S3_ACCESS_KEY_ID',
    'RELEASES_S3_SECRET_ACCESS_KEY',
  ]);
  if (!endpoint || !group) return undefined;
  return {
    endpoint: endpoint.href.replace(/\/+$/, ''),
    bucket: group.RELEASES_S3_BUCKET,
    region: group.RELEASES_S3_REGION,
    accessKeyId: group.RELEASES_S3_ACCESS_KEY_ID,
    secretAccessKey: group.RELEASES_S3_SECRET_ACCESS_KEY,
  };
}

function readMail(settings: SettingsReader, dataDir: string): Config['mail'] {
  const smtpUrl = settings.findSecretUrl('SMTP_URL', ['smtp', 'smtps']);
  const from = settings.find('MAIL_FROM');
  if (from && !/^[^@\r\n]+@[^@\r\n]+$/.test(from)) settings.fault('MAIL_FROM', `"${from}" is not an e-mail address.`);
  return { from: from ?? operator.supportEmail, ...(smtpUrl && { smtpUrl }), folder: path.join(dataDir, 'mail') };
}

function readCardPayments(settings: SettingsReader): Config['cardPayments'] {
  const keys = settings.findGroup(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  const apiHost = settings.find('STRIPE_API_HOST');
  if (apiHost && !keys) settings.fault('STRIPE_API_HOST', 'needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
  if (!keys) return null;
  return {
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    ...(apiHost && { apiHost }),
  };
}

function readText(settings: SettingsReader): Config['text'] {
  const apiKey = settings.find('OPENAI_API_KEY');
  const baseUrl = settings.findHttpUrl('OPENAI_BASE_URL')?.href.replace(/\/+$/, '');
  const chosen = settings.list('TEXT_MODELS');
  const standard = [models.online.preferred, models.online.fallback].map((name) => name.toLowerCase());
  return { ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }), models: chosen.length ? chosen : standard };
}
