import { rewriteEntry } from '../../site/history-entry.ts';
import type { SignInOptions } from './auth.ts';

export type LoginScreen = 'sign-in' | 'sign-up';

/** A sign-in or sign-up that an address requests. */
export interface LoginWish {
  screen: LoginScreen;
  options: SignInOptions;
}

/** What such an address can carry, by the name of the option it sets. */
const parameters = {
  returnTo: 'returnTo',
  invitationToken: 'invitation_token',
  passwordResetToken: 'password_reset_token',
  organizationId: 'organization_id',
  connectionId: 'connection_id',
  domainHint: 'domain_hint',
  loginHint: 'login_hint',
} as const satisfies Record<keyof SignInOptions, string>;

/**
 * Removes from the address what the login provider's initiate-login address and mails request: `?screen_hint=` and its
 * companions (decisions, login and download).
 */
export function takeLoginWish(): LoginWish | null {
  const url = new URL(location.href);
  const screen = url.searchParams.get('screen_hint');
  if (screen !== 'sign-in' && screen !== 'sign-up') return null;
  const options: SignInOptions = {};
  for (const [option, name] of Object.entries(parameters) as [keyof SignInOptions, string][]) {
    const value = url.searchParams.get(name);
    if (value) options[option] = value;
    url.searchParams.delete(name);
  }
  url.searchParams.delete('screen_hint');
  rewriteEntry(history.state, url);
  return { screen, options };
}
