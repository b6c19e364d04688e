import { isLoopbackHostname } from '../../shared/loopback.ts';
import { readRangeBits, type SettingsReader } from './settings-reader.ts';

/** The fewest fixed bits of a range of trusted proxies, by IP version. */
const widestProxyRange = { 4: 8, 6: 32 } as const;

/** Where the site is reached, and how heavily it may be used. */
export interface SiteConfig {
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
  /** Without a trailing slash; empty for the same origin. */
  apiBaseUrl: string;
}

export function readSite(settings: SettingsReader): SiteConfig {
  const port = settings.port('PORT', 3000);
  const { origin, hostname } = readSiteOrigin(settings, port);
  const isPublic = !isLoopbackHostname(hostname);
  return {
    ...readHost(settings),
    port,
    siteOrigin: origin,
    isPublic,
    trustedProxies: readTrustedProxies(settings, isPublic),
    rateLimitFactor: settings.wholeNumber('RATE_LIMIT_FACTOR', 1, { min: 1, max: 10_000, what: 'a whole number' }),
    apiBaseUrl: readApiBaseUrl(settings, isPublic),
  };
}

function readSiteOrigin(settings: SettingsReader, port: number): URL {
  const url = settings.findHttpUrl('SITE_ORIGIN') ?? new URL(`http://localhost:${port}`);
  if (url.pathname !== '/') settings.fault('SITE_ORIGIN', 'give scheme, host and port only, without a path.');
  if (url.protocol !== 'https:' && !isLoopbackHostname(url.hostname))
    settings.fault('SITE_ORIGIN', 'a public address must start with https://.');
  return url;
}

/**
 * A public address is https and this server speaks http, so there is always a proxy. If it is not named, all visitors
 * appear to share its address; if the range is too wide, visitors could choose their own.
 */
function readTrustedProxies(settings: SettingsReader, isPublic: boolean): string[] {
  const ranges = settings.list('TRUSTED_PROXIES');
  if (isPublic && !ranges.length)
    settings.fault('TRUSTED_PROXIES', 'needed for a public address: the proxy that speaks TLS, such as 127.0.0.1.');
  for (const range of ranges) {
    const bits = readRangeBits(range);
    if (!bits) settings.fault('TRUSTED_PROXIES', `"${range}" is neither an IP address nor a range like 10.0.0.0/8.`);
    else if (bits.prefix < widestProxyRange[bits.version])
      settings.fault('TRUSTED_PROXIES', `"${range}" is wider than /${widestProxyRange[bits.version]}.`);
  }
  return ranges;
}

function readApiBaseUrl(settings: SettingsReader, isPublic: boolean): string {
  const url = settings.findHttpUrl('API_BASE_URL');
  if (!url) return '';
  if (isPublic && url.protocol !== 'https:')
    settings.fault('API_BASE_URL', 'must start with https:// when the site has a public address.');
  return url.href.replace(/\/+$/, '');
}

/** A configured address is used alone; otherwise it is this machine, under both addresses of `localhost`. */
function readHost(settings: SettingsReader): Pick<SiteConfig, 'host' | 'secondHost'> {
  const host = settings.find('HOST') ?? 'localhost';
  if (!isLoopbackHostname(host) && !settings.find('SITE_ORIGIN'))
    settings.fault('HOST', `"${host}" lets others reach a server with stand-ins; say by SITE_ORIGIN at which address.`);
  return host === 'localhost' ? { host: '127.0.0.1', secondHost: '::1' } : { host };
}
