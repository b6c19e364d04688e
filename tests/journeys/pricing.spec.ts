import type { Page } from '@playwright/test';
import { findFourMonthOffer } from '../../shared/business/four-month-offer.ts';
import { discountedMonths, type PlanName, plans } from '../../shared/business/plans.ts';
import { valuePages } from '../../shared/business/value.ts';
import { formatPrice } from '../../shared/format.ts';
import { anchors, paths } from '../../shared/paths.ts';
import { findViolations } from './fixtures/axe.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const names = Object.keys(plans) as PlanName[];
const card = (page: Page, name: PlanName) => page.getByRole('region', { name: t(`pricing.plan.${name}`), exact: true });
const panel = (page: Page, name: 'personal-business' | 'enterprise') =>
  page.getByRole('region', { name: t(`pricing.tabs.${name}`), exact: true });
const tab = (page: Page, name: 'personal-business' | 'enterprise') =>
  page.getByRole('group', { name: t('pricing.tabs.label') }).getByRole('radio', { name: t(`pricing.tabs.${name}`) });
const fourMonths = (page: Page) =>
  page.getByLabel(t('pricing.period.four-months', { months: discountedMonths, discount: '10%' }));

test('every plan is seen with its price and what is charged each month', async ({ page }) => {
  await page.goto(paths.pricing);
  for (const name of names) {
    const price = formatPrice('en', plans[name].monthlyRappen);
    await expect(card(page, name).getByText(price, { exact: true })).toBeVisible();
    const charge = price === formatPrice('en', 0) ? t('pricing.charge.free') : t('pricing.charge.month', { price });
    await expect(card(page, name).getByText(charge)).toBeVisible();
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('either panel and the period can be chosen, and questions open', async ({ page }) => {
    await page.goto(`${paths.pricing}#${anchors.enterprise}`);
    await expect(panel(page, 'enterprise')).toBeVisible();
    await page.goto(paths.pricing);
    await expect(panel(page, 'enterprise')).toBeHidden();
    await tab(page, 'enterprise').check({ force: true });
    await expect(panel(page, 'enterprise')).toBeVisible();
    await expect(panel(page, 'personal-business')).toBeHidden();
    await tab(page, 'personal-business').check({ force: true });
    await expect(panel(page, 'personal-business')).toBeVisible();

    await fourMonths(page).check({ force: true });
    for (const name of ['moderate', 'high'] as const) {
      const offer = findFourMonthOffer(plans[name])!;
      await expect(card(page, name).getByText(formatPrice('en', offer.perMonthRappen))).toBeVisible();
      await expect(
        card(page, name).getByText(
          t('pricing.charge.four-months', {
            price: formatPrice('en', offer.totalRappen),
            months: discountedMonths,
            saving: formatPrice('en', offer.savingRappen),
          }),
        ),
      ).toBeVisible();
      const price = formatPrice('en', plans[name].monthlyRappen);
      await expect(card(page, name).getByText(t('pricing.charge.month', { price }))).toBeHidden();
    }

    await page.getByText(t('pricing.questions.request')).click();
    await expect(page.getByText(t('pricing.questions.request.answer'))).toBeVisible();
    await expect(page.getByRole('status')).toContainText(t('pricing.value.hours', { hours: '7.4' }));
    await expect(page.getByLabel(t('pricing.value.pages'))).toBeHidden();
  });
});

test('the tabs follow the keyboard and the address, before the page has asked for any script', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto(paths.pricing);
  await tab(page, 'personal-business').focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel(page, 'enterprise')).toBeVisible();
  await expect(tab(page, 'enterprise')).toBeFocused();
  await expect(page).toHaveURL(`${paths.pricing}#${anchors.enterprise}`);
  await page.unroute(/\/assets\/.*\.js$/);

  await page.reload();
  await expect(page.getByRole('heading', { name: t('pricing.enterprise.title') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('pricing.compare.title') })).toBeHidden();
  await expect(tab(page, 'enterprise')).toBeChecked();

  await page.goto(paths.landing);
  await page.goto(`${paths.pricing}#%E0%A4%A`);
  await expect(page.getByRole('heading', { name: t('pricing.compare.title') })).toBeVisible();

  // Links within the site may name a panel, too.
  await becomeInteractive(page);
  await page.evaluate(() => {
    location.hash = 'enterprise';
  });
  await expect(panel(page, 'enterprise')).toBeVisible();
});

test('the calculator gives the values of the specification', async ({ page }) => {
  await page.goto(paths.pricing);
  const slider = page.getByLabel(t('pricing.value.pages'));
  const result = page.getByRole('status').filter({ hasText: t('pricing.value.keystrokes-label') });
  await expect(result).toContainText('7.4 hours');
  await expect(result).toContainText('225k');

  // Moved before the script has loaded: it counts all the same.
  await slider.fill(String(valuePages.examples[1]));
  await becomeInteractive(page);
  await expect(result).toContainText('36.9 hours');
  await expect(result).toContainText('1.1M');
  await expect(slider).toHaveAttribute('aria-valuetext', t('pricing.value.pages-count', { pages: 15 }));

  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', t('pricing.value.pages-count', { pages: 1 }));
  await expect(result).toContainText('75k');
});

test('in the beta the free plan can be had and the others say that they are not on sale', async ({ page }) => {
  await page.goto(paths.pricing);
  for (const name of ['moderate', 'high'] as const) {
    await expect(card(page, name).getByText(t('pricing.action.in-beta'), { exact: true })).toBeVisible();
    await expect(card(page, name).getByRole('button')).toHaveCount(0);
    await expect(card(page, name).getByRole('link')).toHaveAttribute('href', paths.beta);
  }
  await card(page, 'free')
    .getByRole('link', { name: t('layout.account.download') })
    .click();
  await expect(page).toHaveURL(paths.download);
});

test('the comparison stays a table of all plans on every screen and fits', async ({ page }) => {
  await page.goto(paths.pricing);
  for (const width of [1440, 320])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const table = page.getByRole('table', { name: t('pricing.compare.title') });
      const high = formatPrice('en', plans.high.monthlyRappen);
      await expect(table.getByRole('columnheader')).toHaveText([
        t('pricing.plan.free'),
        t('pricing.plan.free-with-add-on'),
        t('pricing.plan.moderate'),
        t('pricing.plan.high'),
      ]);
      const row = table.getByRole('row', { name: t('pricing.compare.month') });
      await expect(row.getByRole('cell').last()).toHaveText(high);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
});

test('axe finds nothing on either tab, with the questions open', async ({ page }) => {
  for (const hash of [anchors.personalBusiness, anchors.enterprise]) {
    // A page of its own: an address that differs in its place alone would not be loaded anew.
    await page.goto('about:blank');
    await page.goto(`${paths.pricing}#${hash}`);
    await becomeInteractive(page);
    for (const question of await page.locator('details > summary').filter({ visible: true }).all())
      await question.click();
    for (const width of [1440, 390])
      await test.step(`${hash}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        expect(await findViolations(page)).toEqual([]);
      });
  }
});
