import type { Page } from '@playwright/test';
import { notFoundCountdownSeconds } from '../../shared/business/not-found.ts';
import { paths } from '../../shared/paths.ts';
import { findViolations } from './fixtures/axe.ts';
import { becomeInteractive, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const nowhere = '/no-such-page';
const t = wordsOf('en');
const countdown = (page: Page, seconds: number) =>
  page.getByText(t('not-found.countdown', { seconds }), { exact: true }).first();

// Chromium itself reports the page's 404 answer.
test.beforeEach(({ guard }) => guard.allow(/status of 404/));

test('the language of the session counts here too', async ({ page }) => {
  await speak(page, 'sv');
  await page.goto(nowhere);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('sv')('not-found.title'));
});

test('it counts down and goes home, and asks for no script meanwhile', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(nowhere);
  await expect(countdown(page, notFoundCountdownSeconds)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(countdown(page, notFoundCountdownSeconds - 1)).toBeVisible();
  for (let second = 1; second < notFoundCountdownSeconds; second++) await page.clock.runFor(1000);
  await expect(page).toHaveURL(paths.landing);
  expect(scripts).toEqual([]);
});

test('a cancelled countdown stays cancelled, the keyboard keeps its place, and axe finds nothing', async ({ page }) => {
  await page.clock.install();
  await page.goto(nowhere);
  const cancel = page.getByRole('button', { name: t('not-found.cancel') });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(t('not-found.cancelled'));
  await expect(cancel).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: t('not-found.home') })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.clock.runFor(2 * notFoundCountdownSeconds * 1000);
  await expect(page).toHaveURL(nowhere);
});

test('it stays cancelled when the page scripts take over, and counts on when it is not', async ({ page }) => {
  await page.goto(nowhere);
  await becomeInteractive(page);
  await expect(countdown(page, 3)).toBeVisible();
  await page.getByRole('button', { name: t('not-found.cancel') }).click();
  await expect(page.getByRole('status')).toHaveText(t('not-found.cancelled'));

  await page.goto(nowhere);
  await page.getByRole('button', { name: t('not-found.cancel') }).click();
  await becomeInteractive(page);
  await expect(page.getByRole('status')).toHaveText(t('not-found.cancelled'));
  await expect(page.getByRole('button', { name: t('not-found.cancel') })).toBeHidden();
});

for (const moment of ['before', 'while'] as const)
  test(`it is cancelled by a button that was drawn anew ${moment} it is pressed, as a translated page is`, async ({
    page,
  }) => {
    await page.goto(nowhere);
    const cancel = page.getByRole('button', { name: t('not-found.cancel') });
    const drawAnew = () =>
      page.locator('.not-found').evaluate((place) => {
        const heir = place.cloneNode(true) as HTMLElement;
        heir.removeAttribute('data-running');
        place.replaceWith(heir);
      });
    // From here on React draws nothing anew by itself.
    await becomeInteractive(page);
    await cancel.hover();
    if (moment === 'before') await drawAnew();
    await page.mouse.down();
    if (moment === 'while') await drawAnew();
    await page.mouse.up();
    await expect(page.getByRole('status')).toHaveText(t('not-found.cancelled'));
    await expect(page).toHaveURL(nowhere);
  });

test('one can go home, back, or ask for help', async ({ page }) => {
  await page.goto(paths.contact);
  await page.goto(nowhere);
  await page.getByRole('button', { name: t('not-found.back') }).click();
  await expect(page).toHaveURL(paths.contact);

  await page.goto(nowhere);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('not-found.home') })
    .click();
  await expect(page).toHaveURL(paths.landing);

  await page.goto(nowhere);
  const help = page.getByText(t('not-found.help'));
  await help.getByRole('link').click();
  await expect(page).toHaveURL(paths.contact);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('no countdown is announced, and the way home is there', async ({ page }) => {
    await page.goto(nowhere);
    await expect(page.getByRole('status')).toBeEmpty();
    await expect(page.getByRole('button', { name: t('not-found.back') })).toBeHidden();
    await expect(page.getByRole('main').getByRole('link', { name: t('not-found.home') })).toHaveAttribute(
      'href',
      paths.landing,
    );
  });
});
