import { loginRedirectPath } from '../../shared/paths.ts';

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

/**
 * Waits, for a second at most, until what another tab has stored is here: a tab's word can be faster than its storage. With
 * the tokens `known` before, the person before would be found again.
 */
export async function arrivalOfSession(clientId: string, known: string): Promise<void> {
  const isHere = () => hasMarker(clientId) || !['', known].includes(storedTokens());
  for (let tries = 0; tries < 50 && !isHere(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
}
