import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BrowserModel,
  createBrowserModel,
  type Outage,
  type ProviderSession,
} from '../../../tests/factories/session-browser-model.ts';
import { openSessionPage, type SessionPage } from '../../../tests/factories/session-pages.ts';
import type { Session } from './auth.ts';

/** The same sequences each time; others, and more of them, by the environment (docs/decisions/0017). */
const seed = Number(process.env.SESSION_SEED ?? 20_260_101);
const runs = Number(process.env.SESSION_RUNS ?? 2_000);

const mostTabs = 3;

/** Longer than a token lives, seconds around the bounds of pauses and waits, as in tests/journeys/fixtures/session-acts.ts. */
const passages = [1, 9, 40, 291, 300, 900];

/** A token's life may pass, and a refresh with all its tries, until an end is known. */
const tries = 3;
const longestPauseMs = 38_000;

/** What has to look right within this time. */
const showsWithinSeconds = 5;

interface Tab {
  page: SessionPage | null;
}

/** Nothing says that the session could still be there. */
const looksSignedOut = ({ user, isLoading, fault }: Session) => !user && !isLoading && fault !== 'unreachable';

/** A browser with tabs, in which somebody is signed in, and what is true of the session. */
function openWorld() {
  const browser = createBrowserModel();
  const tabs: Tab[] = [];
  let sessions = 0;
  /** Whose session the browser holds, since when; nobody knows while it changes. */
  let truth: { session: ProviderSession | null; isKnown: boolean } = { session: null, isKnown: true };
  const told = new Set<SessionPage>();
  const lost: string[] = [];

  const load = (tab: Tab, code: ProviderSession | null = null) => {
    if (tab.page) browser.leave(tab.page);
    const page = openSessionPage({
      browser,
      code,
      onShow(showing) {
        const { session, isKnown } = truth;
        if (!session || session.isEnded || !isKnown) return told.delete(showing);
        if (showing.shown.user?.id === session.userId) told.add(showing);
        else if (told.has(showing) && looksSignedOut(showing.shown)) lost.push(JSON.stringify(showing.shown));
      },
      onLeave(to) {
        browser.leave(page);
        tab.page = null;
        if (to === 'signed-out') load(tab);
      },
    });
    tab.page = page;
  };
  const open = () => {
    tabs.push({ page: null });
    load(tabs.at(-1)!);
  };
  const startSession = (who: number): ProviderSession => ({ id: ++sessions, userId: `user_${who}`, isEnded: false });
  browser.stored = startSession(0);
  truth.session = browser.stored;
  open();
  open();
  browser.pass(1_000);

  const isLive = () => truth.session !== null && !truth.session.isEnded;
  const visible = () => tabs.flatMap(({ page }) => (page && !page.isHidden ? [page] : []));
  const shown = () => tabs.map(({ page }) => (page ? { isHidden: page.isHidden, ...page.shown } : 'at the provider'));

  /** Waits until `holds`, where it helps through some pauses. */
  const eventually = (what: string, holds: () => boolean, pauses = 0) => {
    for (let pause = 0; pause <= pauses; pause++) {
      for (let second = 0; second < showsWithinSeconds; second++) {
        if (holds()) return;
        browser.pass(1_000);
      }
      if (pause < pauses) browser.jump(longestPauseMs);
    }
    if (!holds()) expect.fail(`${what} ${JSON.stringify({ ...browser, pages: undefined, shown: shown() })}`);
  };

  const promises = {
    honest() {
      expect(browser.mostRefreshes, 'Two refreshes were sent at once.').toBeLessThan(2);
      expect(lost, 'A page showed as signed out whose session lives.').toEqual([]);
      const { session } = truth;
      const ofSite = () => tabs.flatMap(({ page }) => page ?? []);
      const isNobody = (page: SessionPage) => !page.shown.user || page.isLeaving;
      if (!session) return eventually('Somebody is shown who signed out.', () => ofSite().every(isNobody));
      if (!isLive()) return;
      if (browser.outage)
        return eventually(
          'An outage made somebody look signed out.',
          () => !ofSite().some((page) => looksSignedOut(page.shown)),
        );
      const isShown = () => visible().every((page) => page.shown.user?.id === session.userId);
      eventually(`${session.userId} is not shown as signed in.`, isShown, tries);
    },
    knownEnd() {
      if (!truth.session?.isEnded || browser.outage) return;
      eventually('Somebody is shown whose session is over.', () => visible().every((page) => !page.shown.user), tries);
    },
    wayOut() {
      eventually('A page looks for a session for ever.', () => !visible().some((page) => page.shown.isLoading), tries);
    },
    kept() {
      const isKept = () => visible().every(({ asks }) => asks.size === 0);
      eventually('The promise of an action was not kept.', isKept, tries);
    },
  };

  const signOut = (page: SessionPage) => {
    if (!truth.session || !page.shown.user) return;
    const isOffline = browser.outage === 'offline';
    if (!isOffline) truth = { session: null, isKnown: true };
    page.act('sign-out');
    browser.pass(200);
  };
  const beginSignIn = ({ page }: Tab) => {
    if (!page || page.shown.user || page.shown.isLoading) return;
    // What became of the last attempt is not shown any more.
    told.delete(page);
    page.act('leave', { screen: 'sign-in', options: {} });
    browser.pass(200);
  };
  const finishSignIn = (who: number) => {
    const tab = tabs.find(({ page }) => page === null);
    if (!tab || browser.outage) return;
    const session = startSession(who);
    truth = { session, isKnown: false };
    load(tab, session);
    for (let second = 0; second < 12 && tab.page?.code; second++) browser.pass(1_000);
    truth.isKnown = true;
  };
  const onPage =
    (act: (page: SessionPage) => void) =>
    ({ page }: Tab) =>
      page && act(page);

  /** What each act does with a tab; what cannot be done at present is left out. */
  const deeds = {
    'open a tab': () => browser.outage !== 'offline' && tabs.length < mostTabs && open(),
    'close the tab'(tab: Tab) {
      if (tabs.length < 2) return;
      if (tab.page) browser.leave(tab.page);
      tabs.splice(tabs.indexOf(tab), 1);
    },
    reload: (tab: Tab) => tab.page && browser.outage !== 'offline' && load(tab, tab.page.code),
    'hide or show': onPage((page) => {
      page.isHidden = !page.isHidden;
      page.takeChances();
    }),
    'let seconds pass'(_: Tab, seconds: number) {
      browser.jump(seconds * 1_000);
      if (seconds >= 300) promises.knownEnd();
    },
    'wait for seconds'(_: Tab, seconds: number) {
      const before = new Map([...browser.pages].map((page) => [page, page.refreshes]));
      browser.pass(seconds * 1_000);
      const most = Math.max(0, ...[...before].map(([page, refreshes]) => page.refreshes - refreshes));
      if (browser.outage) expect(most, 'A provider that fails was asked too often.').toBeLessThanOrEqual(8);
    },
    'let the provider fail'(_: Tab, outage: Outage) {
      browser.recover();
      browser.outage = outage;
    },
    'let it recover': () => browser.recover(),
    'end the session at the provider'() {
      if (truth.session) truth.session.isEnded = true;
    },
    'begin to sign in': beginSignIn,
    'finish to sign in': (_: Tab, who: number) => finishSignIn(who),
    'sign in'(tab: Tab, who: number) {
      beginSignIn(tab);
      finishSignIn(who);
    },
    'sign out': onPage(signOut),
    'ask for a token': onPage((page) => page.act('token')),
    'switch the organization': onPage((page) => page.shown.user && page.act('switch', { organizationId: 'org_1' })),
    'come back to it': onPage((page) => page.happen({ kind: 'recheck' })),
    'try again': onPage((page) => page.shown.fault === 'unreachable' && page.act('retry')),
  };

  const perform = ({ act, tab, what, settles }: Act) => {
    const deed = deeds[act as keyof typeof deeds] as (tab: Tab, what: Act['what']) => unknown;
    deed(tabs[tab % tabs.length]!, what);
    browser.pass(1);
    if (settles) promises.honest();
  };

  /** However a sequence ends: its state can be left as it is, and once nothing fails any more, pages show what is true. */
  const endHonestly = () => {
    promises.wayOut();
    browser.recover();
    for (const { page } of tabs)
      if (page?.isHidden) {
        page.isHidden = false;
        page.takeChances();
      }
    browser.jump(300_000);
    promises.knownEnd();
    promises.honest();
    promises.kept();
  };
  return { perform, endHonestly };
}

