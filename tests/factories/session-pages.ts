import type { Session } from '../../app/account/session/auth.ts';
import {
  beginning,
  type Effect,
  type Errand,
  type Of,
  type SessionEvent,
} from '../../app/account/session/session-events.ts';
import { transition } from '../../app/account/session/session-machine.ts';
import { looking, signedOut } from '../../app/account/session/session-states.ts';
import { createLoginLibrary } from './login-library.ts';
import type { BrowserModel, ProviderSession } from './session-browser-model.ts';

/** A page load with the session machine at work, over models of the client library and of the browser. */
export interface SessionPage {
  shown: Session;
  isHidden: boolean;
  /** The browser is on its way to the provider, to sign out, and shows the page until it is there. */
  isLeaving: boolean;
  /** The browser has left it. */
  isOver: boolean;
  /** The session that the code in the address stands for. */
  code: ProviderSession | null;
  /** Refreshes that it asked for. */
  refreshes: number;
  /** Actions whose promises are not kept yet, and since when. */
  asks: Map<object, number>;
  happen(event: SessionEvent): void;
  /** An action of the person who uses the page. */
  act<K extends 'sign-out' | 'token' | 'retry' | 'leave' | 'switch'>(kind: K, more?: object): void;
  /** It is in sight again, or the browser online: who waited for that goes on. */
  takeChances(): void;
}

interface PageContext {
  browser: BrowserModel;
  code: ProviderSession | null;
  /** The page shows something else. */
  onShow: (page: SessionPage) => void;
  /** The browser goes from this page to the login provider, to sign in or to sign out. */
  onLeave: (to: 'sign-in' | 'signed-out') => void;
}

export function openSessionPage({ browser, code, onShow, onLeave }: PageContext): SessionPage {
  let state = beginning;
  let chances: { dueMs: number; next: SessionEvent }[] = [];
  const after = (ms: number, run: () => void) => browser.after(ms, () => page.isOver || run());
  const library = createLoginLibrary(browser, () => page, after);
  const hasSign = () => page.code !== null || browser.stored !== null;

  const failed = (client: number, errand: Errand, isWithoutToken: boolean): SessionEvent => {
    const error = new Error(isWithoutToken ? 'No access token available' : 'The login provider did not answer.');
    return { kind: 'failed', client, errand, sent: true, error, fault: 'unreachable', isWithoutToken };
  };

  const signOut = (client: number, errand: Of<Errand, 'sign-out'>) => {
    const session = library.memory()?.session;
    if (!session) return page.happen(failed(client, errand, false));
    browser.signOut(session);
    page.isLeaving = true;
    page.happen({ kind: 'done', client, errand, value: 'https://login.example/logout' });
    const hangs = browser.outage === 'hangs';
    after(hangs ? 10_000 : 50, () => {
      page.isLeaving = false;
      page.happen({ kind: 'ended', fault: hangs ? 'sign-out-unanswered' : null });
      if (!hangs) onLeave('signed-out');
    });
  };

  const send = (client: number, errand: Errand) => {
    if (errand.kind === 'sign-out') return signOut(client, errand);
    if (errand.kind === 'leave') {
      page.happen({ kind: 'done', client, errand, value: null });
      return onLeave('sign-in');
    }
    const isTurn = 'line' in errand;
    const isForced =
      errand.kind === 'refresh' || errand.kind === 'switch' || (errand.kind === 'token' && errand.isForced);
    library.getToken(client, { isForced, isTurn }, (outcome) => {
      if (outcome === 'refused' && errand.kind === 'switch') return onLeave('sign-in');
      const isDone = typeof outcome === 'object';
      if (isDone) page.happen({ kind: 'done', client, errand, value: outcome.token });
      else page.happen(failed(client, errand, outcome === 'refused'));
    });
  };

  const deeds: { [K in Effect['kind']]: (effect: Of<Effect, K>) => unknown } = {
    show({ session }) {
      page.shown = session;
      onShow(page);
    },
    tell: ({ news }) => browser.tell(page, news),
    navigate: () => {},
    assign: () => {},
    open: ({ client }) => library.open(client),
    dispose: ({ client }) => library.dispose(client),
    'await-client': ({ client, errand }) =>
      library.whenOpen(client, () => page.happen({ kind: 'ready', client, errand })),
    send: ({ client, errand }) => send(client, errand),
    'read-address': ({ search }) => page.happen({ kind: 'address-read', search, fault: null }),
    wait: ({ ms, next }) => after(ms, () => page.happen(next)),
    'await-chance'({ ms, next }) {
      chances.push({ dueMs: browser.nowMs + ms, next });
      after(ms, () => page.takeChances());
    },
    'await-stored-session': ({ known, next }) =>
      after(browser.stored && String(browser.stored.id) !== known ? 0 : 1_000, () => page.happen(next)),
    'end-with-page': () => {},
    'give-up-requests': () => browser.giveUp(page),
    'forget-answers': () => {},
    'forget-entries': () => {},
    resolve: ({ ask }) => page.asks.delete(ask),
    reject: ({ ask }) => page.asks.delete(ask),
  };

  const page: SessionPage = {
    shown: looking,
    isHidden: false,
    isLeaving: false,
    isOver: false,
    code,
    refreshes: 0,
    asks: new Map(),
    happen(event) {
      if (page.isOver) return;
      const { nowMs: clockMs } = browser;
      const { shown, isHidden } = page;
      const isOnline = browser.outage !== 'offline';
      const seen = { clockMs, openMs: clockMs, shown, spread: 0.5, isHidden, isOnline, isSecure: true };
      const places = { isReturning: page.code !== null, hasSign: hasSign(), signOutMark: null };
      const follows = transition(state, event, { ...seen, ...places });
      state = follows.state;
      for (const effect of follows.effects) (deeds[effect.kind] as (effect: Effect) => void)(effect);
    },
    act(kind, more = {}) {
      const ask = { resolve: () => {}, reject: () => {} };
      page.asks.set(ask, browser.nowMs);
      page.happen({ kind, ask, ...more } as SessionEvent);
    },
    takeChances() {
      if (page.isHidden) return;
      const due = chances.filter(({ dueMs }) => dueMs <= browser.nowMs || browser.isJustOnline);
      chances = chances.filter((chance) => !due.includes(chance));
      for (const { next } of due) page.happen(next);
    },
  };
  browser.pages.add(page);
  if (hasSign()) after(0, () => page.happen({ kind: 'look', ask: { resolve: () => {}, reject: () => {} } }));
  else page.shown = signedOut();
  return page;
}
