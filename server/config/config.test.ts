import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { operator } from '../../shared/business/company.ts';
import { ConfigError, readConfig } from './config.ts';
import { listFictionalFacts } from './fictional-facts.ts';
import { version } from './version.ts';

const realFacts = { companyName: 'Ameisen AG', generalEmail: 'info@ameisen.ch', phone: '+41 41 711 22 33' };

const publicSettings = {
  SITE_ORIGIN: 'https://www.ameisen.ch',
  LOGIN_CLIENT_ID: 'client_live',
  LOGIN_API_HOSTNAME: 'auth.ameisen.ch',
  LINK_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://ant:secret@mail.ameisen.ch',
  OPENAI_API_KEY: 'sk_live',
  MAIL_FROM: 'post@ameisen.ch',
  BOUNCE_IMAP_URL: 'imaps://bounce:secret@mail.ameisen.ch',
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_URL: 'postgres://ant:secret@db.ameisen.ch/site?sslmode=verify-full',
};

/** An Ed25519 key of all zeros (RFC 8410, section 7). */
const withEntitlements = {
  ENTITLEMENT_SIGNING_KEY: Buffer.from(`302e020100300506032b657004220420${'00'.repeat(32)}`, 'hex').toString('base64'),
};

function faultsOf(settings: Record<string, string>, operatorFacts: object = realFacts): readonly string[] {
  try {
    readConfig(settings, { operatorFacts });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const bucketSettings = {
  RELEASES_S3_ENDPOINT: 'https://s3.ameisen.ch/',
  RELEASES_S3_BUCKET: 'releases',
  RELEASES_S3_REGION: 'zrh',
  RELEASES_S3_ACCESS_KEY_ID: 'planted',
  RELEASES_S3_SECRET_ACCESS_KEY: 'planted',
};

describe('without any setting', () => {
  const config = readConfig({});

  it('serves this machine with the stand-in login provider and the embedded database', () => {
    expect(config).toMatchObject({
      host: '127.0.0.1',
      secondHost: '::1',
      port: 3000,
      siteOrigin: 'http://localhost:3000',
      dataDir: path.resolve('.data'),
      apiBaseUrl: '',
      trustedProxies: [],
      releases: { directory: path.resolve('.data/releases') },
      logLevel: 'info',
    });
    expect(config).not.toHaveProperty('databaseUrl');
    expect(config.linkSecret.length).toBe(32);
    expect(config.version).toBe(version);
  });

  it('expects the wire of the stand-in', () => {
    expect(config.login).toEqual({
      clientId: 'client_writing_ant_development',
      apiHostname: 'localhost',
      port: 3001,
      https: false,
      issuers: [
        'http://localhost:3001/user_management/client_writing_ant_development',
        'http://localhost:3001/user_management/client_writing_ant_desktop_development',
        'http://localhost:3001',
        'http://127.0.0.1:3001/user_management/client_writing_ant_development',
        'http://127.0.0.1:3001/user_management/client_writing_ant_desktop_development',
        'http://127.0.0.1:3001',
      ],
      jwksUrl: 'http://localhost:3001/sso/jwks/client_writing_ant_development',
      desktop: {
        clientId: 'client_writing_ant_desktop_development',
        jwksUrl: 'http://localhost:3001/sso/jwks/client_writing_ant_desktop_development',
      },
      managementUrl: 'http://localhost:3001',
      apiKey: 'sk_development_of_writing_ant',
      standIn: true,
      standInPort: 3001,
      tokenSeconds: 300,
    });
  });

  it('asks the stand-in for the AI provider, and the models of the AI policy, successors once they have taken over', () => {
    expect(config.text).toMatchObject({ baseUrl: 'http://127.0.0.1:3002/v1', standIn: true });
    expect(config.text.models).toEqual([
      { name: 'gpt-5' },
      { name: 'gpt-6.1-sol' },
      { name: 'gpt-4.1' },
      { name: 'gpt-6-luna' },
    ]);
    expect(readConfig({}).text.patience).toEqual({
      ...{ firstTextMs: 8_000, silenceMs: 15_000, stuckMs: 30_000, callMs: 170_000, commentMs: 10_000 },
    });
    expect(readConfig({ TEXT_MODELS: 'gpt-5@low, gpt-7' }).text.models).toEqual([
      { name: 'gpt-5', effort: 'low' },
      { name: 'gpt-7' },
    ]);
  });

  it('listens on both addresses of localhost, unless one is named', () => {
    expect(readConfig({ HOST: 'localhost' })).toMatchObject({ host: '127.0.0.1', secondHost: '::1' });
    for (const host of ['127.0.0.1', '::1', '0.0.0.0', '192.168.1.5']) {
      const named = readConfig({ HOST: host, SITE_ORIGIN: 'http://localhost:3000' });
      expect(named.host).toBe(host);
      expect(named).not.toHaveProperty('secondHost');
    }
  });

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', SITE_ORIGIN: ' ', DATABASE_URL: '' }).siteOrigin).toBe('http://localhost:3000');
  });
});

