import { paths } from '../../shared/paths.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { becomeInteractive, headerSignOut, keepSession, signInAtProvider, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test('the page after signing out tells whoever is signed in that they are, and names nobody else', async ({
  page,
  site,
  person,
}) => {
  await page.goto(paths.loggedOut);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
  await becomeInteractive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
  await signInDirectly(page, site, person);
  await page.goto(paths.loggedOut);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in');
  await expect(main).toContainText(t('account.form.lead', { email: person.email }));
  await expect(main).not.toContainText(t('logged-out.text'));
  await expect(main.getByRole('button', { name: t('logged-out.sign-in') })).toHaveCount(0);
  await expect(headerSignOut(page)).toBeVisible();
  await expect(page.getByRole('region', { name: t('layout.impersonation.label') })).toHaveCount(0);
  await main.getByRole('link', { name: t('account.rooms') }).click();
  await expect(page).toHaveURL(paths.account);
});

test('who acts for somebody else is named on every page, with the reason and a way out', async ({
  page,
  site,
  person,
}) => {
  await site.createAccount(person);
  const impersonator = { email: 'support@example.com', reason: 'Ticket 4711' };
  await keepSession(page, site, person, { impersonator });
  for (const locale of walkedLocales) {
    const words = wordsOf(locale);
    await page.goto(`${paths.features}?lang=${locale}`);
    const bar = page.getByRole('region', { name: words('layout.impersonation.label') });
    await expect(bar).toContainText(
      words('layout.impersonation.who', { actor: impersonator.email, user: person.email }),
    );
    await expect(bar).toContainText(words('layout.impersonation.reason', { reason: impersonator.reason }));
  }
  await page.goto(`${paths.account}?lang=en`);
  const bar = page.getByRole('region', { name: t('layout.impersonation.label') });
  await bar.getByRole('button', { name: t('layout.account.sign-out') }).click();
  await expect(page).toHaveURL(paths.loggedOut);
});

test('what goes with a sign-in reaches the login provider', async ({ page, site, person }) => {
  await site.createAccount(person);
  const query = new URLSearchParams({
    screen_hint: 'sign-in',
    connection_id: 'conn_1',
    domain_hint: 'example.com',
    login_hint: person.email,
    returnTo: paths.pricing,
  });
  const asked = page.waitForRequest(/\/user_management\/authorize\?/);
  await page.goto(`${paths.login}?${query}`);
  const sent = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(sent)).toMatchObject({
    screen_hint: 'sign-in',
    connection_id: 'conn_1',
    domain_hint: 'example.com',
    login_hint: person.email,
    response_type: 'code',
    provider: 'authkit',
    code_challenge_method: 'S256',
    state: JSON.stringify({ returnTo: paths.pricing }),
  });
  await signInAtProvider(page, person);
  await expect(page).toHaveURL(paths.pricing);
  await expect(headerSignOut(page)).toBeVisible();
});

for (const token of ['password_reset_token', 'invitation_token'])
  test(`a ${token} is brought to the login provider, also by somebody who is signed in`, async ({
    page,
    site,
    person,
    guard,
  }) => {
    guard.allow(/status of 404 .*from-a-mail/);
    await signInDirectly(page, site, person);
    const asked = page.waitForRequest(/\/user_management\/authorize\?/);
    await page.goto(`${paths.account}?screen_hint=sign-in&${token}=from-a-mail`);
    expect(new URL((await asked).url()).searchParams.get(token)).toBe('from-a-mail');
    await expect(page).toHaveURL(new RegExp(`^${site.loginOrigin}`));
  });

