import type { FastifyInstance } from 'fastify';
import type { AddressKind } from '../../shared/address-kinds.ts';
import type { Config } from '../config/config.ts';
import { kindOfRequest } from './address-kind.ts';

/** Nothing on the site needs any of these, so an injected script cannot use them either. */
const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** Pictures that other sites show beside a link to ours. */
const shownElsewhere = /^\/(share\/|film\/poster\.)/;

/**
 * For anything that is not a page: a browser that displays it all the same loads nothing for it and frames it nowhere.
 */
const policyWithoutPage = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer, including those written before there is a request. Pages replace the policy. */
export function securityHeaders({ siteOrigin }: Pick<Config, 'siteOrigin'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policyWithoutPage,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(siteOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Headers for answers from an address of this kind; `path` may have a query. */
export function securityHeadersOf(
  config: Pick<Config, 'siteOrigin'>,
): (kind: AddressKind, path?: string) => Readonly<Record<string, string>> {
  const everywhere = securityHeaders(config);
  // API answers are about this moment, and often about one person; a route may override this.
  const api = { ...everywhere, 'cache-control': 'no-store' };
  // The page that explains a broken link must not pass the link on.
  const transfer = { ...everywhere, 'referrer-policy': 'no-referrer' };
  const forOthers = { ...everywhere, 'cross-origin-resource-policy': 'cross-origin' };
  return (kind, path = '') => {
    if (kind === 'api') return api;
    if (kind === 'transfer') return transfer;
    return kind === 'page' && shownElsewhere.test(path) ? forOthers : everywhere;
  };
}

/** Sends them with every answer of `app`. */
export function sendSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'siteOrigin'>): void {
  const headersOf = securityHeadersOf(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(kindOfRequest(request), request.url));
    done();
  });
}

/**
 * The content security policy of the pages: inline scripts and styles by hash; connections to ourselves, the login
 * provider, the API and a bucket that delivers files. `scriptHashes` and `styleHashes` look like `sha256-…`.
 */
export function contentSecurityPolicy(config: Config, scriptHashes: string[], styleHashes: string[]): string {
  const quoted = (hashes: string[]) => hashes.map((hash) => `'${hash}'`);
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...quoted(scriptHashes)],
    'style-src': ["'self'", ...quoted(styleHashes)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...loginOrigins(config.login), ...apiOrigins(config), ...bucketOrigins(config)],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['documents'],
    ...(config.siteOrigin.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/**
 * Where the login provider is. For the stand-in, both names of this machine: the site may have been opened under
 * either.
 */
export function loginOrigins(login: Config['login']): string[] {
  const hostnames = login.standIn ? ['localhost', '127.0.0.1'] : [login.apiHostname];
  const port = login.port ? `:${login.port}` : '';
  return hostnames.map((hostname) => `${login.https ? 'https' : 'http'}://${hostname}${port}`);
}

/** The API's origin, if it is not the site's own. */
export function apiOrigins(config: Config): string[] {
  const origin = config.apiBaseUrl && new URL(config.apiBaseUrl).origin;
  return origin && origin !== config.siteOrigin ? [origin] : [];
}

/** Where a download is redirected to when releases lie in a bucket. */
function bucketOrigins({ releases: { bucket } }: Config): string[] {
  return bucket ? [new URL(bucket.endpoint).origin] : [];
}