describe('a public address', () => {
  it('is served with real services and real facts', () => {
    const config = readConfig(publicSettings, { operatorFacts: realFacts });
    expect(config.login).toMatchObject({
      clientId: 'client_live',
      apiHostname: 'auth.ameisen.ch',
      https: true,
      standIn: false,
      issuers: [
        'https://auth.ameisen.ch/user_management/client_live',
        'https://auth.ameisen.ch',
        'https://api.workos.com/user_management/client_live',
        'https://api.workos.com',
      ],
      jwksUrl: 'https://auth.ameisen.ch/sso/jwks/client_live',
    });
    expect(config.login).not.toHaveProperty('port');
  });

  it('is refused with every fault at once', () => {
    const faults = faultsOf({ SITE_ORIGIN: 'http://www.ameisen.ch', PORT: '0', LOG_LEVEL: 'loud' }, operator);
    for (const name of ['PORT', 'LOG_LEVEL', 'SITE_ORIGIN', 'LOGIN_CLIENT_ID', 'LINK_SECRET', 'operator.companyName'])
      expect(
        faults.some((fault) => fault.startsWith(`${name}:`)),
        name,
      ).toBe(true);
  });

  it.each([
    ['SITE_ORIGIN', { SITE_ORIGIN: 'http://www.ameisen.ch' }],
    ['SITE_ORIGIN', { SITE_ORIGIN: 'https://www.ameisen.ch/site' }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db.ameisen.ch/site' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://ant:secret@db.ameisen.ch/site' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://ant:secret@db.ameisen.ch/site?sslmode=require' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/site?host=db.ameisen.ch' }],
    ['DATABASE_MIGRATION_URL', { DATABASE_MIGRATION_URL: 'postgres://owner:secret@db.ameisen.ch/site' }],
    ['LINK_SECRET', { LINK_SECRET: '' }],
    ['LINK_SECRET', { LINK_SECRET: 'x'.repeat(31) }],
    ['LINK_SECRET', { LINK_SECRET: `${'x'.repeat(32)},short` }],
    ['LINK_SECRET', { LINK_SECRET: `${'x'.repeat(32)},short-with-its-day@2026-12-01` }],
    ['LINK_SECRET', { LINK_SECRET: `${'x'.repeat(32)}@2026-12-01` }],
    ['LINK_SECRET', { LINK_SECRET: `${'x'.repeat(32)},${'y'.repeat(32)}@2026-13-01` }],
    ['LOGIN_API_HOSTNAME', { LOGIN_API_HOSTNAME: '' }],
    ['LOGIN_API_HOSTNAME', { LOGIN_API_HOSTNAME: 'https://auth.ameisen.ch' }],
    ['LOGIN_API_HOSTNAME', { LOGIN_API_HOSTNAME: 'localhost', LOGIN_JWKS_URL: 'https://auth.ameisen.ch/keys' }],
    ['LOGIN_JWKS_URL', { LOGIN_JWKS_URL: 'http://auth.ameisen.ch/keys' }],
    ['LOGIN_DESKTOP_CLIENT_ID', { LOGIN_DESKTOP_CLIENT_ID: 'client_live', ...withEntitlements }],
    ['LOGIN_DESKTOP_CLIENT_ID', { LOGIN_DESKTOP_CLIENT_ID: 'client_live_desktop', ...withEntitlements }],
    ['ENTITLEMENT_SIGNING_KEY', { LOGIN_DESKTOP_CLIENT_ID: 'client_app' }],
    ['ENTITLEMENT_SIGNING_KEY', { LOGIN_DESKTOP_CLIENT_ID: 'client_app', ENTITLEMENT_SIGNING_KEY: 'c2VjcmV0' }],
    [
      'LOGIN_DESKTOP_JWKS_URL',
      {
        LOGIN_DESKTOP_CLIENT_ID: 'client_app',
        LOGIN_DESKTOP_JWKS_URL: 'http://auth.ameisen.ch/keys',
        ...withEntitlements,
      },
    ],
    ['LOGIN_DESKTOP_JWKS_URL', { LOGIN_DESKTOP_JWKS_URL: 'https://auth.ameisen.ch/keys' }],
    ['DESKTOP_MINIMUM_VERSION', { DESKTOP_MINIMUM_VERSION: '1.2' }],
    ['BLOCKED_COUNTRIES', { BLOCKED_COUNTRIES: 'Cuba', COUNTRY_HEADER: 'x-country' }],
    ['COUNTRY_HEADER', { BLOCKED_COUNTRIES: 'CU' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '' }],
    ['API_BASE_URL', { API_BASE_URL: 'http://api.ameisen.ch' }],
    ['OPENAI_API_KEY', { OPENAI_API_KEY: '' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'http://ai.ameisen.ch/v1' }],
    ['TEXT_MODELS', { TEXT_MODELS: 'gpt-5@minimal,gpt 4' }],
    ['TEXT_MODELS', { TEXT_MODELS: 'gpt-5,gpt-5@low' }],
  ])('is refused for %s when %j', (name, settings) => {
    expect(faultsOf({ ...publicSettings, ...settings })).toEqual([expect.stringMatching(`^${name}: `)]);
  });
});

it.each([
  'postgres:///site',
  'postgres://ant@%2Frun%2Fpostgresql/site',
  'postgres:///site?host=/run/postgresql&user=ant',
  'postgres://ant:secret@127.0.0.1/site',
  'postgres://ant:secret@[::1]:5433/site',
  'postgres://ant:secret@db.ameisen.ch/site?sslmode=verify-full',
])('a public address takes %s', (url) => {
  expect(faultsOf({ ...publicSettings, DATABASE_URL: url, DATABASE_MIGRATION_URL: url })).toEqual([]);
});

it('has no use for the owner of the tables without an application', () => {
  expect(faultsOf({ DATABASE_MIGRATION_URL: 'postgres://localhost/site' })).toEqual([
    expect.stringMatching(/^DATABASE_MIGRATION_URL: needs DATABASE_URL/),
  ]);
});

describe('the stand-in login provider', () => {
  it.each(['http://localhost:4100', 'http://app.localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'])(
    'serves %s',
    (origin) => expect(readConfig({ SITE_ORIGIN: origin }).login.standIn).toBe(true),
  );

  it.each(['https://localhost.ameisen.ch', 'https://128.0.0.1', 'https://192.168.1.5', 'https://0.0.0.0'])(
    'refuses %s',
    (origin) =>
      expect(faultsOf({ ...publicSettings, SITE_ORIGIN: origin, LOGIN_CLIENT_ID: '', LOGIN_API_HOSTNAME: '' })).toEqual(
        [expect.stringMatching(/^LOGIN_CLIENT_ID: /), expect.stringMatching(/^LOGIN_API_HOSTNAME: /)],
      ),
  );

  it('needs a port of its own', () => {
    expect(faultsOf({ PORT: '4100', LOGIN_PORT: '4100' })).toEqual([expect.stringMatching(/^LOGIN_PORT: .*PORT/)]);
  });

  it('can be given as a hosted provider of this machine, with its own host and port', () => {
    const { login } = readConfig({ LOGIN_CLIENT_ID: 'client_test', LOGIN_API_HOSTNAME: 'auth.app.localhost:4101' });
    expect(login).toMatchObject({ apiHostname: 'auth.app.localhost', port: 4101, https: false, standIn: false });
    expect(login.jwksUrl).toBe('http://auth.app.localhost:4101/sso/jwks/client_test');
  });

  it('of this machine is reached over TLS where the site is', () => {
    const { login } = readConfig({
      SITE_ORIGIN: 'https://app.localhost:4100',
      LOGIN_CLIENT_ID: 'client_test',
      LOGIN_API_HOSTNAME: 'auth.app.localhost:4101',
    });
    expect(login).toMatchObject({ apiHostname: 'auth.app.localhost', port: 4101, https: true });
  });
});

describe('single settings', () => {
  it.each([
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3000x' }],
    ['LOGIN_TOKEN_SECONDS', { LOGIN_TOKEN_SECONDS: '0' }],
    ['LOGIN_API_HOSTNAME', { LOGIN_API_HOSTNAME: 'auth.ameisen.ch' }],
    ['SITE_ORIGIN', { SITE_ORIGIN: 'localhost:3000' }],
    ['SITE_ORIGIN', { SITE_ORIGIN: 'http://user@localhost:3000' }],
    ['API_BASE_URL', { API_BASE_URL: '/v1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/7' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '2001:db8::/31' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['LOGIN_TOKEN_SECONDS', { LOGIN_TOKEN_SECONDS: '3601' }],
    ['RATE_LIMIT_FACTOR', { RATE_LIMIT_FACTOR: '0.5' }],
    ['RELEASES_DIR', { ...bucketSettings, RELEASES_DIR: 'releases' }],
    ['RELEASES_PUBLIC_KEY', { RELEASES_PUBLIC_KEY: 'RWshort' }],
  ])('%s is refused in %j', (name, settings) => {
    expect(faultsOf(settings)).toEqual([expect.stringMatching(`^${name}: `)]);
  });

  it('for a bucket are all needed together, and none is repeated', () => {
    const { RELEASES_S3_REGION: _, ...incomplete } = bucketSettings;
    const faults = faultsOf(incomplete);
    expect(faults).toEqual([expect.stringMatching(/^RELEASES_S3_REGION: needed together with RELEASES_S3_ENDPOINT, /)]);
    expect(faults.join()).not.toContain('planted');
    expect(readConfig(bucketSettings).releases).toMatchObject({
      bucket: { endpoint: 'https://s3.ameisen.ch', bucket: 'releases', region: 'zrh' },
    });
  });

  it('never repeats a secret in a fault', () => {
    const faults = faultsOf({
      DATABASE_URL: 'mysql://ant:planted@db/ant',
      LINK_SECRET: 'planted',
      API_BASE_URL: 'https://ant:planted@api.ameisen.ch',
    });
    expect(faults).toHaveLength(3);
    expect(faults.join()).not.toContain('planted');
  });

  it('are taken over', () => {
    expect(
      readConfig({
        RELEASES_DIR: '/srv/releases',
        DATABASE_URL: 'postgres://ant:secret@db/ant',
        API_BASE_URL: 'https://api.ameisen.ch/v1/',
        RATE_LIMIT_FACTOR: '20',
        TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00:1::/32',
        LOGIN_ISSUERS: 'https://a.ch, https://b.ch',
        LOGIN_JWKS_URL: 'http://localhost:4103/keys',
        LOGIN_TOKEN_SECONDS: '12',
      }),
    ).toMatchObject({
      databaseUrl: 'postgres://ant:secret@db/ant',
      apiBaseUrl: 'https://api.ameisen.ch/v1',
      rateLimitFactor: 20,
      trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00:1::/32'],
      login: { issuers: ['https://a.ch', 'https://b.ch'], jwksUrl: 'http://localhost:4103/keys', tokenSeconds: 12 },
      releases: { directory: '/srv/releases', mustExist: true },
    });
  });
});

describe('operator facts', () => {
  it('are all named as long as they are invented; plain words, the town and countries are no mark of it', () => {
    const plain = ['legalForm', 'postalCode', 'town', 'country'];
    const names = Object.entries(operator).flatMap(([name, value]) =>
      value === null ? [] : typeof value === 'object' ? Object.keys(value).map((key) => `${name}.${key}`) : [name],
    );
    expect(listFictionalFacts(operator)).toEqual(names.filter((name) => !plain.includes(name.split('.').at(-1)!)));
  });

  it('are accepted when they are real', () => {
    expect(listFictionalFacts({ ...realFacts, bankAccount: { iban: 'CH56 0483 5012 3456 7800 9' } })).toEqual([]);
  });
});