test('the initiate-login address takes somebody who is signed in to where they wanted to go', async ({
  page,
  site,
  person,
}) => {
  await signInDirectly(page, site, person);
  const before = (await site.listLoginRequests()).length;
  await page.goto(`${paths.login}?screen_hint=sign-in`);
  await expect(page.getByRole('heading', { name: t('account.form.heading') })).toBeVisible();
  await expect(page).toHaveURL(paths.login);
  await page.goto(`${paths.login}?screen_hint=sign-in&returnTo=${encodeURIComponent(paths.pricing)}`);
  await expect(page).toHaveURL(paths.pricing);
  const asked = (await site.listLoginRequests()).slice(before).map(({ path }) => path);
  expect(asked).not.toContain('/user_management/authorize');
});

test('a site without a client id says that signing in is not set up', async ({ page }) => {
  await page.route(paths.account, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"loginClientId":"[^"]+"/, '"loginClientId":""');
    await route.fulfill({ response, body });
  });
  await page.goto(paths.account);
  await becomeInteractive(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.offer.sign-in') })
    .click();
  await expect(page.getByText(t('account.fault.not-configured'))).toBeVisible();
});

test('a browser that blocks storage is told so', async ({ page }) => {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('Access is denied.', 'SecurityError');
        },
      });
  });
  await page.goto(paths.account);
  await becomeInteractive(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.offer.sign-in') })
    .click();
  await expect(page.getByText(t('account.fault.storage-blocked'))).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: t('account.offer.sign-in') })).toBeEnabled();
});

test('a page without a secure connection says that signing in needs one', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }));
  await page.goto(paths.account);
  await becomeInteractive(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.offer.sign-up') })
    .click();
  await expect(page.getByText(t('account.fault.insecure-context'))).toBeVisible();
});

test('somebody in several organizations keeps the first when the provider does not answer, goes to another without signing in, and signs in for one that refuses', async ({
  page,
  site,
  person,
  setFaults,
  guard,
}) => {
  guard.allow(/status of (400|503) .*\/user_management\/authenticate/);
  const organizationIn = (name: string) => page.getByText(t('account.form.organization', { organization: name }));
  const roleOf = (role: string) => page.getByText(t('account.form.role', { role }));
  const address = (id: string) => `${paths.account}?screen_hint=sign-in&organization_id=${id}`;
  await site.createAccount(person);
  for (const [id, role] of [
    ['org_press', 'editor'],
    ['org_law', 'admin'],
    ['org_left', 'admin'],
  ] as const)
    await site.saveOrganization({ id, name: id, members: [{ email: person.email, role }] });
  await keepSession(page, site, person, { organizationId: 'org_press' });
  await page.goto(paths.account);
  await expect(organizationIn('org_press')).toBeVisible();
  await expect(roleOf('editor')).toBeVisible();

  await test.step('the provider does not answer', async () => {
    // Only the switch meets the fault: the page before it has loaded.
    await page.route(/\/user_management\/authenticate$/, async (route) => {
      const isSwitch = route.request().postDataJSON().organization_id === 'org_law';
      if (isSwitch) await setFaults({ authenticate: 'unavailable' });
      await route.continue();
    });
    await page.goto(address('org_law'));
    await expect(page.getByText(t('account.fault.unreachable'))).toBeVisible();
    await expect(organizationIn('org_press')).toBeVisible();
    await page.unrouteAll();
    await setFaults({});
    await page.reload();
    await expect(organizationIn('org_press')).toBeVisible();
  });

  await test.step('it answers', async () => {
    await page.goto(address('org_law'));
    await expect(organizationIn('org_law')).toBeVisible();
    await expect(roleOf('admin')).toBeVisible();
    await expect(page).toHaveURL(paths.account);
    await page.reload();
    await expect(organizationIn('org_law')).toBeVisible();
  });

  await test.step('one refuses the session', async () => {
    await site.endMembership({ email: person.email, organizationId: 'org_left' });
    const asked = page.waitForRequest(/\/user_management\/authorize\?/);
    await page.goto(address('org_left'));
    expect(new URL((await asked).url()).searchParams.get('organization_id')).toBe('org_left');
    await expect(page).toHaveURL(new RegExp(`^${site.loginOrigin}`));
  });
});