/** Something that happens, as data, so that a failure can be read and repeated. */
interface Act {
  act: string;
  tab: number;
  /** What the act is about: seconds, an outage, which person. */
  what: number | string | null;
  settles: boolean;
}

const one = (act: string, what: readonly Act['what'][] = [null]): fc.Arbitrary<Act> =>
  fc.record({
    act: fc.constant(act),
    tab: fc.nat(mostTabs - 1),
    what: fc.constantFrom(...what),
    settles: fc.boolean(),
  });

const anyAct = fc.oneof(
  { weight: 4, arbitrary: one('let seconds pass', passages) },
  { weight: 2, arbitrary: one('wait for seconds', [1, 11, 40]) },
  { weight: 3, arbitrary: one('let the provider fail', ['fails', 'hangs', 'offline']) },
  { weight: 2, arbitrary: one('let it recover') },
  { weight: 2, arbitrary: one('open a tab') },
  { weight: 1, arbitrary: one('close the tab') },
  { weight: 2, arbitrary: one('reload') },
  { weight: 2, arbitrary: one('hide or show') },
  { weight: 1, arbitrary: one('end the session at the provider') },
  { weight: 1, arbitrary: one('begin to sign in') },
  { weight: 1, arbitrary: one('finish to sign in', [0, 1]) },
  { weight: 2, arbitrary: one('sign in', [0, 1]) },
  { weight: 1, arbitrary: one('sign out') },
  { weight: 1, arbitrary: one('ask for a token') },
  { weight: 1, arbitrary: one('switch the organization') },
  { weight: 1, arbitrary: one('come back to it') },
  { weight: 1, arbitrary: one('try again') },
);

