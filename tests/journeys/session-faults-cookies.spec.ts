import { paths } from '../../shared/paths.ts';
import { describeSessionEvents } from './fixtures/session-events.ts';
import { describeSessionFaults, setSessionStage } from './fixtures/session-faults.ts';
import { describeSessionMeetings } from './fixtures/session-meetings.ts';
import { describeSessionOutages } from './fixtures/session-outages.ts';
import { countRefreshes, openSignedIn, passTime } from './fixtures/session-steps.ts';
import { headerSignOut, signUpAtProvider } from './fixtures/steps.ts';
import { entriesOfCookieMode, noteCookies, readPolicy, watchStorage } from './fixtures/stored-entries.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.use({ inCookieMode: true });

setSessionStage();
// In development mode these run each time; here with `npm run check` (scripts/commands/check.ts).
if (process.env.JOURNEYS_IN_BOTH_LOGIN_MODES) {
  describeSessionFaults();
  describeSessionEvents();
  describeSessionMeetings();
  describeSessionOutages();
}

test('the tokens of a session are out of reach of the page, also after a reload, and the cookie policy names what is stored', async ({
  page,
  site,
  person,
}) => {
  const seen = new Set<string>();
  await watchStorage(page.context(), site.origin, seen);
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
  await noteCookies(page, seen);
  expect([...seen]).toEqual(expect.arrayContaining(entriesOfCookieMode));
  expect(readPolicy()).toEqual(expect.arrayContaining([...seen]));
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
  // Without an icon of its own, the browser would look for one at the provider.
  const body = '<link rel="icon" href="data:,">out of order';
  await page.route(logout, (route) => route.fulfill({ status: 500, contentType: 'text/html', body }));
  await headerSignOut(page).click();
  await expect(page.getByText('out of order')).toBeVisible();
  await page.unroute(logout);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByText(t('layout.account.sign-out-undone'))).toBeVisible();
  await page.getByRole('button', { name: t('layout.account.sign-out-again') }).click();
  await expect(page).toHaveURL(paths.loggedOut);
  await expect(page.getByText(t('layout.account.sign-out-undone'))).toHaveCount(0);
});

test('what a page was still looking up does not bring back the session of a sign-out that was not answered', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\//);
  // What this browser keeps of a download is found only when `tellFound` is called; after that, the page asks on, and the
  // API at last. `tellFound` says how often it has asked on in the browser: without that, nothing would be shown here.
  await page.addInitScript(() => {
    const found: (() => void)[] = [];
    let askedOn: number | null = null;
    const tellFound = () => {
      if (found.length > 0) askedOn ??= 0;
      for (const tell of found.splice(0)) tell();
      return askedOn ?? 0;
    };
    Object.assign(window, { tellFound });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...what) {
      const request = open.apply(this, what);
      if (askedOn !== null) {
        askedOn++;
        return request;
      }
      const hold = (tell: () => void) => request.addEventListener('success', () => found.push(tell));
      return Object.defineProperty(request, 'onsuccess', { set: hold });
    };
  });
  await page.route('**/user_management/sessions/logout*', (route) => route.fulfill({ status: 204 }));
  await openSignedIn(page, site, person);
  const asked = page.waitForRequest(/\/user_management\/sessions\/logout/);
  await headerSignOut(page).click();
  await asked;
  await passTime(page, 10);
  const unanswered = page.getByText(t('layout.account.sign-out-unanswered'));
  await expect(unanswered).toBeVisible();
  const tellFound = () => page.evaluate(() => (window as unknown as { tellFound(): number }).tellFound());
  const refreshes = await countRefreshes(site, async () => {
    await expect.poll(tellFound).toBeGreaterThan(0);
    await page.waitForTimeout(500);
  });
  expect(refreshes).toBe(0);
  await expect(unanswered).toBeVisible();
});
