import { paths } from '../../shared/paths.ts';
import { keptPages } from './fixtures/kept-pages.ts';
import { describeSessionEvents } from './fixtures/session-events.ts';
import { describeSessionFaults } from './fixtures/session-faults.ts';
import { describeSessionMeetings } from './fixtures/session-meetings.ts';
import { describeSessionOutages } from './fixtures/session-outages.ts';
import { openSignedIn } from './fixtures/session-steps.ts';
import { headerSignOut, signUpAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.use({ inCookieMode: true, ...keptPages });

describeSessionFaults();
describeSessionEvents();
describeSessionMeetings();
describeSessionOutages();

test('the tokens of a session are out of reach of the page, also after a reload', async ({ page, site, person }) => {
  await page.goto(paths.account);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.offer.sign-up') })
    .click();
  await signUpAtProvider(page, person);
  const heading = page.getByRole('heading', { name: t('account.form.heading') });
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]));
  expect(stored).not.toContain('rt_');
  expect(stored).toContain('workos-has-session');
  const refreshes = (await site.listLoginRequests()).filter(({ grantType }) => grantType === 'refresh_token');
  expect(refreshes.at(-1)).toMatchObject({ refreshTokenIn: 'cookie', status: 200 });
});

test('who believes to have signed out is told that the provider kept the session', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/status of 500/);
  await openSignedIn(page, site, person);
  // Tokens are dated in whole seconds: one of the same second would count as signed out of as well.
  await page.waitForTimeout(1000);
  const logout = '**/user_management/sessions/logout*';
  await page.route(logout, (route) => route.fulfill({ status: 500, body: 'out of order' }));
  await headerSignOut(page).click();
  await expect(page.getByText('out of order')).toBeVisible();
  await page.unroute(logout);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByText(t('layout.account.sign-out-undone'))).toBeVisible();
  await page.getByRole('button', { name: t('layout.account.sign-out-again') }).click();
  await expect(page).toHaveURL(paths.loggedOut);
  await expect(page.getByText(t('layout.account.sign-out-undone'))).toHaveCount(0);
});