test('whatever happens to a session, pages stay honest about it', () => {
  const sequence = fc.array(anyAct, { minLength: 8, maxLength: 16 });
  const property = fc.property(sequence, (acts) => {
    const world = openWorld();
    for (const act of acts) world.perform(act);
    world.endHonestly();
  });
  fc.assert(property, { seed, numRuns: runs });
}, 60_000);

/** How a page signs out that the provider does not answer, which keeps the session and its cookie. */
function signOutUnanswered(prepare: (page: SessionPage, browser: BrowserModel) => void, tabs = 1) {
  const browser = createBrowserModel();
  const session = { id: 1, userId: 'user_0', isEnded: false };
  browser.stored = session;
  const open = () => openSessionPage({ browser, code: null, onShow: () => {}, onLeave: () => {} });
  const page = Array.from({ length: tabs }, open).at(-1)!;
  browser.pass(1_000);
  expect(page.shown.user?.id).toBe('user_0');
  prepare(page, browser);
  browser.outage = 'hangs';
  page.act('sign-out');
  browser.pass(1);
  Object.assign(session, { isEnded: false });
  browser.stored = session;
  browser.pass(10_000);
  expect(page.shown).toMatchObject({ user: null, fault: 'sign-out-unanswered' });
  browser.recover();
  return { browser, page };
}

const hang = (browser: BrowserModel) => Object.assign(browser, { outage: 'hangs' });

test.each<[string, (page: SessionPage, browser: BrowserModel) => void, number?]>([
  ['what asks afterwards', () => {}],
  [
    'what waits for a refresh that waits for another tab',
    (page, browser) => {
      hang(browser).jump(300_000);
      page.act('token');
      browser.pass(1_000);
    },
    2,
  ],
  ['a refresh that is answered before the page knows', (_, browser) => browser.jump(300_000)],
  [
    'the second of two that wait for a refresh',
    (page, browser) => {
      hang(browser).jump(300_000);
      page.act('token');
      page.act('token');
      browser.pass(1_000);
    },
  ],
])('%s does not bring back the session of a sign-out that was not answered', (_, prepare, tabs) => {
  const { browser, page } = signOutUnanswered(prepare, tabs);
  const { refreshes } = page;
  browser.pass(10_000);
  page.act('token');
  browser.pass(1_000);
  expect(page.shown).toMatchObject({ user: null, fault: 'sign-out-unanswered' });
  expect([page.refreshes, page.asks.size]).toEqual([refreshes, 0]);
  // Who wants to be signed in is asked about.
  page.happen({ kind: 'recheck' });
  browser.pass(1_000);
  expect(page.shown.user?.id).toBe('user_0');
  page.act('token');
  expect(page.asks.size).toBe(0);
});
