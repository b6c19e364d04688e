import { isLoginReturn, sessionMarker, storedTokenPrefix } from '../../../shared/session-signs.ts';

/**
 * Whether the address or the browser's storage shows a sign of a session: a code on the redirect path, the marker cookie
 * or a stored refresh token (specification 4). Without one the login client is not even fetched.
 */
export function hasSessionSign(clientId: string): boolean {
  return isLoginReturn(location.pathname, location.search) || hasMarker(clientId) || storedTokens() !== '';
}

/** The marker cookie of the login provider, in cookie mode. */
export function hasMarker(clientId: string): boolean {
  try {
    const markers = [...document.cookie.matchAll(sessionMarker)];
    return markers.some(([, ids]) => ids === '1' || ids!.split('.').includes(clientId));
  } catch {
    return false; // cookies are blocked
  }
}

/** The refresh tokens that the library keeps itself, in development mode; empty when there is none. */
export function storedTokens(): string {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(storedTokenPrefix));
    return keys.map((key) => localStorage[key]).join(' ');
  } catch {
    return ''; // storage is blocked
  }
}
