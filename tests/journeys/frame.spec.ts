import type { Page } from '@playwright/test';
import { anchors, paths } from '../../shared/paths.ts';
import { inMotion } from './fixtures/browsers.ts';
import { becomeInteractive, holdRequests } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use(inMotion);

const t = wordsOf('en');

/** The entries of the main menu, in this order (specification 2). */
const menu = [
  [t('layout.menu.speech-to-text'), paths.landing],
  [t('layout.menu.demo'), paths.demo],
  [t('layout.menu.features'), paths.features],
  [t('layout.menu.pricing'), paths.pricing],
  [t('layout.menu.beta'), paths.beta],
  [t('layout.menu.contact'), paths.contact],
  [t('layout.menu.examples'), `${paths.landing}#${anchors.examples}`],
];

/** Text and address of links; addresses of this site without their origin. */
const listLinks = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((links) =>
      (links as HTMLAnchorElement[]).map((link) => [link.textContent, link.href.replace(location.origin, '')]),
    );

/** Without the scroll bar, which takes up space on a desktop. */
const visibleWidth = (page: Page) => page.evaluate(() => document.body.clientWidth);

test('the header is 64 px high, stays in sight and leads everywhere', async ({ page }) => {
  await page.goto(paths.landing);
  const header = page.getByRole('banner');
  expect((await header.boundingBox())!.height).toBe(64);
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
  expect(await header.boundingBox()).toMatchObject({ y: 0, height: 64 });
  expect(await listLinks(page, 'header nav:not([popover]) a')).toEqual(expect.arrayContaining(menu));
  await header.getByRole('link', { name: t('layout.home') }).click();
  await expect(page).toHaveURL(paths.landing);
});

test('content is centred and at most 1200 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 1800, height: 900 });
  await page.goto(paths.contact);
  const { width, x } = (await page.locator('main .page-width').first().boundingBox())!;
  expect(width).toBe(1200);
  const pageWidth = await visibleWidth(page);
  expect(Math.abs(x - (pageWidth - width) / 2)).toBeLessThan(1);
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the menu opens in a drawer of 280 px on the right, before any script is here', async ({ page }) => {
    const scripts: string[] = [];
    await page.route(/\/assets\/.*\.js$/, () => {
      scripts.push('held');
    });
    await page.goto(paths.contact);
    await page.getByRole('button', { name: t('layout.menu.open') }).click();
    const drawer = page.getByRole('dialog');
    const x = (await visibleWidth(page)) - 280;
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x, y: 0, width: 280, height: 800 });
    expect(await listLinks(page, '#drawer nav ul a')).toEqual(expect.arrayContaining(menu));
    await page.getByRole('button', { name: t('layout.menu.close') }).click();
    await expect(drawer).toBeHidden();
    expect(scripts.length).toBeGreaterThan(0);
  });

  test('the drawer closes with Escape, beside it and by going somewhere, and gives the focus back', async ({
    page,
  }) => {
    await page.goto(paths.contact);
    await becomeInteractive(page);
    const open = page.getByRole('button', { name: t('layout.menu.open') });
    const drawer = page.getByRole('dialog');
    await open.click();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Tab');
    expect(await drawer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.mouse.click(40, 400);
    await expect(drawer).toBeHidden();

    await open.click();
    await drawer.getByRole('link', { name: t('layout.menu.beta') }).click();
    await expect(page).toHaveURL(paths.beta);
    await expect(drawer).toBeHidden();
    await expect(page.locator('h1')).toBeFocused();
  });
});

test('the footer has its four columns and the year in which it is read', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-03-01T12:00:00Z'));
  await page.goto(paths.terms);
  await becomeInteractive(page);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading', { level: 2 })).toHaveText([
    t('layout.footer.company'),
    t('layout.footer.products'),
    t('layout.footer.legal'),
    t('layout.footer.company-details'),
  ]);
  expect(await listLinks(page, 'footer nav:nth-of-type(1) a')).toEqual([[t('layout.menu.contact'), paths.contact]]);
  const legal = await listLinks(page, 'footer nav:nth-of-type(3) a');
  expect(legal.map(([, href]) => href).sort()).toEqual(
    [
      paths.terms,
      paths.eula,
      paths.privacy,
      paths.cookiePolicy,
      paths.aiServiceUsePolicy,
      paths.licenses,
      paths.impressum,
      paths.accessibility,
      paths.withdrawal,
      paths.cancellation,
    ].sort(),
  );
  await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(1);
  await expect(footer.locator('a[href^="tel:"]')).toHaveCount(1);
  await expect(footer.getByRole('group').or(footer.locator('address'))).toContainText('Zug');
  await expect(footer).toContainText('© 2031');
});

test('a click before the scripts are here is not lost', async ({ page, site }) => {
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(paths.account);
  await page.getByRole('button', { name: t('account.offer.sign-up') }).click({ noWaitAfter: true });
  await expect(page.locator('html[data-interactive]')).toHaveCount(0);
  release();
  await expect(page).toHaveURL(new RegExp(`^${site.loginOrigin}`));
  await expect(page.locator('#firstName')).toBeVisible();
});
