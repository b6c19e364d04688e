import type { SiteConfiguration } from '../../../shared/configuration.ts';
import { createListeners } from '../../site/store.ts';
import type { Session, SessionActions } from './auth.ts';
import { openSessionChannel, type SessionChannel } from './session-channel.ts';
import type { SessionKeeper, SitePage } from './session-keeping.ts';
import { hasSessionSign } from './session-signs.ts';
import { looking, signedOut } from './session-states.ts';

/** The session of a page load, for `useSyncExternalStore`, and what can be done about it. */
export interface SessionStore {
  subscribe(listener: () => void): () => void;
  current(): Session;
  /** Begins to look for a session, once; without the sign of one nobody is signed in. Resolves when the search has begun. */
  begin(): Promise<void>;
  /** The page is here: it goes where the session leads, also to where it has led already. */
  joinPage(page: SitePage): void;
  actions: SessionActions;
}

/**
 * Holds the session of the whole site. All that keeps it, the login provider's library included, is fetched only at the
 * sign of a session or when someone wants to sign in: most visitors never need it.
 */
export function createSessionStore(configuration: SiteConfiguration): SessionStore {
  const { subscribe, tell } = createListeners();
  let session = looking;
  let fetching: Promise<SessionKeeper> | null = null;
  let channel: SessionChannel | undefined;
  let page: SitePage | undefined;
  let leadOn = (_: SitePage) => {};

  const show = (next: Session) => {
    session = next;
    tell();
  };
  const keeper = () => {
    fetching ??= import('./session-keeper.ts').then(({ createSessionKeeper }) =>
      createSessionKeeper({
        configuration,
        navigate: (address, options) => {
          leadOn = ({ navigate }) => navigate(address, options);
          if (page) leadOn(page);
        },
        flush: (change) => (page ? page.flush(change) : change()),
        show,
        shown: () => session,
        tell: (news) => channel?.tell(news),
      }),
    );
    fetching.catch(() => {
      fetching = null;
      show({ ...session, isLoading: false, fault: 'unreachable' });
    });
    return fetching;
  };
  /** For what happens without anybody's action: a keeper that cannot be fetched is told by the fault. */
  const withKeeper = (act: (keeper: SessionKeeper) => unknown) => keeper().then(act, () => {});

  const begin = async () => {
    if (channel) return;
    channel = openSessionChannel((news) => {
      // Who has not looked for a session has none to lose.
      if (fetching || news.userId !== null) void withKeeper(({ hear }) => hear(news));
    });
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted && (fetching || hasSessionSign(configuration.loginClientId)))
        void withKeeper(({ recheck }) => recheck());
    });
    if (hasSessionSign(configuration.loginClientId)) await withKeeper((keeper) => keeper.begin());
    else show(signedOut());
  };

  const searchOver = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (session.isLoading) return;
        stopLooking();
        resolve();
      };
      const stopLooking = subscribe(look);
      look();
    });
  /** Signs in unless the search that is under way finds somebody: its answer was not there yet when a button was pressed. */
  const unlessFound = async (leave: (keeper: SessionKeeper) => Promise<void>) => {
    const wasLooking = session.isLoading;
    const fetched = await keeper();
    await searchOver();
    if (!wasLooking || !session.user) await leave(fetched);
  };

  return {
    subscribe,
    current: () => session,
    begin,
    joinPage(joined) {
      page = joined;
      leadOn(joined);
    },
    actions: {
      signIn: (options) => unlessFound(({ signIn }) => signIn(options)),
      signUp: (options) => unlessFound(({ signUp }) => signUp(options)),
      signOut: async () => (await keeper()).signOut(),
      switchToOrganization: async (organizationId) => (await keeper()).switchToOrganization(organizationId),
      getAccessToken: async () => (await keeper()).getAccessToken(),
      retry: async () => (await keeper()).retry(),
    },
  };
}
