import type { SessionNews } from '../../app/account/session/session-channel.ts';
import type { SessionPage } from './session-pages.ts';

/** How the login provider can be out of reach without a session being over. */
export type Outage = 'fails' | 'hangs' | 'offline';

/** How long an answer of the login provider takes. */
const delayMs = 60;

/** How long the site waits for an answer, and for that to a code: app/account/session/provider-requests.ts. */
const givenUpMs = { refresh: 10_000, exchange: 60_000 };

/** A session at the login provider. */
export interface ProviderSession {
  id: number;
  userId: string;
  isEnded: boolean;
}

type Answer = 'ok' | 'refused' | 'failed';

interface Request {
  page: SessionPage;
  end: (answer: Answer) => void;
}

/** What all tabs of a browser share, and the login provider behind it, in a time of its own. */
export interface BrowserModel {
  nowMs: number;
  /** The session whose cookie or token the browser holds. */
  stored: ProviderSession | null;
  outage: Outage | null;
  isJustOnline: boolean;
  pages: Set<SessionPage>;
  /** The most refreshes that were under way at once. */
  mostRefreshes: number;
  after(ms: number, run: () => void): void;
  /** Runs what is due, as it was due. With a jump of the clock it runs late, as when a lid was closed. */
  pass(ms: number): void;
  jump(ms: number): void;
  request(
    page: SessionPage,
    kind: 'refresh' | 'exchange',
    session: ProviderSession | null,
    then: (answer: Answer) => void,
  ): void;
  giveUp(page: SessionPage): void;
  /** The lock of the client library, which all tabs have in common; without one in 10 s `late` runs. */
  lock(page: SessionPage, run: (release: () => void) => void, late: () => void): void;
  tell(from: SessionPage, news: SessionNews): void;
  signOut(session: ProviderSession): void;
  recover(): void;
  leave(page: SessionPage): void;
}

export function createBrowserModel(): BrowserModel {
  const timers: { atMs: number; run: () => void }[] = [];
  const requests = new Set<Request & { kind: 'refresh' | 'exchange' }>();
  const queue: { page: SessionPage; run: (release: () => void) => void }[] = [];
  let holder: SessionPage | null = null;

  const runDue = () => {
    for (;;) {
      const due = timers.filter(({ atMs }) => atMs <= browser.nowMs);
      if (due.length === 0) return;
      const next = due.reduce((first, timer) => (timer.atMs < first.atMs ? timer : first));
      timers.splice(timers.indexOf(next), 1);
      next.run();
    }
  };
  const tick = () => {
    for (const page of browser.pages) page.happen({ kind: 'tick' });
    runDue();
  };
  const grant = () => {
    const next = holder === null ? queue.shift() : undefined;
    if (!next) return;
    holder = next.page;
    let isReleased = false;
    next.run(() => {
      if (isReleased) return;
      isReleased = true;
      holder = null;
      grant();
    });
  };

  const browser: BrowserModel = {
    nowMs: 1_000_000,
    stored: null,
    outage: null,
    isJustOnline: false,
    pages: new Set(),
    mostRefreshes: 0,
    after: (ms, run) => void timers.push({ atMs: browser.nowMs + ms, run }),
    pass(ms) {
      const endMs = browser.nowMs + ms;
      runDue();
      while (browser.nowMs < endMs) {
        const nextMs = Math.min(
          browser.nowMs - (browser.nowMs % 1_000) + 1_000,
          endMs,
          ...timers.map(({ atMs }) => atMs),
        );
        browser.nowMs = Math.max(nextMs, browser.nowMs);
        runDue();
        if (browser.nowMs % 1_000 === 0) tick();
      }
    },
    jump(ms) {
      browser.nowMs += ms;
      runDue();
      tick();
    },
    request(page, kind, session, then) {
      const { outage } = browser;
      const end = (answer: Answer) => {
        if (requests.delete(request) && !page.isOver) then(answer);
      };
      const request = { page, kind, end };
      requests.add(request);
      if (kind === 'refresh') {
        page.refreshes++;
        const underWay = [...requests].filter((other) => other.kind === 'refresh');
        browser.mostRefreshes = Math.max(browser.mostRefreshes, underWay.length);
      }
      const isRefused = () => session === null || session.isEnded;
      if (outage === 'hangs') browser.after(givenUpMs[kind], () => end('failed'));
      else browser.after(delayMs, () => end(outage ? 'failed' : isRefused() ? 'refused' : 'ok'));
    },
    giveUp(page) {
      for (const request of [...requests]) if (request.page === page) request.end('failed');
    },
    lock(page, run, late) {
      const waiting = { page, run };
      queue.push(waiting);
      browser.after(10_000, () => {
        const place = queue.indexOf(waiting);
        if (place < 0) return;
        queue.splice(place, 1);
        late();
      });
      grant();
    },
    tell(from, news) {
      browser.after(1, () => {
        for (const page of browser.pages) if (page !== from) page.happen({ kind: 'hear', news });
      });
    },
    signOut(session) {
      session.isEnded = true;
      browser.stored = null;
    },
    recover() {
      const wasOffline = browser.outage === 'offline';
      browser.outage = null;
      if (!wasOffline) return;
      browser.isJustOnline = true;
      for (const page of browser.pages) {
        page.happen({ kind: 'online' });
        page.takeChances();
      }
      browser.isJustOnline = false;
    },
    leave(page) {
      page.isOver = true;
      browser.pages.delete(page);
      for (const request of [...requests]) if (request.page === page) request.end('failed');
      for (const waiting of queue.filter((other) => other.page === page)) queue.splice(queue.indexOf(waiting), 1);
      if (holder !== page) return;
      holder = null;
      grant();
    },
  };
  return browser;
}
