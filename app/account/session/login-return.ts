import { loginRedirectPath } from '../../../shared/paths.ts';
import { rewriteEntry } from '../../site/history-entry.ts';
import type { SessionFault } from './auth.ts';

const verifierKey = 'workos:code-verifier';

/** True while the address carries a code that this tab has asked for, and that is still to be exchanged. */
export function isReturning(): boolean {
  return location.pathname === loginRedirectPath && new URLSearchParams(location.search).has('code');
}

/**
 * Reads, and takes out of the address, what a sign-in that did not succeed left there. Throws when the browser blocks
 * storage.
 */
export function takeFaultFromAddress(): SessionFault | null {
  const url = new URL(location.href);
  if (url.pathname !== loginRedirectPath) return null;
  const error = url.searchParams.get('error');
  // A code that this tab did not ask for cannot be exchanged, and must not make a signed-in visitor look signed out.
  const isForeign = url.searchParams.has('code') && !sessionStorage.getItem(verifierKey);
  if (error === null && !isForeign) return null;
  for (const name of ['code', 'state', 'error', 'error_description']) url.searchParams.delete(name);
  rewriteEntry(history.state, url);
  sessionStorage.removeItem(verifierKey);
  if (error === null) return 'exchange-failed';
  return error === 'access_denied' ? 'cancelled' : 'provider-error';
}
