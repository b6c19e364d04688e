import type { SiteConfiguration } from '../../../shared/configuration.ts';
import { paths } from '../../../shared/paths.ts';
import type { Session, SessionActions, SessionFault, SignInOptions } from './auth.ts';
import {
  authorizationAddress,
  type HeldToken,
  isWithoutToken,
  type LoginClient,
  openLoginClient,
  providerOrigin,
  rememberedOrganization,
  sessionOf,
  tokenOf,
  untilAsking,
  withoutRefreshes,
  withoutToken,
} from './login-client.ts';
import { isReturning, takeFaultFromAddress } from './login-return.ts';
import { forgetPersonalEntries } from './personal-entries.ts';
import { answerWithinMs, limitProviderRequests } from './provider-requests.ts';
import { createRefreshPace, refreshEarlyMs } from './refresh-pace.ts';
import { safeReturnAddress } from './return-address.ts';
import type { SessionNews } from './session-channel.ts';
import { hasSessionSign, storedTokens } from './session-signs.ts';
import { looking, signedOut } from './session-states.ts';
import { arrivalOfSession, nextChance } from './waiting.ts';

/** The page around the session, once its scripts are here. */
export interface SitePage {
  /** Goes to an address of this site without a reload. */
  navigate: (address: string, options?: { replace?: boolean }) => void;
  /** Does `change` and what follows from it on the page before it returns. */
  flush: (change: () => void) => void;
}

/** How often a token's expiry is looked at (specification 9). */
const checkEveryMs = 1_000;

export interface SessionKeeperContext {
  configuration: SiteConfiguration;
  navigate: SitePage['navigate'];
  /** Has the page show at once what is changed in `change`. */
  flush: SitePage['flush'];
  /** Shows a session, or what follows from the one that is shown. */
  show: (next: Session | ((shown: Session) => Session)) => void;
  /** Tells the other tabs. */
  tell: (news: SessionNews) => void;
}

/** The actions of the auth context, and what happens without anybody's action. */
export interface SessionKeeper extends SessionActions {
  /** The search for a session with which a page begins. Resolves when the provider is being asked. */
  begin(): Promise<void>;
  /** Another tab has told who is signed in. */
  hear(news: SessionNews): void;
  /** The page has been away (back-forward cache): what it shows may be over. */
  recheck(): void;
}

