import type { Page } from '@playwright/test';
import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { wholeBrowser } from './fixtures/browsers.ts';
import { scriptOf } from './fixtures/chunks.ts';
import {
  acceptConditions,
  becomeInteractive,
  chooseLanguage,
  downloadForm,
  signInDirectly,
  watchDownloadRequests,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

/** What is said about code that fails or never arrives. */
function noticeOf(page: Page, locale: Locale = 'en') {
  const t = wordsOf(locale);
  const notice = page.getByRole('alert').filter({ has: page.getByText(/./) });
  return Object.assign(notice, { reload: notice.getByRole('button', { name: t('page.load-failed.reload') }) });
}

/** Presses the button to reload, and waits for the new page: what happens before it is here would be lost. */
async function reload(page: Page, locale: Locale = 'en'): Promise<void> {
  const loaded = page.waitForEvent('domcontentloaded');
  await noticeOf(page, locale).reload.click();
  await loaded;
}

test('a page whose own script never arrives keeps its text, and says so where something on it needs one', async ({
  page,
  guard,
}) => {
  guard.allow(/Failed to load resource|Failed to fetch/);
  const script = scriptOf('app/pages/legal/withdrawal.tsx');
  let isBlocked = true;
  await page.route(script, (route) => (isBlocked ? route.abort() : route.continue()));
  await page.goto(paths.withdrawal);
  const text = await page.getByRole('main').innerText();
  await page.getByLabel(t('notice.name')).pressSequentially('Ada Lindqvist');
  await becomeInteractive(page);
  await expect(noticeOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: t('notice.submit') }).click();
  await expect(noticeOf(page)).toContainText(t('page.part-failed.title'));
  await expect(noticeOf(page)).toBeInViewport();
  await expectUsable(page);
  expect(await page.getByRole('main').innerText()).toBe(text);

  // Everything around the page works meanwhile.
  await chooseLanguage(page, 'de');
  await page.waitForLoadState();
  const words = wordsOf('de');
  await page.getByLabel(words('notice.name')).fill('Ada Lindqvist');
  await page.getByRole('button', { name: words('notice.submit') }).click();
  await expect(noticeOf(page, 'de')).toContainText(words('page.part-failed.title'));
  // Not before: the page asks for its script again from time to time, and what is said goes when it arrives.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isBlocked = false;
  });
  await reload(page, 'de');
  await becomeInteractive(page);
  await expect(page.getByLabel(words('notice.name'))).toHaveValue('Ada Lindqvist');
  await page.getByRole('button', { name: words('notice.submit') }).click();
  await expect(page.getByRole('alert')).toBeFocused();

  await page.route(scriptOf('app/pages/marketing/features.tsx'), (route) => route.abort());
  await page.goto(paths.features);
  await becomeInteractive(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('layout.menu.demo') })
    .click();
  await expect(page).toHaveURL(paths.demo);
  await expect(page.locator('html')).not.toHaveAttribute('data-failed');
});

test('a page that cannot be drawn keeps the text that was sent, and says so', async ({ page, guard }) => {
  guard.allow(/Not drawn/);
  await page.route(scriptOf('app/pages/legal/cookie-policy.tsx'), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("Not drawn"); };' }),
  );
  await page.goto(paths.cookiePolicy);
  const text = await page.getByRole('main').innerText();
  await becomeInteractive(page);
  await expect(noticeOf(page)).toContainText(t('page.fault.title'));
  expect(await page.getByRole('main').innerText()).toBe(text);
  await expectUsable(page);
});

test.describe('in the browser that people use', () => {
  // It lets a page write the file of a download itself.
  test.use(wholeBrowser);

  test('a fault on the way loses neither what was sent nor what is shown', async ({ page, site, person, guard }) => {
    guard.allow(/NotFoundError/);
    const attempts = watchDownloadRequests(page);
    await signInDirectly(page, site, person);
    await page.goto(paths.account);
    const form = downloadForm(page);
    await acceptConditions(page);
    await form.downloadKey.fill('orchid');
    // As an extension does that takes away what React is about to use.
    await form.accept.locator('.button-words').evaluate((words) => words.remove());
    await page.locator('form button[type=submit]').click();
    await expect(noticeOf(page)).toContainText(t('page.fault.text'));
    await expect(form.downloadKey).toHaveValue('orchid');
    await reload(page);
    await expect(page.getByRole('heading', { name: t('transfer.continue') })).toBeVisible();
    await expect(form.downloadKey).toHaveValue('orchid');
    expect(attempts).toHaveLength(1);
  });
});

test('where no script arrives at all, a press says so and loses nothing', async ({ page, guard }) => {
  guard.allow(/Failed to load resource|Failed to fetch/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(paths.withdrawal);
  await page.getByLabel(t('notice.name')).fill('Ada Lindqvist');
  await page.locator('html[data-failed]').waitFor({ state: 'attached' });
  await expect(noticeOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: t('notice.submit') }).click();
  await expect(noticeOf(page)).toContainText(t('page.part-failed.title'));
  await expect(page.getByLabel(t('notice.name'))).toHaveValue('Ada Lindqvist');
  await expectUsable(page);
  await page.unrouteAll({ behavior: 'wait' });
  await reload(page);
  await becomeInteractive(page);
  await expect(page.getByLabel(t('notice.name'))).toHaveValue('Ada Lindqvist');
  await page.getByRole('button', { name: t('notice.submit') }).click();
  await expect(page.getByRole('alert')).toBeFocused();
});
