import { developmentApiKey, developmentClientId, developmentDesktopClientId } from '../../shared/configuration.ts';
import { isLoopbackHostname } from '../../shared/loopback.ts';
import type { SettingsReader } from './settings-reader.ts';
import type { SiteConfig } from './site.ts';

export interface LoginConfig {
  clientId: string;
  apiHostname: string;
  port?: number;
  https: boolean;
  /** Of both clients. */
  issuers: string[];
  jwksUrl: string;
  /** The desktop app's own client; without one, nobody can use the app's calls. */
  desktop?: { clientId: string; jwksUrl: string };
  /** Origin of the provider's management API. */
  managementUrl: string;
  /** Its key; without one, accounts cannot be closed on the site, and users have to be removed by hand. */
  apiKey?: string;
  /** True when the login provider is the stand-in of this machine. */
  standIn: boolean;
  standInPort: number;
  /** Life of an access token that the stand-in issues. */
  tokenSeconds: number;
}

/**
 * The longest life of an access token that the API accepts, and so how long a stolen one, or one signed out of, is
 * useful.
 */
export const maxTokenSeconds = 3600;

/** The host by which the hosted login provider identifies itself in tokens, even behind a custom domain. */
const providerApiOrigin = 'https://api.workos.com';

/**
 * The login provider: the hosted one when LOGIN_CLIENT_ID is set, otherwise the stand-in, which a public address
 * refuses.
 */
export function readLogin(settings: SettingsReader, site: SiteConfig): LoginConfig {
  const clientId = settings.find('LOGIN_CLIENT_ID');
  const standInPort = settings.port('LOGIN_PORT', 3001);
  const tokenSeconds = settings.wholeNumber('LOGIN_TOKEN_SECONDS', 300, {
    min: 1,
    max: maxTokenSeconds,
    what: 'a duration',
  });
  const address = clientId ? readHostedAddress(settings, site) : readStandInAddress(settings, site, standInPort);
  const standardIssuers = clientId
    ? [address.origin, providerApiOrigin]
    : [address.origin, `http://127.0.0.1:${standInPort}`];
  const issuers = settings.list('LOGIN_ISSUERS');
  const id = clientId ?? developmentClientId;
  const jwksUrl = settings.findHttpUrl('LOGIN_JWKS_URL')?.href ?? `${address.origin}/sso/jwks/${id}`;
  if (clientId && site.isPublic && !jwksUrl.startsWith('https:'))
    settings.fault('LOGIN_JWKS_URL', 'must start with https:// when the site has a public address.');
  const desktop = readDesktopClient(settings, site, { address, websiteId: clientId });
  const clientIds = [id, ...(desktop ? [desktop.clientId] : [])];
  const apiKey = settings.find('LOGIN_API_KEY') ?? (id === developmentClientId ? developmentApiKey : undefined);
  return {
    clientId: id,
    apiHostname: address.hostname,
    ...(address.port && { port: Number(address.port) }),
    https: address.protocol === 'https:',
    issuers: issuers.length
      ? issuers
      : [
          ...new Set(
            standardIssuers.flatMap((origin) => [
              ...clientIds.map((each) => `${origin}/user_management/${each}`),
              origin,
            ]),
          ),
        ],
    jwksUrl,
    ...(desktop && { desktop }),
    managementUrl: isLoopbackHostname(address.hostname) ? address.origin : providerApiOrigin,
    ...(apiKey && { apiKey }),
    standIn: !clientId,
    standInPort,
    tokenSeconds,
  };
}

/** Known to the same provider; the stand-in has one by itself. */
function readDesktopClient(
  settings: SettingsReader,
  site: SiteConfig,
  { address, websiteId }: { address: URL; websiteId: string | undefined },
): LoginConfig['desktop'] {
  const given = settings.find('LOGIN_DESKTOP_CLIENT_ID');
  const givenUrl = settings.findHttpUrl('LOGIN_DESKTOP_JWKS_URL')?.href;
  if (given && !websiteId) settings.fault('LOGIN_DESKTOP_CLIENT_ID', 'needs LOGIN_CLIENT_ID.');
  // A token is told to be of one of them by the id in its claims.
  else if (given && websiteId && (given.includes(websiteId) || websiteId.includes(given)))
    settings.fault('LOGIN_DESKTOP_CLIENT_ID', 'the app needs another client id than the site, no part of it.');
  const clientId = websiteId ? given : developmentDesktopClientId;
  if (!clientId) {
    if (givenUrl) settings.fault('LOGIN_DESKTOP_JWKS_URL', 'needs LOGIN_DESKTOP_CLIENT_ID.');
    return undefined;
  }
  const jwksUrl = givenUrl ?? `${address.origin}/sso/jwks/${clientId}`;
  if (websiteId && site.isPublic && !jwksUrl.startsWith('https:'))
    settings.fault('LOGIN_DESKTOP_JWKS_URL', 'must start with https:// when the site has a public address.');
  return { clientId, jwksUrl };
}

/**
 * `hostname` or `hostname:port`. Only on this machine, as in tests, is a provider reached without TLS, like its site.
 */
function readHostedAddress(settings: SettingsReader, site: SiteConfig): URL {
  const text = settings.find('LOGIN_API_HOSTNAME');
  const unusable = new URL('https://login.invalid');
  if (!text) {
    settings.fault('LOGIN_API_HOSTNAME', 'needed together with LOGIN_CLIENT_ID.');
    return unusable;
  }
  const url = /^[a-z\d.-]+(:\d+)?$/i.test(text) ? URL.parse(`https://${text}`) : null;
  if (!url) {
    settings.fault('LOGIN_API_HOSTNAME', `"${text}" is not a host name; leave out the scheme and the path.`);
    return unusable;
  }
  if (!isLoopbackHostname(url.hostname)) return url;
  if (site.isPublic)
    settings.fault('LOGIN_API_HOSTNAME', 'a public address needs a login provider that browsers can reach.');
  // Browsers treat http and https as two sites, and would withhold the provider's cookies.
  return new URL(`${new URL(site.siteOrigin).protocol}//${text}`);
}

function readStandInAddress(settings: SettingsReader, site: SiteConfig, port: number): URL {
  if (site.isPublic) {
    settings.fault('LOGIN_CLIENT_ID', 'needed for a public address: the development login provider is not for it.');
    if (!settings.find('LOGIN_API_HOSTNAME'))
      settings.fault('LOGIN_API_HOSTNAME', 'needed together with LOGIN_CLIENT_ID.');
  } else if (port === site.port) settings.fault('LOGIN_PORT', `${port} is already the port of the site (PORT).`);
  if (settings.find('LOGIN_API_HOSTNAME')) settings.fault('LOGIN_API_HOSTNAME', 'needs LOGIN_CLIENT_ID.');
  return new URL(`http://localhost:${port}`);
}
