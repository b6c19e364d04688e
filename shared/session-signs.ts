import { loginRedirectPath } from './paths.ts';

/**
 * The login provider's sign of a session in cookie mode: `1`, or the ids of the clients that have one, joined by dots.
 */
export const sessionMarker = /(?:^|;\s*)workos-has-session=([^;]+)/g;

/** True when `cookies`, as a browser sends or shows them, contain a sign of a session of any client. */
export const hasSessionMarker = (cookies: string): boolean => cookies.search(sessionMarker) >= 0;

/**
 * Prefix of the names under which the provider's library stores its tokens in the browser's storage in development
 * mode.
 */
export const storedTokenPrefix = 'workos:refresh-token';

/**
 * True for the address to which the login provider sends a browser back (specification 4), including its parameters.
 */
export function isLoginReturn(path: string, query: string): boolean {
  return path === loginRedirectPath && /(?:^|[?&])(?:code|error)=/.test(query);
}
