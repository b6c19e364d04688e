import type { FastifyRequest } from 'fastify';
import { hasSessionMarker, isLoginReturn } from '../../shared/session-signs.ts';
import type { Config } from '../config/config.ts';
import { loginOrigins } from '../http/security-headers.ts';

/**
 * A `Link` header (RFC 8288) that makes the browser fetch the scripts that look for a session, and connect to the login
 * provider, before it has read the page (docs/decisions/0016). The page's head requests the same at any sign of a
 * session, including those that only the browser sees; a page requested without a sign gets none of it.
 */
export function sessionHint(config: Config, sessionScripts: string[]): string {
  // The stand-in is on this machine, under two names.
  const providers = config.login.standIn ? [] : loginOrigins(config.login);
  return [
    ...sessionScripts.map((address) => `<${address}>; rel=modulepreload`),
    ...providers.map((origin) => `<${origin}>; rel=preconnect`),
  ].join(', ');
}

/** True when the client may have a session. */
export function hasSessionSign({ headers, url }: FastifyRequest): boolean {
  return hasSessionMarker(headers.cookie ?? '') || isReturn(url);
}

/** True for the address to which the login provider sends a browser back. */
function isReturn(url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2);
  return isLoginReturn(path, query);
}
