import type { SiteConfiguration } from '../../../shared/configuration.ts';
import type { Session, SessionActions } from './auth.ts';
import type { SessionNews } from './session-channel.ts';

/** The page around the session, once its scripts are here. */
export interface SitePage {
  /** Goes to an address of this site without a reload. */
  navigate: (address: string, options?: { replace?: boolean }) => void;
  /** Does `change` and what follows from it on the page before it returns. */
  flush: (change: () => void) => void;
}

export interface SessionKeeperContext {
  configuration: SiteConfiguration;
  navigate: SitePage['navigate'];
  /** Has the page show at once what is changed in `change`. */
  flush: SitePage['flush'];
  show: (session: Session) => void;
  shown: () => Session;
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
