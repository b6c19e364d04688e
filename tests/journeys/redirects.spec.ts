import type { Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { clientId } from '../../stand-ins/login/config.ts';
import { Visitor } from '../../stand-ins/login/testing/visitor.ts';
import { brokenStates, craftedLinks, foreignAddresses, oddPaths } from '../factories/return-addresses.ts';
import { becomeInteractive, keepSession, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/*
 * Nobody is led away from this site by what a stranger wrote into an address. That no request went elsewhere, nothing was
 * thrown and nothing had to be blocked is for the guard around every journey.
 */

const t = wordsOf('en');

// Where one page replaces another, nothing slides in, which would take longer than everything checked here.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const formHeading = (page: Page) => page.getByRole('heading', { name: t('account.form.heading') });

/** A browser with one page, and what is done in it with each of many addresses. */
interface Visit {
  page: Page;
  arrive: (item: string) => Promise<unknown>;
}

/** Works through `items` in a few browsers, because each of them mostly waits. Nothing may run a script. */
async function inTurn(items: readonly string[], open: () => Promise<Visit>) {
  const queue = [...items];
  const work = async () => {
    const { page, arrive } = await open();
    // Each address that is a script calls `alert`.
    await page.addInitScript(() => Object.assign(window, { alert: () => Object.assign(window, { scriptRan: true }) }));
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const what = JSON.stringify(item).slice(0, 100);
      await test.step(what, () => arrive(item!));
      expect(await page.evaluate(() => 'scriptRan' in window), `${what} runs a script`).toBe(false);
    }
  };
  await Promise.all(Array.from({ length: 3 }, work));
}

/**
 * Waits, in the page itself and at each of its frames, until it shows this heading: faster than polling from the test.
 */
const waitForHeading = (page: Page, text: string) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('h1, h2')].some(
        (each) => each.textContent?.trim() === text && each.checkVisibility(),
      ),
    text,
    { timeout: 20_000 },
  );

/** Where a signed-in person sent to `returnTo` must arrive. */
const arrivalOf = (returnTo: string, origin: string) =>
  foreignAddresses.includes(returnTo) ? origin + paths.account : new URL(returnTo, origin).href;

test('an address to return to leads nowhere but to this site', async ({ site, person, page }) => {
  await signInDirectly(page, site, person);
  await page.goto(paths.account);
  await expect(formHeading(page)).toBeVisible();
  await page.evaluate(() =>
    Object.assign(window, { notReloaded: true, alert: () => Object.assign(window, { scriptRan: true }) }),
  );
  for (const returnTo of [...foreignAddresses, ...oddPaths]) {
    // Like the browser's Back: the page at the address opens without a reload.
    const goTo = (address: string) =>
      page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
    await goTo(paths.loggedOut);
    await waitForHeading(page, t('logged-out.signed-in'));
    await goTo(`${paths.account}?screen_hint=sign-in&returnTo=${encodeURIComponent(returnTo)}`);
    const isAccount = arrivalOf(returnTo, site.origin).startsWith(site.origin + paths.account);
    await waitForHeading(page, isAccount ? t('account.form.heading') : t('not-found.title'));
    expect(page.url(), JSON.stringify(returnTo)).toBe(arrivalOf(returnTo, site.origin));
  }
  expect(await page.evaluate(() => ['notReloaded' in window, 'scriptRan' in window])).toEqual([true, false]);
});

test('nor does one that is there when the page is loaded', async ({ site, person, openVisitor }) => {
  await site.createAccount(person);
  const some = [...foreignAddresses, ...oddPaths].filter((_, index) => index % 7 === 0);
  await inTurn(some, async () => {
    const page = await openVisitor();
    await keepSession(page, site, person);
    const arrive = async (returnTo: string) => {
      await page.goto(`${paths.account}?screen_hint=sign-in&returnTo=${encodeURIComponent(returnTo)}`);
      await expect(page).toHaveURL(arrivalOf(returnTo, site.origin));
      await expect(page.locator('html[data-interactive]')).toBeAttached();
      expect(new URL(page.url()).origin).toBe(site.origin);
    };
    return { page, arrive };
  });
});

test('a state that was changed on the way of a sign-in leads nowhere but to this site', async ({
  site,
  person,
  openVisitor,
  guard,
}) => {
  guard.allow(/AuthKit: ignoring malformed `state` parameter/);
  await site.createAccount(person);
  const foreign = foreignAddresses.filter((_, index) => index % 12 === 0);
  await inTurn([...brokenStates, ...foreign.map((returnTo) => JSON.stringify({ returnTo }))], async () => {
    const page = await openVisitor();
    // One request of the site's own serves for all: only its state differs.
    await page.goto(`${paths.account}?screen_hint=sign-in`);
    await page.waitForURL(`${site.loginOrigin}/**`);
    const request = new URL(page.url());
    await page.goto('/robots.txt');
    const verifier = await page.evaluate(() => sessionStorage.getItem('workos:code-verifier'));
    const visitor = new Visitor({ address: site.loginOrigin, siteOrigin: site.origin });
    const arrive = async (state: string) => {
      await page.evaluate((verifier) => sessionStorage.setItem('workos:code-verifier', verifier!), verifier);
      request.searchParams.set('state', state);
      // The provider's pages are not being tested here: its form is sent without them.
      const { email, password } = person;
      const answer = await visitor.post(request.href, { email, password });
      await page.goto(answer.headers.get('location')!);
      await expect(formHeading(page)).toBeVisible();
      await expect(page).toHaveURL(site.origin + paths.account);
      await page.evaluate(() => localStorage.clear());
    };
    return { page, arrive };
  });
});

test('a link that somebody made up leads nowhere but to this site', async ({ site, openVisitor, guard }) => {
  guard.allow(/status of 404/);
  await inTurn(craftedLinks, async () => {
    const page = await openVisitor();
    const arrive = async (link: string) => {
      // Written out: a path that begins with two slashes would be taken for a host.
      await page.goto(site.origin + link);
      await becomeInteractive(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(t('account.checking'))).toHaveCount(0);
      expect(new URL(page.url()).origin).toBe(site.origin);
    };
    return { page, arrive };
  });
});

test('a link passes on to the login provider only what a sign-in may carry', async ({ page, site }) => {
  const foreign = 'https://evil.example';
  const query = new URLSearchParams({
    screen_hint: 'sign-in',
    returnTo: '//evil.example',
    redirect_uri: foreign,
    response_type: 'token',
    client_id: 'another',
    provider: 'another',
    code_challenge: 'another',
    state: foreign,
    domain_hint: 'example.com&redirect_uri=https://evil.example',
  });
  await page.goto(`${paths.account}?${query}`);
  await page.waitForURL(`${site.loginOrigin}/**`);
  const sent = new URL(page.url()).searchParams;
  expect(sent.getAll('redirect_uri')).toEqual([site.origin + paths.account]);
  expect(sent.getAll('response_type')).toEqual(['code']);
  expect(sent.getAll('provider')).toEqual(['authkit']);
  expect(sent.getAll('domain_hint')).toEqual([query.get('domain_hint')]);
  expect(sent.getAll('client_id')).toEqual([clientId]);
  expect(sent.getAll('code_challenge')).not.toContain('another');
  // The state comes from a stranger; it is checked when it comes back.
  expect(sent.getAll('state')).toEqual([JSON.stringify({ returnTo: '//evil.example' })]);
});
