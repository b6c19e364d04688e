import { paths } from '../../../shared/paths.ts';
import { readClocks } from './held-token.ts';
import {
  authorizationAddress,
  isWithoutToken,
  type LoginClient,
  logoutAddress,
  openLoginClient,
  providerOrigin,
  rememberedOrganization,
  sessionIdOf,
  sessionOf,
  tokenOf,
  untilAsking,
  withoutRefreshes,
  withoutToken,
} from './login-client.ts';
import { isReturning, takeFaultFromAddress } from './login-return.ts';
import { forgetPersonalEntries } from './personal-entries.ts';
import { answerWithinMs, limitProviderRequests } from './provider-requests.ts';
import { refuseTokens } from './refuse-tokens.ts';
import { safeReturnAddress } from './return-address.ts';
import { type Ask, beginning, type Effect, type Errand, type Of, type SessionEvent } from './session-events.ts';
import type { SessionKeeper, SessionKeeperContext } from './session-keeping.ts';
import { transition } from './session-machine.ts';
import { hasSessionSign, storedTokens } from './session-signs.ts';
import { faultOfBrowser } from './session-states.ts';
import { markSignOut, readSignOutMark } from './sign-out-mark.ts';
import { arrivalOfSession, nextChance } from './waiting.ts';

/** How often a token's expiry is looked at (specification 9). */
const checkEveryMs = 1_000;

/**
 * Keeps the session over the login provider's own client library: tells `transition` what happens, and does what follows from
 * it. One for each page load.
 */
