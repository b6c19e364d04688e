import type { Page } from '@playwright/test';
import { orderAddress } from '../../app/account/order/offer.ts';
import { subscriptionAnswer } from '../../shared/api/subscription.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { locales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { acceptConditions, downloadForm, signInDirectly, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const address = orderAddress({ product: 'moderate', months: 4 });

async function expectUsable(page: Page) {
  expect(await findViolations(page)).toEqual([]);
  expect(await findOverflow(page)).toBeLessThanOrEqual(0);
}

/** The server's own answer, as if sales were open: the sites of the journeys sell nothing. */
async function openSales(page: Page) {
  await page.route(`**${apiPaths.subscription}`, async (route) => {
    const response = await route.fetch();
    const answer = { ...(await response.json()), sales: { isOpen: true, audiences: ['ch'] } };
    await route.fulfill({ response, json: subscriptionAnswer.parse(answer) });
  });
}

for (const locale of locales)
  test(`what is ordered is typed, corrected and checked before the button, in ${locale}`, async ({
    page,
    site,
    person,
    guard,
  }) => {
    guard.allow(/status of 403/);
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    await signInDirectly(page, site, person);
    await speak(page, locale);
    await page.goto(paths.account);
    await acceptConditions(page, locale);
    await downloadForm(page, locale).accept.click();
    await expect(downloadForm(page, locale).thanks).toBeVisible();

    await openSales(page);
    await page.goto(address);
    const next = page.getByRole('button', { name: t('order.continue') });
    await next.click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectUsable(page);
    await page.getByLabel(t('order.street'), { exact: true }).fill('Bahnhofstrasse');
    await page.getByLabel(t('order.postal-code'), { exact: true }).fill('6300');
    await page.getByLabel(t('order.town'), { exact: true }).fill('Zug');
    await page.getByLabel(t('order.country'), { exact: true }).selectOption('CH');
    await page.reload();
    await expect(page.getByLabel(t('order.town'), { exact: true })).toHaveValue('Zug');
    await next.click();
    await expect(page.getByRole('heading', { name: t('order.step.check') })).toBeFocused();
    await expect(page.getByRole('main').getByText('6300 Zug')).toBeVisible();

    const order = page.locator('section[aria-labelledby=order-summary]').getByRole('button');
    await order.click();
    await expect(page.getByText(t('order.confirmation.missing')).first()).toBeVisible();
    await expectUsable(page);
    // A consumer in Switzerland cannot withdraw, and is not asked to start before that.
    await page
      .getByRole('group', { name: t('order.confirmations') })
      .getByRole('checkbox')
      .check();
    await page.getByRole('radio', { name: t('order.method.invoice') }).check();
    await order.click();
    // The server sells nothing here, and says so; nothing that was typed is lost.
    await expect(page.getByRole('alert')).toContainText(t('billing.problem.sales-closed'));
    await expectUsable(page);
  });

test('where nothing is sold, or nothing was chosen, the page says so', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  await page.goto(address);
  await expect(page.getByText(t('billing.problem.sales-closed'))).toBeVisible();
  await expectUsable(page);
  await page.goto(paths.order);
  await expect(page.getByText(t('order.nothing-chosen'))).toBeVisible();
  await expectUsable(page);
});
