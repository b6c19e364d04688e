import type { FastifyRequest } from 'fastify';
import { clientId, type LoginConfig } from './config.ts';
import { sessionIdleSeconds } from './sessions.ts';

/** Holds the refresh token in cookie mode; only this provider can read it. */
const refreshCookie = 'login-refresh-token';

/** Tells the client library on the site that a silent refresh is worth a try: `1`, or client ids joined by dots. */
const markerCookie = 'workos-has-session';

/** The value of a cookie; the first one when several hosts have set it. */
function findCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}

export const findRefreshCookie = (request: FastifyRequest) => findCookie(request, refreshCookie);

interface CookieOptions {
  path: string;
  maxAgeSeconds: number;
  domain?: string | undefined;
  readable?: boolean;
}

function cookie(config: LoginConfig, name: string, value: string, options: CookieOptions): string {
  return [
    `${name}=${value}`,
    `Path=${options.path}`,
    `Max-Age=${options.maxAgeSeconds}`,
    options.domain && `Domain=${options.domain}`,
    'SameSite=Lax',
    !options.readable && 'HttpOnly',
    config.secureCookies && 'Secure',
  ]
    .filter(Boolean)
    .join('; ');
}

/**
 * What a session in cookie mode puts into the browser. A client in development mode calls without credentials, so its
 * browser drops these.
 */
export function sessionCookies(config: LoginConfig, request: FastifyRequest, refreshToken: string): string[] {
  const ids = new Set((findCookie(request, markerCookie) ?? '').split('.').filter(Boolean)).add(clientId);
  return bothCookies(config, request, refreshToken, [...ids], sessionIdleSeconds);
}

/** Takes both cookies away; the marker stays for other clients. */
export function endedSessionCookies(config: LoginConfig, request: FastifyRequest): string[] {
  const others = (findCookie(request, markerCookie) ?? '')
    .split('.')
    .filter((id) => id && id !== '1' && id !== clientId);
  return bothCookies(config, request, '', others, 0);
}

function bothCookies(
  config: LoginConfig,
  request: FastifyRequest,
  refreshToken: string,
  markerIds: readonly string[],
  maxAgeSeconds: number,
): string[] {
  const domain = markerDomain(new URL(config.siteOrigins[0]).hostname, hostnameOf(request));
  return [
    cookie(config, refreshCookie, refreshToken, { path: '/user_management', maxAgeSeconds }),
    cookie(config, markerCookie, markerIds.join('.'), {
      path: '/',
      maxAgeSeconds: markerIds.length ? sessionIdleSeconds : 0,
      domain,
      readable: true,
    }),
  ];
}

/** The host name the browser used, without the port. */
export function hostnameOf(request: FastifyRequest): string {
  return URL.parse(`http://${request.headers.host}`)?.hostname ?? '';
}

/**
 * The cookie domain that covers the site's host and this one: `app.localhost` for `app.localhost` and
 * `auth.app.localhost`. `undefined`, a cookie of this very host, when they are the same or have no domain of two labels
 * in common.
 */
export function markerDomain(siteHostname: string, ownHostname: string): string | undefined {
  if (siteHostname === ownHostname || !/[a-z]/i.test(ownHostname)) return undefined;
  const site = siteHostname.split('.').reverse();
  const own = ownHostname.split('.').reverse();
  const differing = site.findIndex((label, index) => label !== own[index]);
  const common = differing < 0 ? site : site.slice(0, differing);
  return common.length >= 2 ? common.reverse().join('.') : undefined;
}