export function createSessionKeeper(context: SessionKeeperContext): SessionKeeper {
  const { configuration, navigate, flush, show, shown, tell } = context;
  const { loginClientId } = configuration;
  const requests = limitProviderRequests(providerOrigin(configuration), () => state.isSwitching);
  const clients = new Map<number, Promise<LoginClient>>();
  let state = beginning;

  const look = () => ({
    ...readClocks(),
    shown: shown(),
    spread: Math.random(),
    isHidden: document.hidden,
    isOnline: navigator.onLine,
    isSecure: window.isSecureContext,
    isReturning: isReturning(),
    hasSign: hasSessionSign(loginClientId),
    signOutMark: readSignOutMark(),
  });

  const happen = (event: SessionEvent) => {
    const follows = transition(state, event, look());
    state = follows.state;
    for (const effect of follows.effects) (deeds[effect.kind] as (effect: Effect) => void)(effect);
  };

  const fail = (client: number, errand: Errand, sent: boolean, error: unknown) => {
    const fault = loginClientId ? faultOfBrowser(error) : 'not-configured';
    happen({ kind: 'failed', client, errand, sent, error, fault, isWithoutToken: isWithoutToken(error) });
  };

  const open = (client: number) => {
    let returnTo: string | null = null;
    const start = () =>
      openLoginClient(configuration, {
        onSession(response) {
          const held = tokenOf(response);
          const [sessionId, session] = [sessionIdOf(held.token), sessionOf(response)];
          happen({ kind: 'session', client, held, stored: storedTokens(), sessionId, session });
        },
        onSessionLost: () => happen({ kind: 'lost', client }),
        onReturn(state) {
          returnTo = safeReturnAddress(state?.returnTo, location.origin);
        },
      });
    const opening = isReturning() ? withoutRefreshes(start) : start();
    clients.set(client, opening);
    opening.then(
      // The library has tidied the address by now, and does not undo the move.
      () => happen({ kind: 'opened', client, returnTo: returnTo === location.pathname ? null : returnTo }),
      () => happen({ kind: 'not-opened', client }),
    );
  };

  const switchOrganization = async (client: LoginClient, organizationId: string) => {
    const remembered = rememberedOrganization(loginClientId);
    const { held } = state;
    try {
      await client.switchToOrganization({ organizationId, signInOpts: { state: { returnTo: location.pathname } } });
      // The library keeps silent when another tab held its lock for too long.
      if (held && state.held === held) throw new Error('The organization was not switched.');
    } catch (error) {
      remembered.putBack();
      throw error;
    }
  };

  const signOut = async (client: LoginClient, token: string | null) => {
    if (token) {
      await refuseTokens(configuration.apiBaseUrl, token);
      // Before the browser is on its way.
      markSignOut(sessionIdOf(token));
    }
    client.signOut({ returnTo: location.origin + paths.loggedOut });
    return token && logoutAddress(configuration, token);
  };

  const ask = async (client: LoginClient, errand: Errand): Promise<string | null> => {
    if (errand.kind === 'search') return client.getAccessToken();
    if (errand.kind === 'refresh') return client.getAccessToken({ forceRefresh: true });
    if (errand.kind === 'token') return client.getAccessToken({ forceRefresh: errand.isForced });
    if (errand.kind === 'sign-out') return signOut(client, errand.token);
    if (errand.kind === 'switch') await switchOrganization(client, errand.organizationId);
    else location.assign(await authorizationAddress(client, errand.screen, errand.options));
    return null;
  };

  /** Ends the session with this page, which the browser may keep to show it again; or in a while, if it stays. */
  const endWithPage = () => {
    const leave = () => {
      clearTimeout(timer);
      flush(() => happen({ kind: 'ended', fault: null }));
    };
    addEventListener('pagehide', leave, { once: true });
    const timer = setTimeout(() => {
      removeEventListener('pagehide', leave);
      happen({ kind: 'ended', fault: 'sign-out-unanswered' });
    }, answerWithinMs);
  };

  const readAddress = (search: number) => {
    try {
      happen({ kind: 'address-read', search, fault: takeFaultFromAddress() });
    } catch (error) {
      fail(0, { kind: 'search', search, wasReturning: false }, false, error);
    }
  };

  const deeds: { [K in Effect['kind']]: (effect: Of<Effect, K>) => unknown } = {
    show: ({ session }) => show(session),
    tell: ({ news }) => tell(news),
    navigate: ({ address, replace }) => navigate(address, replace && { replace }),
    assign: ({ address }) => location.assign(address),
    open: ({ client }) => open(client),
    dispose: ({ client }) =>
      clients
        .get(client)!
        .then((opened) => opened.dispose())
        .catch(() => {}),
    'await-client': ({ client, errand }) =>
      clients.get(client)!.then(
        () => happen({ kind: 'ready', client, errand }),
        (error) => fail(client, errand, false, error),
      ),
    send: async ({ client, errand }) =>
      ask(await clients.get(client)!, errand).then(
        (value) => happen({ kind: 'done', client, errand, value }),
        (error) => fail(client, errand, true, error),
      ),
    'read-address': ({ search }) => readAddress(search),
    wait: ({ ms, next }) => setTimeout(happen, ms, next),
    'await-chance': ({ ms, next }) => nextChance(ms).then(() => happen(next)),
    'await-stored-session': ({ known, next }) => arrivalOfSession(loginClientId, known).then(() => happen(next)),
    'end-with-page': endWithPage,
    'give-up-requests': requests.giveUp,
    'forget-answers': requests.forget,
    'forget-entries': forgetPersonalEntries,
    resolve: ({ ask, value }) => ask.resolve(value),
    reject: ({ ask, error = withoutToken() }) => ask.reject(error),
  };

  setInterval(() => happen({ kind: 'tick' }), checkEveryMs);
  addEventListener('online', () => happen({ kind: 'online' }));

  const act = (event: (ask: Ask) => SessionEvent) =>
    new Promise<string | null>((resolve, reject) => happen(event({ resolve, reject })));
  const leave = async (screen: 'sign-in' | 'sign-up', options: Of<Errand, 'leave'>['options'] = {}) => {
    await act((ask) => ({ kind: 'leave', ask, screen, options }));
  };

  return {
    begin: () => untilAsking(act((ask) => ({ kind: 'look', ask }))),
    signIn: (options) => leave('sign-in', options),
    signUp: (options) => leave('sign-up', options),
    signOut: async () => void (await act((ask) => ({ kind: 'sign-out', ask }))),
    async switchToOrganization(organizationId) {
      await act((ask) => ({ kind: 'switch', ask, organizationId }));
    },
    getAccessToken: () => act((ask) => ({ kind: 'token', ask })) as Promise<string>,
    retry: async () => void (await act((ask) => ({ kind: 'retry', ask }))),
    hear: (news) => happen({ kind: 'hear', news }),
    recheck: () => happen({ kind: 'recheck' }),
  };
}
