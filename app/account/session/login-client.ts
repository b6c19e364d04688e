import { createClient, getClaims, LoginRequiredError, type OnRefreshResponse } from '@workos-inc/authkit-js';
import type { SiteConfiguration } from '../../../shared/configuration.ts';
import { loginRedirectPath, paths } from '../../../shared/paths.ts';
import type { Session, SignInOptions } from './auth.ts';
import { type HeldToken, readClocks } from './held-token.ts';

/** The login provider's own client library, unmodified. */
export type LoginClient = Awaited<ReturnType<typeof createClient>>;

export interface LoginClientEvents {
  /** A code was exchanged or the tokens were refreshed. */
  onSession: (response: OnRefreshResponse) => void;
  /** A refresh was refused: the session is over. */
  onSessionLost: () => void;
  /** A sign-in returned here; `state` is what travelled along and is untrusted. */
  onReturn: (state: Record<string, unknown> | null | undefined) => void;
}

/** The stand-in answers on both names of this machine; staying on the page's own keeps its storage and cookies one. */
function providerHostname({ loginApiHostname }: SiteConfiguration): string {
  const onLoopbackAddress = loginApiHostname === 'localhost' && location.hostname === '127.0.0.1';
  return onLoopbackAddress ? location.hostname : loginApiHostname;
}

/** Where the library sends its requests; empty where no provider is configured. */
export function providerOrigin(configuration: SiteConfiguration): string {
  const { loginHttps, loginPort } = configuration;
  const port = loginPort === undefined ? '' : `:${loginPort}`;
  return URL.parse(`${loginHttps ? 'https' : 'http'}://${providerHostname(configuration)}${port}`)?.origin ?? '';
}

/**
 * Starts the client library: exchanges a code in the address or refreshes a stored session (specification 4). Rejects
 * with 'Missing Client ID…' when no client id is configured.
 */
export function openLoginClient(configuration: SiteConfiguration, events: LoginClientEvents): Promise<LoginClient> {
  return createClient(configuration.loginClientId, {
    apiHostname: providerHostname(configuration),
    https: configuration.loginHttps,
    ...(configuration.loginPort === undefined ? {} : { port: configuration.loginPort }),
    redirectUri: location.origin + loginRedirectPath,
    // The session keeper decides when to refresh: the library would try each second while the provider is down.
    onBeforeAutoRefresh: () => false,
    onRefresh: events.onSession,
    onRefreshFailure: events.onSessionLost,
    onRedirectCallback: ({ state }) => events.onReturn(state),
  });
}

/** The library's lock around a refresh: one at a time in all tabs. */
const refreshLock = 'WORKOS_REFRESH_SESSION';

/** On a good line the answer is here in this time, and is shown before the page's scripts keep the browser busy. */
const promptAnswerMs = 100;

/**
 * Resolves when the library has its lock, which means that it asks the provider, or waits for it behind another tab, and
 * after that had its chance of a prompt answer; also when `search` is over, or nothing of it is seen. Never rejects.
 */
export async function untilAsking(search: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  search.then(end, end);
  for (let looks = 0; looks < 30 && !isOver; looks++) {
    const { held = [], pending = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
    if ([...held, ...pending].some(({ name }) => name === refreshLock)) break;
  }
  await Promise.race([search.catch(() => {}), new Promise((resolve) => setTimeout(resolve, promptAnswerMs))]);
}

/**
 * Runs `exchange` while no tab refreshes: otherwise a refresh under way would write the tokens of the person before over
 * those of the person who signs in. Does not wait longer than the library waits for the lock (specification 9: 10 s).
 */
export async function withoutRefreshes<T>(exchange: () => Promise<T>): Promise<T> {
  let started = false;
  const run = () => {
    started = true;
    return exchange();
  };
  try {
    return await navigator.locks.request(refreshLock, { signal: AbortSignal.timeout(10_000) }, run);
  } catch (error) {
    if (started) throw error;
    return exchange();
  }
}

/** The address at the login provider where a person signs in or up (specification 7). */
export async function authorizationAddress(
  client: LoginClient,
  screen: 'sign-in' | 'sign-up',
  { returnTo, connectionId, domainHint, ...options }: SignInOptions,
): Promise<string> {
  const withState = { ...options, state: returnTo === undefined ? {} : { returnTo } };
  const url = new URL(await (screen === 'sign-up' ? client.getSignUpUrl(withState) : client.getSignInUrl(withState)));
  // What the library does not offer.
  url.searchParams.set('screen_hint', screen);
  if (connectionId !== undefined) url.searchParams.set('connection_id', connectionId);
  if (domainHint !== undefined) url.searchParams.set('domain_hint', domainHint);
  return url.href;
}

/** Where the provider ends the session of `token` (specification 4). The library goes there once; this is for once more. */
export function logoutAddress(configuration: SiteConfiguration, token: string): string {
  const url = new URL('/user_management/sessions/logout', providerOrigin(configuration));
  url.searchParams.set('session_id', sessionIdOf(token));
  url.searchParams.set('return_to', location.origin + paths.loggedOut);
  return url.href;
}

/** The provider's name for a session, which stays the same through all its tokens. */
export const sessionIdOf = (token: string) => getClaims(token).sid;

/** The token of an answer. Its times are the provider's; only their distance is used, so that a wrong clock does no harm. */
export function tokenOf({ accessToken }: OnRefreshResponse): HeldToken {
  const { exp, iat } = getClaims(accessToken);
  return { token: accessToken, lifeMs: (exp - iat) * 1000, ...readClocks() };
}

/** The session as the context exposes it, read from the answer and the access token's claims (specification 3). */
export function sessionOf(response: OnRefreshResponse): Session {
  const claims = getClaims(response.accessToken);
  return {
    isLoading: false,
    user: response.user,
    role: claims.role ?? null,
    organizationId: response.organizationId ?? claims.org_id ?? null,
    permissions: claims.permissions ?? [],
    featureFlags: claims.feature_flags ?? [],
    impersonator: response.impersonator ?? null,
    fault: null,
  };
}

/** True for the error that a token is asked for and none is to be had: 'No access token available' (specification 8). */
export const isWithoutToken = (error: unknown) => error instanceof LoginRequiredError;

/** What the library throws where nobody is signed in. */
export const withoutToken = () => new LoginRequiredError();

/**
 * The organization that the next refresh without a token asks for. The library remembers it before a switch has
 * succeeded; `putBack` restores what was remembered before.
 */
export function rememberedOrganization(clientId: string) {
  const key = `workos-org-id:${clientId}`;
  const before = sessionStorage.getItem(key);
  return {
    putBack() {
      if (before === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, before);
    },
  };
}
