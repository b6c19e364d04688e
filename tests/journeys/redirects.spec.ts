import type { Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { clientId } from '../../stand-ins/login/config.ts';
import { Visitor } from '../../stand-ins/login/testing/visitor.ts';
import { brokenStates, craftedLinks, foreignAddresses, oddPaths } from '../factories/return-addresses.ts';
import { becomeInteractive, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/*
 * Nobody is led away from this site by what a stranger wrote into an address. That no request went elsewhere, nothing was
 * thrown and nothing had to be blocked is for the guard around every journey.
 */

const t = wordsOf('en');

// Where one page replaces another, nothing slides in, which would take longer than everything checked here.
const formHeading = (page: Page) => page.getByRole('heading', { name: t('account.form.heading') });

/** Whether a script of a stranger has run: each address that is a script calls `alert`. */
const hasRun = (page: Page) => page.evaluate(() => 'scriptRan' in window);

test.beforeEach(({ context }) =>
  context.addInitScript(() => Object.assign(window, { alert: () => Object.assign(window, { scriptRan: true }) })),
);

/** Where a signed-in person sent to `returnTo` must arrive. */
const arrivalOf = (returnTo: string, origin: string) =>
  foreignAddresses.includes(returnTo) ? origin + paths.account : new URL(returnTo, origin).href;

/** One of each kind; the whole lists are gone through without a browser (app/account/session/return-address.test.ts). */
const foreign = '/.//evil.example';
const odd = '/%2f%2fevil.example';
const brokenState = '{"returnTo":"//evil.example"';
const links = [
  '/account?code=stolen&state=%7B%22returnTo%22%3A%22%2F%2Fevil.example%22%7D',
  '/account?error=%3Cimg%20src=x%20onerror=alert(1)%3E&error_uri=https://evil.example',
  '/account?screen_hint=javascript:alert(1)&returnTo=javascript:alert(1)',
  '/account#"><img src=x onerror=alert(1)>',
  '/.//evil.example/account/',
];

test('what stands here is in the lists, and this browser reads them as the lists’ own test does', async ({ page }) => {
  expect(foreignAddresses).toContain(foreign);
  expect(oddPaths).toContain(odd);
  expect(brokenStates).toContain(brokenState);
  expect(craftedLinks).toEqual(expect.arrayContaining(links));
  await page.goto('/robots.txt');
  const all = [...foreignAddresses, ...oddPaths];
  /** The path of each address that is one of this site. */
  const readAll = (addresses: string[]) =>
    addresses.map((address) => {
      const site = 'https://writing-ant.example';
      if (!URL.canParse(address, site)) return null;
      const { origin, href } = new URL(address, site);
      return origin === site ? href : null;
    });
  expect(await page.evaluate(readAll, all)).toEqual(readAll(all));
});

test('an address to return to leads nowhere but to this site, also one that is there when the page is loaded', async ({
  site,
  person,
  page,
}) => {
  await signInDirectly(page, site, person);
  await page.goto(paths.account);
  await expect(formHeading(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  for (const returnTo of [foreign, odd]) {
    // Like the browser's Back: the page at the address opens without a reload.
    const goTo = (address: string) =>
      page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
    await goTo(paths.loggedOut);
    await expect(page.getByRole('heading', { name: t('logged-out.signed-in') })).toBeVisible();
    await goTo(`${paths.account}?screen_hint=sign-in&returnTo=${encodeURIComponent(returnTo)}`);
    const heading = page.getByRole('heading', { name: t('not-found.title') });
    await expect(returnTo === odd ? heading : formHeading(page)).toBeVisible();
    expect(page.url()).toBe(arrivalOf(returnTo, site.origin));
  }
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  expect(await hasRun(page)).toBe(false);

  for (const returnTo of [foreign, odd]) {
    await page.goto(`${paths.account}?screen_hint=sign-in&returnTo=${encodeURIComponent(returnTo)}`);
    await expect(page).toHaveURL(arrivalOf(returnTo, site.origin));
    await expect(page.locator('html[data-interactive]')).toBeAttached();
    expect(new URL(page.url()).origin).toBe(site.origin);
    expect(await hasRun(page)).toBe(false);
  }
});

test('a state that was changed on the way of a sign-in leads nowhere but to this site', async ({
  site,
  person,
  page,
  guard,
}) => {
  guard.allow(/AuthKit: ignoring malformed `state` parameter/);
  await site.createAccount(person);
  // One request of the site's own serves for both: only its state differs.
  await page.goto(`${paths.account}?screen_hint=sign-in`);
  await page.waitForURL(`${site.loginOrigin}/**`);
  const request = new URL(page.url());
  await page.goto('/robots.txt');
  const verifier = await page.evaluate(() => sessionStorage.getItem('workos:code-verifier'));
  const visitor = new Visitor({ address: site.loginOrigin, siteOrigin: site.origin });
  for (const state of [brokenState, JSON.stringify({ returnTo: foreign })]) {
    await page.evaluate((verifier) => sessionStorage.setItem('workos:code-verifier', verifier!), verifier);
    request.searchParams.set('state', state);
    // The provider's pages are not being tested here: its form is sent without them.
    const { email, password } = person;
    const answer = await visitor.post(request.href, { email, password });
    await page.goto(answer.headers.get('location')!);
    await expect(formHeading(page)).toBeVisible();
    await expect(page).toHaveURL(site.origin + paths.account);
    expect(await hasRun(page)).toBe(false);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a link that somebody made up leads nowhere but to this site', async ({ site, page, guard }) => {
  guard.allow(/status of 404/);
  for (const link of links)
    await test.step(link, async () => {
      // Written out: a path that begins with two slashes would be taken for a host.
      await page.goto(site.origin + link);
      await becomeInteractive(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(t('account.checking'))).toHaveCount(0);
      expect(new URL(page.url()).origin).toBe(site.origin);
      expect(await hasRun(page)).toBe(false);
    });
});

test('a link passes on to the login provider only what a sign-in may carry', async ({ page, site }) => {
  const elsewhere = 'https://evil.example';
  const query = new URLSearchParams({
    screen_hint: 'sign-in',
    returnTo: '//evil.example',
    redirect_uri: elsewhere,
    response_type: 'token',
    client_id: 'another',
    provider: 'another',
    code_challenge: 'another',
    state: elsewhere,
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
