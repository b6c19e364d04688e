import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

/** Nothing of the site needs any of these, so neither does a script that someone manages to inject. */
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

/** Headers of every answer. The content security policy is for HTML only and comes with the pages. */
export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.siteOrigin.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (shownElsewhere.test(request.url)) reply.header('cross-origin-resource-policy', 'cross-origin');
    // Answers of the API are about this moment, and often about one person; a route may know better.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

/**
 * The content security policy of the pages: inline scripts and styles by hash, connections to ourselves, the login
 * provider, the API and a bucket that hands out files. `scriptHashes` and `styleHashes` are like `sha256-…`.
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

/** Where the login provider is. Both names of this machine for the stand-in: the site may have been opened by either. */
export function loginOrigins(login: Config['login']): string[] {
  const hostnames = login.standIn ? ['localhost', '127.0.0.1'] : [login.apiHostname];
  const port = login.port ? `:${login.port}` : '';
  return hostnames.map((hostname) => `${login.https ? 'https' : 'http'}://${hostname}${port}`);
}

/** The API's origin where it is not the site's own. */
export function apiOrigins(config: Config): string[] {
  const origin = config.apiBaseUrl && new URL(config.apiBaseUrl).origin;
  return origin && origin !== config.siteOrigin ? [origin] : [];
}

/** Where a download is redirected to when releases lie in a bucket. */
function bucketOrigins({ releases: { bucket } }: Config): string[] {
  return bucket ? [new URL(bucket.endpoint).origin] : [];
}
