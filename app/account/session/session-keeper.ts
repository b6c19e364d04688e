import { paths } from '../../../shared/paths.ts';
import type { Session, SessionFault, SignInOptions } from './auth.ts';
import {
  authorizationAddress,
  type HeldToken,
  isWithoutToken,
  type LoginClient,
  logoutAddress,
  openLoginClient,
  providerOrigin,
  remainingMs,
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
import { createRefreshPace, refreshEarlyMs } from './refresh-pace.ts';
import { safeReturnAddress } from './return-address.ts';
import type { SessionKeeper, SessionKeeperContext } from './session-keeping.ts';
import { hasSessionSign, storedTokens } from './session-signs.ts';
import { faultOfBrowser, looking, signedOut } from './session-states.ts';
import { markSignOut, readSignOutMark } from './sign-out-mark.ts';
import { arrivalOfSession, nextChance } from './waiting.ts';

/** How often a token's expiry is looked at (specification 9). */
const checkEveryMs = 1_000;

/** Keeps the session over the login provider's own client library. One for each page load. */
export function createSessionKeeper({
  configuration,
  navigate,
  flush,
  show,
  tell,
}: SessionKeeperContext): SessionKeeper {
  const { loginClientId } = configuration;
  const requests = limitProviderRequests(providerOrigin(configuration), () => isSwitching);
  const pace = createRefreshPace();
  let opening: Promise<LoginClient> | null = null;
  /** When the client library began to wait for its first answer; `null` when it does not. */
  let waitingSinceMs: number | null = null;
  let held: HeldToken | null = null;
  let userId: string | null = null;
  /** What was stored when this tab last got a session. */
  let knownTokens = '';
  let isRefreshing = false;
  /** Ends with the last of what was asked of the client library, which takes a second question for the first. */
  let lastTurn: Promise<unknown> = Promise.resolve();
  let isSwitching = false;
  /** From the choice to sign out until the browser has left, or has stayed after all. */
  let isSigningOut = false;
  /** Where a sign-out goes that the provider has not answered. */
  let unanswered: string | null = null;
  /** Who another tab said is signed in, while this one is looking and asks by itself. */
  let heardUserId: string | null = null;
  let isLooking = false;
  /** Each client and each search has a number; what an older one brings is not listened to. */
  let clients = 0;
  let searches = 0;

  const faultOf = (error: unknown) => (loginClientId ? faultOfBrowser(error) : 'not-configured');

  const openOnce = async () => {
    const number = ++clients;
    let returnTo: string | null = null;
    const start = () =>
      openLoginClient(configuration, {
        onSession(response) {
          if (number !== clients) return;
          held = tokenOf(response);
          unanswered = null;
          knownTokens = storedTokens();
          pace.succeed();
          const isNews = userId !== response.user.id;
          userId = response.user.id;
          const isUndone = readSignOutMark() === sessionIdOf(held.token);
          show({ ...sessionOf(response), fault: isUndone ? 'sign-out-undone' : null });
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
    lastTurn = Promise.resolve();
    isLooking = false;
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
    isLooking = true;
    heardUserId = null;
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
          // Who pauses begins anew at another tab's word.
          if (!isOver()) isLooking = false;
          await nextChance(pace.waitMs());
          if (!isOver()) isLooking = true;
        }
      }
      if (!held) conclude(signedOut(fault));
      else if (fault && search === searches) show((shown) => ({ ...shown, fault }));
    } catch (error) {
      conclude(signedOut(faultOf(error)));
    } finally {
      clearTimeout(giveUp);
    }
    if (search !== searches) return;
    isLooking = false;
    // The question was on its way when somebody else signed in.
    if (heardUserId !== null && heardUserId !== userId) await lookAnew();
  };

  const lookAnew = async () => {
    close();
    show(looking);
    const search = searches;
    await arrivalOfSession(loginClientId, knownTokens);
    if (search === searches) await look();
  };

  const inTurn = <T>(act: (client: LoginClient) => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(open).then(act);
    lastTurn = turn.catch(() => {});
    return turn;
  };

  const freshToken = () => (held && remainingMs(held) > refreshEarlyMs(held.lifeMs) ? held.token : null);

  const refresh = async () => {
    if (isRefreshing) return;
    isRefreshing = true;
    pace.attempt();
    try {
      await inTurn((client) => client.getAccessToken({ forceRefresh: true }));
    } catch {
      // A session that is over is told by its event; anything else passes.
    } finally {
      isRefreshing = false;
    }
  };

  const refreshWhenDue = () => {
    if (!held || document.hidden || pace.waitMs() > 0) return;
    if (freshToken() === null) void refresh();
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
    requests.forget();
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
      end('sign-out-unanswered');
    }, answerWithinMs);
  };

  return {
    begin: () => untilAsking(look()),
    signIn: (options) => leaveFor('sign-in', options),
    signUp: (options) => leaveFor('sign-up', options),

    async signOut() {
      if (!navigator.onLine) return show((shown) => ({ ...shown, fault: 'sign-out-failed' }));
      // The browser is still on its way there, or has given up.
      if (unanswered !== null) return location.assign(unanswered);
      const client = await open();
      const token = held?.token;
      searches++;
      held = null;
      isSigningOut = true;
      requests.forget();
      forgetPersonalEntries();
      tell({ userId: null });
      try {
        // Before the browser is on its way.
        if (token) markSignOut(sessionIdOf(token));
        client.signOut({ returnTo: location.origin + paths.loggedOut });
        if (token) unanswered = logoutAddress(configuration, token);
        endWithPage();
      } catch {
        // Without a token there is no session to end at the provider.
        end();
        navigate(paths.loggedOut);
      }
    },

    async switchToOrganization(organizationId) {
      await inTurn(async (client) => {
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
      });
    },

    async getAccessToken() {
      // What is shown until the browser has left must not ask for a new session.
      if (isSigningOut) throw withoutToken();
      const fresh = freshToken();
      if (fresh !== null) return fresh;
      try {
        // The library goes by a clock that may have been set back: what is due is refreshed all the same.
        return await inTurn(async (client) => freshToken() ?? client.getAccessToken({ forceRefresh: held !== null }));
      } catch (error) {
        if (!isWithoutToken(error) && held && remainingMs(held) > 0) return held.token;
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
      // Who signs in here is the newest, whatever other tabs have found before.
      if (waitingSinceMs !== null && isReturning()) return;
      if (told === null) {
        if (!ended) forgetPersonalEntries();
        return end(ended ? 'ended' : null);
      }
      if (told === userId) return;
      // A tab that asks already hears it by its own turn; a second question would only make the queue longer.
      if (isLooking) heardUserId = told;
      else void lookAnew();
    },

    recheck() {
      if (!hasSessionSign(loginClientId)) return end();
      if (held) void refresh();
      else void look();
    },
  };
}
