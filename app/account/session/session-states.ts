import type { Session, SessionFault } from './auth.ts';

/** Until it is known whether there is a session. */
export const looking: Session = {
  isLoading: true,
  user: null,
  role: null,
  organizationId: null,
  permissions: [],
  featureFlags: [],
  impersonator: null,
  fault: null,
};

/** Nobody is signed in, and why not if someone wanted to be. */
export const signedOut = (fault: SessionFault | null = null): Session => ({ ...looking, isLoading: false, fault });

/** What an error says about the browser's storage; anything else counts as a provider that was not reached. */
export function faultOfBrowser(error: unknown): SessionFault {
  if (!(error instanceof DOMException)) return 'unreachable';
  if (error.name === 'QuotaExceededError') return 'storage-full';
  return error.name === 'SecurityError' ? 'storage-blocked' : 'unreachable';
}
