import { looking } from '../../app/account/session/session-states.ts';
import type { BrowserModel, ProviderSession } from './session-browser-model.ts';
import type { SessionPage } from './session-pages.ts';

/** How long a token is good. */
const tokenLifeMs = 300_000;

type Refreshed = 'ok' | 'refused' | 'failed' | 'late';
type Outcome = { token: string } | 'refused' | 'failed';

interface Client {
  tag: 'initial' | 'asking' | 'authenticated' | 'error';
  isOpen: boolean;
  whenOpen: (() => void)[];
  asked: ((outcome: Refreshed) => void)[];
  /** It has a question of those that wait for each other. */
  hasTurn: boolean;
}

/** The rules of `@workos-inc/authkit-js` 0.20.3 (its create-client.ts), for one page load. */
export function createLoginLibrary(
  browser: BrowserModel,
  thePage: () => SessionPage,
  after: (ms: number, run: () => void) => void,
) {
  const clients = new Map<number, Client>();
  /** What all clients of a page have in common. */
  let memory: { token: string; session: ProviderSession; endMs: number } | null = null;
  let tokens = 0;

  const take = (number: number, session: ProviderSession) => {
    const token = `${session.id}.${++tokens}`;
    const clockMs = browser.nowMs;
    memory = { token, session, endMs: clockMs + tokenLifeMs };
    browser.stored = session;
    thePage().happen({
      kind: 'session',
      client: number,
      held: { token, lifeMs: tokenLifeMs, clockMs, openMs: clockMs },
      stored: String(session.id),
      sessionId: String(session.id),
      session: { ...looking, isLoading: false, user: { id: session.userId } as NonNullable<typeof looking.user> },
    });
  };

  const refresh = (number: number, client: Client, then: (outcome: Refreshed) => void) => {
    client.asked.push(then);
    if (client.tag === 'asking') return;
    const before = client.tag;
    client.tag = 'asking';
    const finish = (tag: Client['tag'], outcome: Refreshed) => {
      client.tag = tag;
      for (const answer of client.asked.splice(0)) answer(outcome);
    };
    const ask = (release: () => void) => {
      const session = browser.stored;
      browser.request(thePage(), 'refresh', session, (answer) => {
        if (answer === 'ok') take(number, session!);
        release();
        if (answer === 'ok') return finish('authenticated', 'ok');
        if (answer === 'failed') return finish('authenticated', 'failed');
        browser.stored = null;
        memory = null;
        if (before !== 'initial') thePage().happen({ kind: 'lost', client: number });
        finish('error', 'refused');
      });
    };
    browser.lock(thePage(), ask, () => finish(before, 'late'));
  };

  const exchange = (number: number, client: Client, then: () => void) => {
    const page = thePage();
    const ask = (release: () => void) =>
      browser.request(page, 'exchange', page.code, (answer) => {
        const session = page.code!;
        page.code = null;
        client.tag = answer === 'ok' ? 'authenticated' : 'error';
        if (answer === 'ok') take(number, session);
        release();
        then();
      });
    browser.lock(page, ask, () => ask(() => {}));
  };

  const open = (number: number) => {
    const client: Client = { tag: 'initial', isOpen: false, whenOpen: [], asked: [], hasTurn: false };
    clients.set(number, client);
    const opened = () => {
      client.isOpen = true;
      thePage().happen({ kind: 'opened', client: number, returnTo: null });
      for (const run of client.whenOpen.splice(0)) run();
    };
    if (thePage().code) exchange(number, client, opened);
    else if (browser.stored) refresh(number, client, opened);
    else after(0, opened);
  };

  const whenOpen = (number: number, run: () => void) => {
    const client = clients.get(number)!;
    if (client.isOpen) after(0, run);
    else client.whenOpen.push(run);
  };

  /** `isTurn`: the question is one of those that wait for each other. */
  const getToken = (
    number: number,
    { isForced, isTurn }: { isForced: boolean; isTurn: boolean },
    then: (outcome: Outcome) => void,
  ) => {
    const client = clients.get(number)!;
    if (isTurn && client.hasTurn) throw new Error('The library was asked a second question before it had answered.');
    client.hasTurn ||= isTurn;
    const answer = (outcome: Outcome) => {
      if (isTurn) client.hasTurn = false;
      then(outcome);
    };
    const atHand = () => (memory ? { token: memory.token } : 'refused');
    const isDue = client.tag === 'authenticated' && (!memory || memory.endMs - 10_000 < browser.nowMs);
    if (!isForced && !isDue && (client.tag === 'authenticated' || client.tag === 'error'))
      return after(0, () => answer(atHand()));
    const unexpired = () => !isForced && memory !== null && memory.endMs > browser.nowMs;
    const answered = (outcome: Refreshed) => {
      if (outcome === 'ok') answer(atHand());
      else if (outcome !== 'refused' && unexpired()) answer(atHand());
      else answer(outcome === 'late' ? 'failed' : outcome);
    };
    refresh(number, client, (outcome) => {
      if (outcome === 'late' && !unexpired()) refresh(number, client, answered);
      else answered(outcome);
    });
  };

  const dispose = (number: number) =>
    whenOpen(number, () => {
      memory = null;
    });

  return { open, whenOpen, dispose, getToken, memory: () => memory };
}
