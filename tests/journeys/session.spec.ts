import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { apiPaths } from '../../shared/api-paths.ts';
import { paths } from '../../shared/paths.ts';
import { scriptOf } from './fixtures/chunks.ts';
import { tell } from './fixtures/session-steps.ts';
import {
  becomeInteractive,
  downloadForm,
  headerSignOut,
  holdRequests,
  keepSession,
  signInAtProvider,
  signInDirectly,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

const signUpButton = (page: Page) => page.getByRole('button', { name: t('account.offer.sign-up') });
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: t('account.offer.sign-in') });
const formHeading = (page: Page) => page.getByRole('heading', { name: t('account.form.heading') });

/** Records the chunks of the login client that `page` fetches. */
function watchLibrary(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (scriptOf('app/account/session/session-keeper.ts').test(request.url())) fetched.push(request.url());
  });
  return fetched;
}

test.describe('signed out', () => {
  test('the three addresses offer signing up and in, and nobody is sent away', async ({ page, site }) => {
    const library = watchLibrary(page);
    const before = (await site.listLoginRequests()).length;
    for (const path of [paths.account, paths.login, paths.download]) {
      await page.goto(path);
      await becomeInteractive(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account.title'));
      await expect(signUpButton(page)).toBeVisible();
      await expect(signInButton(page)).toBeVisible();
      await expect(page.getByText(t('account.checking'))).toBeHidden();
      await expect(page.getByText(t('account.redirecting'))).toBeHidden();
      await expect(page).toHaveURL(path);
    }
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('layout.menu.pricing') })
      .click();
    await expect(page).toHaveURL(paths.pricing);
    expect(await site.listLoginRequests()).toHaveLength(before);
    expect(library).toEqual([]);
    await page.goto(paths.account);
    await signInButton(page).click();
    await expect(page).toHaveURL(new RegExp(`^${site.loginOrigin}`));
    expect(library).toHaveLength(1);
  });

  test('where cookies cannot be read no session is looked for', async ({ page, guard }) => {
    guard.allow(/blocked/);
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'cookie', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
    );
    await page.goto(paths.account);
    expect(await page.evaluate(() => 'session' in document.documentElement.dataset)).toBe(false);
    await becomeInteractive(page);
    await expect(signInButton(page)).toBeVisible();
  });

  test('a choice says that the browser is on its way, and the browser’s Back offers it again', async ({
    page,
    site,
  }) => {
    const release = await holdRequests(page, scriptOf('app/account/session/session-keeper.ts'));
    await page.goto(paths.account);
    await signInButton(page).click();
    await expect(page.getByText(t('account.redirecting'))).toBeVisible();
    release();
    await expect(page).toHaveURL(new RegExp(`^${site.loginOrigin}`));
    await page.goBack();
    await expect(signInButton(page)).toBeVisible();
  });

  test('?screen_hint= goes to the login provider at once', async ({ page, site, person }) => {
    await page.goto(`${paths.account}?screen_hint=sign-in`);
    await expect(page).toHaveURL(new RegExp(`^${site.loginOrigin}`));
    expect((await site.listLoginRequests()).at(-1)?.screenHint).toBe('sign-in');

    await page.goto(await site.invite(person.email));
    await expect(page.locator('#email')).toHaveValue(person.email);
    await page.locator('#firstName').fill(person.firstName);
    await page.locator('#lastName').fill(person.lastName);
    await page.locator('#password').fill(person.password);
    await page.getByRole('button').click();
    await expect(page).toHaveURL(paths.signedUp);
    await expect(page.getByRole('heading', { name: t('signed-up.title') })).toBeVisible();
    await expect(headerSignOut(page)).toBeVisible();
  });

  test('a sign-in returns to a page of this site and to nothing else', async ({ page, site, person }) => {
    await site.createAccount(person);
    const returns = {
      [`${paths.pricing}?plan=high#enterprise`]: `${site.origin}${paths.pricing}?plan=high#enterprise`,
      // Many more: redirects.spec.ts.
      '//evil.example': site.origin + paths.account,
    };
    for (const [returnTo, arrival] of Object.entries(returns)) {
      await page.goto(`${paths.account}?screen_hint=sign-in&returnTo=${encodeURIComponent(returnTo)}`);
      await signInAtProvider(page, person);
      await expect(headerSignOut(page)).toBeVisible();
      await expect(page).toHaveURL(arrival);
      expect(await page.evaluate(() => sessionStorage.getItem('workos:code-verifier'))).toBeNull();
      await page.evaluate(() => localStorage.clear());
    }
  });

  test('a sign-in that was cancelled says so and can be tried again', async ({ page, person, site }) => {
    await site.createAccount(person);
    await page.goto(paths.download);
    await signInButton(page).click();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(page.getByText(t('account.fault.cancelled'))).toBeVisible();
    await expect(page).toHaveURL(paths.account);
    await signInButton(page).click();
    await signInAtProvider(page, person);
    await expect(formHeading(page)).toBeVisible();
    await expect(page.getByText(t('account.fault.cancelled'))).toHaveCount(0);
  });

  test('a code that this browser did not ask for is dropped, which the page says', async ({ page, person, site }) => {
    const listExchanges = async () =>
      (await site.listLoginRequests()).filter(({ grantType }) => grantType === 'authorization_code');
    const before = await listExchanges();
    await page.goto(`${paths.account}?code=stolen&state=%7B%22returnTo%22%3A%22%2Fterms%22%7D`);
    await expect(page.getByText(t('account.fault.exchange-failed'))).toBeVisible();
    await expect(page).toHaveURL(paths.account);
    await expect(signInButton(page)).toBeVisible();
    expect(await listExchanges()).toEqual(before);

    await signInDirectly(page, site, person);
    await page.goto(`${paths.account}?code=stolen`);
    await expect(formHeading(page)).toBeVisible();
    await expect(page).toHaveURL(paths.account);
  });

  test('a code that the login provider refuses leads to an explanation', async ({
    page,
    person,
    site,
    setFaults,
    guard,
  }) => {
    guard.allow(/status of 400/, /Console error: .*session has already ended/);
    await site.createAccount(person);
    await page.goto(paths.account);
    await signInButton(page).click();
    await page.locator('#email').waitFor();
    await setFaults({ authenticate: 'dead-session' });
    await signInAtProvider(page, person);
    await expect(page.getByText(t('account.fault.exchange-failed'))).toBeVisible();
    await expect(page).toHaveURL(paths.account);
  });
});