/** Keeps the session over the login provider's own client library. One for each page load. */
export function createSessionKeeper({
  configuration,
  navigate,
  flush,
  show,
  tell,
}: SessionKeeperContext): SessionKeeper {
  const { loginClientId } = configuration;
  const requests = limitProviderRequests(providerOrigin(configuration));
  const pace = createRefreshPace();
  let opening: Promise<LoginClient> | null = null;
  /** When the client library began to wait for its first answer; `null` when it does not. */
  let waitingSinceMs: number | null = null;
  let held: HeldToken | null = null;
  let userId: string | null = null;
  /** What was stored when this tab last got a session. */
  let knownTokens = '';
  let isRefreshing = false;
  let isSwitching = false;
  /** From the choice to sign out until the browser has left, or has stayed after all. */
  let isSigningOut = false;
  /** Each client and each search has a number; what an older one brings is not listened to. */
  let clients = 0;
  let searches = 0;

  const faultOf = (error: unknown): SessionFault => {
    if (!loginClientId) return 'not-configured';
    return error instanceof DOMException && error.name === 'SecurityError' ? 'storage-blocked' : 'unreachable';
  };

  const openOnce = async () => {
    const number = ++clients;
    let returnTo: string | null = null;
    const start = () =>
      openLoginClient(configuration, {
        onSession(response) {
          if (number !== clients) return;
          held = tokenOf(response);
          knownTokens = storedTokens();
          pace.succeed();
          const isNews = userId !== response.user.id;
          userId = response.user.id;
          show(sessionOf(response));
          if (isNews) tell({ userId });
        },
        onSessionLost() {
          if (number !== clients) return;
          held = null;
          userId = null;
          // A refused switch goes on to the login provider's sign-in page.
          if (isSwitching) return show(looking);
          show(signedOut('ended'));
          tell({ userId: null, ended: true });
        },
        onReturn(state) {
          returnTo = safeReturnAddress(state?.returnTo, location.origin);
        },
      });
    waitingSinceMs = Date.now();
    try {
      const client = await (isReturning() ? withoutRefreshes(start) : start());
      // After the library has tidied the address, so that it does not undo the move.
      if (number === clients && returnTo && returnTo !== location.pathname) navigate(returnTo, { replace: true });
      return client;
    } catch (error) {
      if (number === clients) opening = null;
      throw error;
    } finally {
      if (number === clients) waitingSinceMs = null;
    }
  };
  const open = () => {
    opening ??= openOnce();
    return opening;
  };

  /** Forgets the client and its tokens, not the session at the login provider. */
  const close = () => {
    opening?.then((client) => client.dispose()).catch(() => {});
    opening = null;
    waitingSinceMs = null;
    held = null;
    userId = null;
    clients++;
    searches++;
  };

  /** Says so if nothing is known of a session in a while. */
  const sayLater = (fault: SessionFault) => {
    setTimeout(() => show((shown) => (shown.isLoading ? signedOut(fault) : shown)), answerWithinMs);
  };

  const look = async () => {
    const search = ++searches;
    const isOver = () => search !== searches || held !== null;
    const conclude = (next: Session) => {
      if (search === searches) show((shown) => (shown.user ? shown : next));
    };
    const giveUp = setTimeout(() => conclude(signedOut('unreachable')), answerWithinMs);
    let fault: SessionFault | null = null;
    try {
      fault = takeFaultFromAddress();
      const wasReturning = isReturning();
      let client = await open();
      if (wasReturning && !isOver()) {
        // There may be an older session, which a failed sign-in does not end.
        fault = 'exchange-failed';
        opening = null;
        if (hasSessionSign(loginClientId)) client = await open();
      }
      while (!isOver() && hasSessionSign(loginClientId)) {
        try {
          // Tells a session that is over from an answer that did not arrive.
          await client.getAccessToken();
        } catch (error) {
          if (isWithoutToken(error)) break;
          pace.attempt();
          await nextChance(pace.waitMs());
        }
      }
      if (!held) conclude(signedOut(fault));
    } catch (error) {
      conclude(signedOut(faultOf(error)));
    } finally {
      clearTimeout(giveUp);
    }
  };

  const refresh = async () => {
    if (isRefreshing) return;
    isRefreshing = true;
    pace.attempt();
    try {
      const client = await open();
      await client.getAccessToken({ forceRefresh: true });
    } catch {
      // A session that is over is told by its event; anything else passes.
    } finally {
      isRefreshing = false;
    }
  };

  const refreshWhenDue = () => {
    if (!held || document.hidden || pace.waitMs() > 0) return;
    if (held.expiresAtMs - Date.now() <= refreshEarlyMs(held.lifeMs)) void refresh();
  };
  setInterval(refreshWhenDue, checkEveryMs);
  addEventListener('online', () => pace.hurry());

  const leaveFor = async (screen: 'sign-in' | 'sign-up', options: SignInOptions = {}) => {
    const refuse = (fault: SessionFault) => show((shown) => ({ ...shown, isLoading: false, fault }));
    if (!window.isSecureContext) {
      refuse('insecure-context');
      throw new Error('Signing in needs a secure connection.');
    }
    // A new attempt; what became of the last one is over.
    show((shown) => ({ ...shown, fault: null }));
    try {
      if (!navigator.onLine) throw new Error('The browser is offline.');
      // A code whose answer is late has had its time when somebody signs in anew.
      if (waitingSinceMs !== null && Date.now() - waitingSinceMs >= answerWithinMs) requests.giveUp();
      location.assign(await authorizationAddress(await open(), screen, options));
    } catch (error) {
      refuse(faultOf(error));
      throw error;
    }
  };

  const end = (fault: SessionFault | null = null) => {
    isSigningOut = false;
    close();
    show(signedOut(fault));
  };

  /** Ends the session with this page, which the browser may keep to show it again; or in a while, if it stays. */
  const endWithPage = () => {
    const leave = () => {
      clearTimeout(timer);
      flush(() => end());
    };
    addEventListener('pagehide', leave, { once: true });
    const timer = setTimeout(() => {
      removeEventListener('pagehide', leave);
      end();
    }, answerWithinMs);
  };

  return {
    begin: () => untilAsking(look()),
    signIn: (options) => leaveFor('sign-in', options),
    signUp: (options) => leaveFor('sign-up', options),

    async signOut() {
      if (!navigator.onLine) return show((shown) => ({ ...shown, fault: 'sign-out-failed' }));
      const client = await open();
      searches++;
      held = null;
      isSigningOut = true;
      forgetPersonalEntries();
      tell({ userId: null });
      try {
        client.signOut({ returnTo: location.origin + paths.loggedOut });
        endWithPage();
      } catch {
        // Without a token there is no session to end at the provider.
        end();
        navigate(paths.loggedOut);
      }
    },

    async switchToOrganization(organizationId) {
      const client = await open();
      const remembered = rememberedOrganization(loginClientId);
      const before = held;
      isSwitching = true;
      try {
        const state = { returnTo: location.pathname };
        await client.switchToOrganization({ organizationId, signInOpts: { state } });
        // The library keeps silent when another tab held its lock for too long.
        if (held && held === before) throw new Error('The organization was not switched.');
      } catch (error) {
        remembered.putBack();
        show((shown) => ({ ...shown, fault: 'unreachable' }));
        throw error;
      } finally {
        isSwitching = false;
      }
    },

    async getAccessToken() {
      // What is shown until the browser has left must not ask for a new session.
      if (isSigningOut) throw withoutToken();
      if (held && held.expiresAtMs - Date.now() > refreshEarlyMs(held.lifeMs)) return held.token;
      try {
        return await (await open()).getAccessToken();
      } catch (error) {
        if (!isWithoutToken(error) && held && held.expiresAtMs > Date.now()) return held.token;
        throw error;
      }
    },

    async retry() {
      show(looking);
      // A code can be exchanged only once: its answer is waited for.
      if (opening && isReturning()) return sayLater('unreachable');
      // What is still waited for holds the lock that the new search needs.
      requests.giveUp();
      close();
      await look();
    },

    hear({ userId: told, ended }) {
      if (told === null) {
        if (!ended) forgetPersonalEntries();
        return end(ended ? 'ended' : null);
      }
      if (told === userId) return;
      close();
      show(looking);
      const search = searches;
      void arrivalOfSession(loginClientId, knownTokens).then(() => (search === searches ? look() : undefined));
    },

    recheck() {
      if (!hasSessionSign(loginClientId)) return end();
      if (held) void refresh();
      else void look();
    },
  };
}
