import type { Session, SessionFault, SignInOptions } from './auth.ts';
import type { Clocks, HeldToken } from './held-token.ts';
import { unhurried } from './refresh-pace.ts';
import type { SessionNews } from './session-channel.ts';

/** The promise of an action, still to be kept. */
export interface Ask {
  resolve: (value: string | null) => void;
  reject: (error: unknown) => void;
}

/** What is asked of the client library. */
export type Errand =
  | { kind: 'search'; search: number; wasReturning: boolean }
  | { kind: 'leave'; ask: Ask; screen: 'sign-in' | 'sign-up'; options: SignInOptions }
  | { kind: 'sign-out'; ask: Ask; token: string | null }
  | Turn;

/** One of the errands that wait for each other, line by line: the library takes a second question for the first. */
export type Turn = { line: number } & (
  | { kind: 'refresh' }
  | { kind: 'token'; ask: Ask; isForced: boolean }
  | { kind: 'switch'; ask: Ask; organizationId: string }
);

/** What happens to a session. */
export type SessionEvent =
  // Somebody's action, or the page's own.
  | { kind: 'look' | 'retry' | 'sign-out' | 'token'; ask: Ask }
  | { kind: 'leave'; ask: Ask; screen: 'sign-in' | 'sign-up'; options: SignInOptions }
  | { kind: 'switch'; ask: Ask; organizationId: string }
  | { kind: 'recheck' | 'tick' | 'online' }
  | { kind: 'hear'; news: SessionNews }
  // The client library's word.
  | { kind: 'session'; client: number; held: HeldToken; stored: string; sessionId: string; session: Session }
  | { kind: 'lost' | 'not-opened'; client: number }
  | { kind: 'opened'; client: number; returnTo: string | null }
  | { kind: 'ready'; client: number; errand: Errand }
  | { kind: 'done'; client: number; errand: Errand; value: string | null }
  | Failure
  // Steps of a search, and what follows after a while.
  | { kind: 'address-read'; search: number; fault: SessionFault | null }
  | { kind: 'search-late' | 'arrived'; search: number }
  | { kind: 'chance'; search: number; client: number }
  | { kind: 'ended'; fault: SessionFault | null };

/** An errand was `sent` unless the client could not be opened. */
interface Failure {
  kind: 'failed';
  client: number;
  errand: Errand;
  sent: boolean;
  error: unknown;
  fault: SessionFault;
  isWithoutToken: boolean;
}

/** What is to be done about it; `next` is the event that follows. */
export type Effect =
  | { kind: 'show'; session: Session }
  | { kind: 'tell'; news: SessionNews }
  | { kind: 'navigate'; address: string; replace?: true }
  | { kind: 'assign'; address: string }
  | { kind: 'open' | 'dispose'; client: number }
  /** Brings `ready` when the client is open. */
  | { kind: 'await-client'; client: number; errand: Errand }
  | { kind: 'send'; client: number; errand: Errand }
  | { kind: 'read-address'; search: number }
  | { kind: 'wait' | 'await-chance'; ms: number; next: SessionEvent }
  | { kind: 'await-stored-session'; known: string; next: SessionEvent }
  /** Brings `ended` with the page, or when it has stayed. */
  | { kind: 'end-with-page' | 'give-up-requests' | 'forget-answers' | 'forget-entries' }
  | { kind: 'resolve'; ask: Ask; value: string | null }
  /** Without an error there is no token to be had. */
  | { kind: 'reject'; ask: Ask; error?: unknown };

/** What the browser says at the moment of an event. */
export interface Surroundings extends Clocks {
  /** What the page shows. */
  shown: Session;
  /** 0 to 1, by chance. */
  spread: number;
  isHidden: boolean;
  isOnline: boolean;
  isSecure: boolean;
  /** The address has a code that is still to be exchanged. */
  isReturning: boolean;
  hasSign: boolean;
  /** The session that was to end when this page was left. */
  signOutMark: string | null;
}

export const noSearch = {
  number: 0,
  /** Paused, or waiting for what another tab has stored, it begins anew at another tab's word. */
  stage: 'over' as 'over' | 'looking' | 'paused' | 'arriving',
  fault: null as SessionFault | null,
  /** Who another tab said is signed in, while this one is looking and asks by itself. */
  heardUserId: null as string | null,
  /** The action that waits for its end. */
  ask: null as Ask | null,
};

/** What a page knows of its session, at first. */
export const beginning = {
  /** The client that is open or being opened, by its number; what another one brings is not listened to. */
  client: null as number | null,
  clients: 0,
  /** When the client library began to wait for its first answer; `null` when it does not. */
  waitingSinceMs: null as number | null,
  search: noSearch,
  held: null as HeldToken | null,
  userId: null as string | null,
  /** What was stored when this tab last got a session. */
  knownTokens: '',
  pace: unhurried,
  /** The first of each line is under way; a client that is closed leaves its line to itself. */
  turns: [] as readonly Turn[],
  line: 0,
  isSwitching: false,
  /** From the choice to sign out until the browser has left, or has stayed after all. */
  isSigningOut: false,
  /** Where a sign-out goes that the provider has not answered. */
  unanswered: null as string | null,
};

export type SessionState = typeof beginning;

/** The member of a union that has this kind. */
export type Of<T extends { kind: string }, K extends string> = T extends { kind: infer Kinds }
  ? K extends Kinds
    ? T
    : never
  : never;
