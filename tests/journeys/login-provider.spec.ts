import type { Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { translator } from '../../stand-ins/login/messages.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { headerSignOut, signInAtProvider, signUpAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = translator('en');
const site = wordsOf('en');

test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ timeout: 120_000 });

/** The current page is accessible and no wider than the screen (WCAG 1.4.10). */
async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect(await findOverflow(page)).toBeLessThanOrEqual(0);
}

/** What the site knows about the user after its next refresh. */
async function isEmailVerified(page: Page): Promise<boolean> {
  const refreshed = page.waitForResponse(/\/user_management\/authenticate$/);
  await page.goto(paths.account);
  return (await (await refreshed).json()).user.email_verified;
}

const signedIn = (page: Page) => page.getByRole('heading', { name: site('account.form.heading') });

test('an address is confirmed by the link of the mail, and before the session begins when that is demanded', async ({
  page,
  site: running,
  person,
  setFaults,
  guard,
}) => {
  guard.allow(/status of 422/);
  await page.goto(`${paths.login}?screen_hint=sign-up`);
  await signUpAtProvider(page, person);
  await expect(signedIn(page)).toBeVisible();
  expect(await isEmailVerified(page)).toBe(false);

  const [confirmation] = await running.listMails(person.email);
  await page.goto(/https?:\S+email-verification\S+/.exec(confirmation?.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('heading', { name: t('verifiedTitle') })).toBeVisible();
  await expectAccessible(page);
  expect(await isEmailVerified(page)).toBe(true);

  await setFaults({ emailVerification: 'required' });
  const newcomer = { ...person, email: `new.${person.email}` };
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${paths.login}?screen_hint=sign-up&returnTo=${paths.pricing}`);
  await signUpAtProvider(page, newcomer);
  await expect(page.getByRole('heading', { name: t('verificationTitle') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('confirm') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  const [mail] = await running.listMails(newcomer.email);
  await page.getByLabel(t('code')).fill(/^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: t('confirm') }).click();
  await expect(page).toHaveURL(paths.pricing);
  expect(await isEmailVerified(page)).toBe(true);
});

test('a forgotten password is set anew, which signs out every device', async ({
  page,
  openVisitor,
  site: running,
  person,
  guard,
}) => {
  guard.allow(/status of (400|410|422)/);
  await running.createAccount(person);
  const other = await openVisitor({ viewport: { width: 1440, height: 900 } });
  await other.goto(`${paths.login}?screen_hint=sign-in`);
  await signInAtProvider(other, person);
  await expect(headerSignOut(other)).toBeVisible();

  await page.goto(`${paths.login}?screen_hint=sign-in&returnTo=${paths.pricing}`);
  await page.getByRole('link', { name: t('passwordForgotten') }).click();
  await expectAccessible(page);
  await page.getByLabel(t('email')).fill(person.email);
  await page.getByRole('button', { name: t('sendLink') }).click();
  await expect(page.getByRole('heading', { name: t('resetSentTitle') })).toBeVisible();
  await expectAccessible(page);

  // The mail is opened in a tab of its own, where the site starts a sign-in of its own.
  const [mail] = await running.listMails(person.email);
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const tab = await page.context().newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: t('resetTitle') })).toBeVisible();
  await expect(tab.getByLabel(t('email'))).toHaveValue(person.email);
  await expectAccessible(tab);
  await tab.getByRole('button', { name: t('setPassword') }).click();
  await expect(tab.getByRole('alert')).toBeVisible();
  await expectAccessible(tab);
  const renewed = { ...person, password: 'an even longer password' };
  await tab.getByLabel(t('newPassword')).fill(renewed.password);
  await tab.getByRole('button', { name: t('setPassword') }).click();
  await expect(tab.getByRole('heading', { name: t('resetDoneTitle') })).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole('link', { name: t('signIn') }).click();
  await expect(tab.getByLabel(t('email'))).toHaveValue(person.email);
  await signInAtProvider(tab, renewed);
  await expect(signedIn(tab)).toBeVisible();

  await other.reload();
  await expect(headerSignOut(other)).toBeHidden();
  // In the original tab, the sign-in continues as requested.
  await page.getByRole('link', { name: t('backToSignIn') }).click();
  await signInAtProvider(page, renewed);
  await expect(page).toHaveURL(paths.pricing);

  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: t('linkNotGoodTitle') })).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole('link', { name: t('sendLinkAgain') }).click();
  await expect(tab.getByRole('button', { name: t('sendLink') })).toBeVisible();
});

test('an invitation leads to an account of its address in its organization, once', async ({
  page,
  site: running,
  person,
  guard,
}) => {
  guard.allow(/status of 410/);
  await running.saveOrganization({ id: 'org_inviting', name: 'Ant Colony', featureFlags: ['beta'] });
  const address = await running.invite(person.email, 'org_inviting');
  await page.goto(address);
  await expect(page.getByText(t('invitedToOrganization', { organization: 'Ant Colony' }))).toBeVisible();
  await expect(page.getByLabel(t('email'))).toHaveJSProperty('readOnly', true);
  await expectAccessible(page);
  await page.getByLabel(t('firstName')).fill(person.firstName);
  await page.getByLabel(t('lastName')).fill(person.lastName);
  await page.getByLabel(t('password')).fill(person.password);
  const exchanged = page.waitForResponse(/\/user_management\/authenticate$/);
  await page.getByRole('button', { name: t('signUp') }).click();
  expect(await (await exchanged).json()).toMatchObject({
    organization_id: 'org_inviting',
    user: { email: person.email, email_verified: true },
  });
  await expect(page).toHaveURL(paths.signedUp);

  await page.goto(address);
  await expect(page.getByRole('heading', { name: t('invitationUsedTitle') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('signIn') }).click();
  await expect(page.getByLabel(t('email'))).toHaveValue(person.email);
});

test('somebody in two organizations chooses one, and is told where they do not belong', async ({
  page,
  site: running,
  person,
  guard,
}) => {
  guard.allow(/status of 403/);
  await running.createAccount(person);
  const members = [{ email: person.email }];
  await running.saveOrganization({ id: 'org_first', name: 'First Ants', members });
  await running.saveOrganization({ id: 'org_second', name: 'Second Ants', members });
  await running.saveOrganization({ id: 'org_foreign', name: 'Foreign Ants' });

  await page.goto(`${paths.login}?screen_hint=sign-in&organization_id=org_foreign`);
  await expect(page.getByText('Foreign Ants')).toBeVisible();
  await expectAccessible(page);
  await signInAtProvider(page, person);
  await expect(
    page.getByRole('heading', { name: t('notMemberTitle', { organization: 'Foreign Ants' }) }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: t('withoutOrganization') }).click();
  await signInAtProvider(page, person);
  await expect(page.getByRole('heading', { name: t('organizationTitle') })).toBeVisible();
  await expectAccessible(page);
  const exchanged = page.waitForResponse(/\/user_management\/authenticate$/);
  await page.getByRole('button', { name: 'Second Ants' }).click();
  expect(await (await exchanged).json()).toMatchObject({ organization_id: 'org_second' });
  await expect(signedIn(page)).toBeVisible();
});

test('the page by hand makes an organization, lets faults happen and lets the staff act for somebody', async ({
  page,
  site: running,
  person,
}) => {
  await running.createAccount(person);
  const hand = `${running.loginOrigin}/`;
  await page.goto(hand);
  await page.getByLabel('Name', { exact: true }).fill('Ants by Hand');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Done.')).toBeFocused();
  await page.getByLabel('Organization', { exact: true }).selectOption('Ants by Hand');
  await expectAccessible(page);

  await page.getByLabel('Confirming the address').selectOption('required');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('Done.')).toBeFocused();
  await expect(page.getByLabel('Confirming the address')).toHaveValue('required');
  await page.getByRole('button', { name: 'As usual again' }).click();
  await expect(page.getByLabel('Confirming the address')).toHaveValue('offered');

  await page.getByLabel('Account', { exact: true }).selectOption(person.email);
  await page.getByLabel('E-mail of whoever acts').fill('support@example.com');
  await page.getByLabel('Reason').fill('Ticket 17');
  await page.getByRole('button', { name: 'Go to the site as this account' }).click();
  const bar = page.getByRole('region', { name: site('layout.impersonation.label') });
  await expect(bar).toContainText('support@example.com');
  await expect(bar).toContainText('Ticket 17');
});