test.describe('with a session', () => {
  test.beforeEach(({ page, site, person }) => signInDirectly(page, site, person));

  test('who is signed in is said as soon as the provider has answered, before the page is interactive', async ({
    page,
    person,
  }) => {
    const release = await holdRequests(page, scriptOf('app/site/entry-client.tsx'));
    await page.goto(paths.account, { waitUntil: 'commit' });
    const name = page.getByText(t('account.form.lead', { email: person.email }));
    await expect(name).toBeVisible();
    await expect(page.getByText(t('account.checking'))).toBeHidden();
    await expect(page.locator('html')).not.toHaveAttribute('data-interactive');
    release();
    await expect(downloadForm(page).fullName).toBeVisible();
    await expect(name).toHaveCount(1);
  });

  test('who signs out elsewhere before the page is interactive is named no more', async ({ page, person }) => {
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/robots.txt');
    const release = await holdRequests(page, scriptOf('app/site/entry-client.tsx'));
    await page.goto(paths.account, { waitUntil: 'commit' });
    const name = page.getByText(t('account.form.lead', { email: person.email }));
    await expect(name).toBeVisible();
    await tell(elsewhere, { userId: null });
    await expect(name).toBeHidden();
    release();
    await expect(signInButton(page)).toBeVisible();
  });

  test('who signs in elsewhere is looked for visibly, also after a first one was found', async ({ page, person }) => {
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/robots.txt');
    await page.goto(paths.account);
    await expect(downloadForm(page).fullName).toBeVisible();
    await tell(elsewhere, { userId: 'user_of_another_tab' });
    await expect(page.getByText(t('account.checking'))).toBeVisible();
    await expect(signInButton(page)).toBeHidden();
    // Nobody has come: the person is the same.
    await expect(page.getByText(t('account.form.lead', { email: person.email }))).toBeVisible();
  });

  test('the page says that it looks for the session, and fetches the login client', async ({ page, setFaults }) => {
    const library = watchLibrary(page);
    await setFaults({ delayMs: 1500 });
    await page.goto(paths.login);
    await expect(page.getByText(t('account.checking'))).toBeVisible();
    await expect(signInButton(page)).toBeHidden();
    await expect(formHeading(page)).toBeVisible();
    await expect(page.getByText(t('account.checking'))).toHaveCount(0);
    expect(library).toHaveLength(1);
  });

  test('the three addresses show the form, and stay; their inline scripts find by its name what they wait for', async ({
    page,
  }) => {
    for (const path of [paths.account, paths.login, paths.download]) {
      await page.goto(path);
      await expect(downloadForm(page).accept).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    // Without it they would not wait for the provider to be asked, and nobody would notice.
    const begun = await page.evaluate(async () => {
      const [entry] = document.querySelector<HTMLElement>('script[data-session]')!.dataset.session!.split(' ');
      const module: { begun?: unknown } = await import(entry!);
      return module.begun instanceof Promise;
    });
    expect(begun).toBe(true);
  });

  test('a provider that is down is explained, and found again without a reload', async ({ page, site, guard }) => {
    const { clock } = page.context();
    await clock.install();
    guard.allow(/Failed to load resource: net::ERR_CONNECTION_REFUSED/);
    await page.goto(paths.account);
    await expect(formHeading(page)).toBeVisible();
    await site.stop('login');
    const unreachable = page.getByText(t('account.fault.unreachable'));
    try {
      await page.reload();
      await expect(page.getByText(t('account.checking'))).toBeVisible();
      await clock.fastForward(10_000);
      await expect(unreachable).toBeVisible();
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      await page.getByRole('button', { name: t('account.fault.retry') }).click();
      await expect(unreachable).toHaveCount(0);
      await clock.fastForward(10_000);
      await expect(unreachable).toBeVisible();
    } finally {
      await site.start('login');
    }
    await clock.fastForward(10_000);
    await expect(formHeading(page)).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });

  test('signing out ends the session here and at the login provider', async ({ page, site, guard }) => {
    guard.allow(/status of 40[01]/);
    const asking = page.waitForRequest((request) => new URL(request.url()).pathname === apiPaths.account);
    await page.goto(paths.account);
    const { authorization } = (await asking).headers();
    const token = await page.evaluate(() =>
      Object.entries(localStorage).find(([key]) => key.startsWith('workos:refresh-token')),
    );
    await headerSignOut(page).click();
    await expect(page).toHaveURL(paths.loggedOut);
    await expect(headerSignOut(page)).toHaveCount(0);
    expect((await site.listLoginRequests()).map(({ path }) => path)).toContain('/user_management/sessions/logout');
    await page.goto(paths.account);
    await expect(signInButton(page)).toBeVisible();

    // Not even with the tokens that this browser had.
    const answer = await fetch(site.origin + apiPaths.account, { headers: { authorization: authorization! } });
    expect(answer.status).toBe(401);
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), token!);
    await page.reload();
    await expect(signInButton(page)).toBeVisible();
    await expect(headerSignOut(page)).toHaveCount(0);
  });

  test('while the browser leaves to sign out, nothing asks for a new session', async ({ page, site }) => {
    const countAnswers = async () =>
      (await site.listLoginRequests()).filter(({ grantType }) => grantType === 'refresh_token').length;
    await page.goto(paths.account);
    await expect(formHeading(page)).toBeVisible();
    const release = await holdRequests(page, /\/sessions\/logout/);
    const before = await countAnswers();
    await headerSignOut(page).click({ noWaitAfter: true });
    // The client checks its token each second.
    await setTimeout(2500);
    expect(await countAnswers()).toBe(before);
    release();
    await expect(page).toHaveURL(paths.loggedOut);
  });

  test('only who is signed in can sign out, in the header and in the drawer', async ({
    page,
    openVisitor,
    person,
    site,
  }) => {
    const name = t('layout.account.sign-out');
    const drawerOf = async (visitor: Page) => {
      await visitor.setViewportSize({ width: 390, height: 800 });
      await visitor.getByRole('button', { name: t('layout.menu.open') }).click();
      return visitor.getByRole('dialog');
    };
    const stranger = await openVisitor();
    await stranger.goto(paths.landing);
    await becomeInteractive(stranger);
    await expect(stranger.getByRole('button', { name, includeHidden: true })).toHaveCount(0);
    await expect((await drawerOf(stranger)).getByRole('button', { name })).toHaveCount(0);

    await page.goto(paths.landing);
    await expect(headerSignOut(page)).toBeVisible();
    await (await drawerOf(page)).getByRole('button', { name }).click();
    await expect(page).toHaveURL(paths.loggedOut);

    // On a page shown while the session is being looked for, the button is not there yet.
    await keepSession(page, site, person);
    await page.goto(paths.landing);
    await expect((await drawerOf(page)).getByRole('button', { name })).toBeVisible();
  });
});
