import { loginRedirectPath } from '../../../shared/paths.ts';

/**
 * Whether the address or the browser's storage shows a sign of a session: a code on the redirect path, the marker cookie
 * or a stored refresh token (specification 4). Without one the login client is not even fetched.
 */
export function hasSessionSign(clientId: string): boolean {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  if (pathname === loginRedirectPath && (query.has('code') || query.has('error'))) return true;
  return hasMarker(clientId) || storedTokens() !== '';
}

/** The marker cookie of the login provider, in cookie mode. */
export function hasMarker(clientId: string): boolean {
  // `1`, or the ids of the clients that have a session, joined by dots.
  const markers = [...document.cookie.matchAll(/(?:^|;\s*)workos-has-session=([^;]+)/g)];
  return markers.some(([, ids]) => ids === '1' || ids!.split('.').includes(clientId));
}

/** The refresh tokens that the library keeps itself, in development mode; empty when there is none. */
export function storedTokens(): string {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('workos:refresh-token'));
    return keys.map((key) => localStorage[key]).join(' ');
  } catch {
    return ''; // storage is blocked
  }
}
