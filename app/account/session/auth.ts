import type { User } from '@workos-inc/authkit-js';
import { createContext, use } from 'react';

/** Who acts for the user, when it is not the user (specification 3). */
interface Impersonator {
  email: string;
  reason: string | null;
}

/**
 * Why there is no session although one was wanted, or why the one that is shown could not be changed. The page explains
 * it in the visitor's language.
 */
export type SessionFault =
  | 'not-configured'
  | 'exchange-failed'
  | 'cancelled'
  | 'ended'
  | 'unreachable'
  | 'insecure-context'
  | 'storage-blocked'
  | 'storage-full'
  | 'provider-error'
  | SignOutFault;

/** What can be wrong with a sign-out: no connection, no answer in time, or a session that is still there afterwards. */
export type SignOutFault = 'sign-out-failed' | 'sign-out-unanswered' | 'sign-out-undone';

const signOutFaults: readonly string[] = ['sign-out-failed', 'sign-out-unanswered', 'sign-out-undone'];

export const isSignOutFault = (fault: SessionFault | null): fault is SignOutFault =>
  fault !== null && signOutFaults.includes(fault);

/** What a sign-in can carry to the login provider (specification 7). */
export interface SignInOptions {
  /** Where to go after signing in; anything but a path of this site is ignored. */
  returnTo?: string;
  invitationToken?: string;
  passwordResetToken?: string;
  organizationId?: string;
  connectionId?: string;
  domainHint?: string;
  loginHint?: string;
}

/** What the specification's auth context exposes (section 3). */
export interface Session {
  /** True until it is known whether there is a session. */
  isLoading: boolean;
  user: User | null;
  role: string | null;
  organizationId: string | null;
  permissions: readonly string[];
  featureFlags: readonly string[];
  impersonator: Impersonator | null;
  fault: SessionFault | null;
}

/** What can be done about the session. */
export interface SessionActions {
  /** Leaves for the login provider's sign-in page. Rejects when it cannot be prepared. */
  signIn(options?: SignInOptions): Promise<void>;
  /** Leaves for the login provider's sign-up page. Rejects when it cannot be prepared. */
  signUp(options?: SignInOptions): Promise<void>;
  /** Ends the session here and at the login provider, which returns to /logged-out. */
  signOut(): Promise<void>;
  /**
   * Goes on with the same person in another organization; when the login provider refuses, a sign-in with that
   * organization starts (specification 4). Rejects when the provider did not answer; the session stays as it was.
   */
  switchToOrganization(organizationId: string): Promise<void>;
  /**
   * A valid access token. Rejects with 'No access token available' when there is none to be had (specification 8), and
   * with another error when the login provider did not answer and the token at hand has expired.
   */
  getAccessToken(): Promise<string>;
  /** Looks for a session again, after the login provider could not be reached. */
  retry(): Promise<void>;
}

export type Auth = Session & SessionActions;

export const AuthContext = createContext<Auth | null>(null);

/** The session. Throws outside the provider (specification 8). */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthKitProvider');
  return auth;
}
