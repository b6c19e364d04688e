import type { Page } from '@playwright/test';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import type { OrderAnswer } from '../../shared/api/orders.ts';
import { subscriptionAnswer } from '../../shared/api/subscription.ts';
import { apiPaths, orderPath } from '../../shared/api-paths.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { holdRequests, leaveForNowhere, signInDirectly, signInToAccount, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const address = orderAddress({ product: 'moderate', months: 4 });

/** The server's own answer, as if sales were open: the sites of the journeys sell nothing. */
async function openSales(page: Page) {
  await page.route(`**${apiPaths.subscription}`, async (route) => {
    const response = await route.fetch();
    const answer = { ...(await response.json()), sales: { isOpen: true, audiences: ['ch'] } };
    await route.fulfill({ response, json: subscriptionAnswer.parse(answer) });
  });
}

for (const locale of walkedLocales)
  test(`what is ordered is typed, corrected and checked before the button, in ${locale}`, async ({
    page,
    site,
    person,
    guard,
  }) => {
    guard.allow(/status of 403/);
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    await signInToAccount(page, site, person, { locale });
    await speak(page, locale);

    await openSales(page);
    await page.goto(address);
    const next = page.getByRole('button', { name: t('order.continue') });
    const main = page.getByRole('main');
    await expect(main).toContainText(t('order.step.details.text'));
    /** From the line that says who is signed in to the heading of a step. */
    const distanceTo = async (name: string) => {
      const line = (await page.getByText(t('account.form.lead', { email: person.email })).boundingBox())!;
      return (await page.getByRole('heading', { name }).boundingBox())!.y - line.y - line.height;
    };
    const distance = await distanceTo(t('order.step.details'));
    await next.click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectUsable(page);
    await page.getByLabel(t('order.street'), { exact: true }).fill('Bahnhofstrasse');
    await page.getByLabel(t('order.postal-code'), { exact: true }).fill('6300');
    await page.getByLabel(t('order.country'), { exact: true }).selectOption('CH');
    const town = page.getByLabel(t('order.town'), { exact: true });
    await town.fill('Zug 🐜');
    await next.click();
    const refused = t('order.fault.characters', { label: t('order.town') });
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([refused]);
    await expect(town).toHaveAccessibleDescription(refused);
    await town.fill('Zug');
    await page.reload();
    await expect(town).toHaveValue('Zug');
    await next.click();
    await expect(page.getByRole('heading', { name: t('order.step.check') })).toBeFocused();
    await expect(page.getByRole('main').getByText('6300 Zug')).toBeVisible();
    expect(await distanceTo(t('order.step.check'))).toBe(distance);
    // Each step says what is done there, and nothing of those before it.
    await expect(main).toContainText(t('order.step.check.text'));
    await expect(main).not.toContainText(t('order.step.details.text'));
    await expect(main).not.toContainText(t('order.lead'));

    const order = page.locator('section[aria-labelledby=order-summary]').getByRole('button');
    await order.click();
    await expect(page.getByText(t('order.confirmation.missing')).first()).toBeVisible();
    await expectUsable(page);
    // A consumer in Switzerland cannot withdraw, and is not asked to start before that.
    await page
      .getByRole('group', { name: t('order.confirmations') })
      .getByRole('checkbox')
      .check();
    const summary = page.locator('.order-summary');
    await expect(summary).toContainText(t('order.summary.ending.text'));
    await page.getByRole('radio', { name: t('order.method.invoice') }).check();
    await expect(summary).toContainText(t('order.summary.ending.invoice'));
    await order.click();
    // The server sells nothing here, and says so; nothing that was typed is lost.
    await expect(page.getByRole('alert')).toContainText(t('billing.problem.sales-closed'));
    await expectUsable(page);
  });

const id = '7d3c2c7c-6a39-4d5e-9a6f-0d1f3f6f2a01';

/** An order by card that nobody has paid. */
const openOrder: OrderAnswer = {
  id,
  state: 'open',
  product: 'moderate',
  months: 4,
  method: 'card',
  totalRappen: 176_00,
  payAt: null,
  invoice: null,
};

test('what is being saved cannot be changed meanwhile; the steps and the button can be come back to', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await openSales(page);
  await page.goto(address);
  const town = page.getByLabel(t('order.town'), { exact: true });
  const next = page.getByRole('button', { name: t('order.continue') });
  await page.getByLabel(t('order.street'), { exact: true }).fill('Bahnhofstrasse');
  await page.getByLabel(t('order.postal-code'), { exact: true }).fill('6300');
  await page.getByLabel(t('order.country'), { exact: true }).selectOption('CH');
  await town.fill('Zug');
  const release = await holdRequests(page, new RegExp(apiPaths.customer));
  await next.click();
  await expect(next).toHaveAttribute('aria-busy');
  await town.focus();
  await page.keyboard.type('wil');
  // It is saved, even if what else depends on it cannot be asked.
  await page.route(`**${apiPaths.subscription}`, (route) => route.abort());
  release();
  await expect(page.getByRole('heading', { name: t('order.step.check') })).toBeFocused();
  await expect(page.getByRole('main').getByText('6300 Zug, Switzerland')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: t('order.address.edit') }).click();
  await expect(page.getByRole('heading', { name: t('order.step.details') })).toBeFocused();
  await expect(town).toHaveValue('Zug');
  await next.click();
  await expect(page.getByRole('heading', { name: t('order.step.check') })).toBeFocused();
  for (const box of await page
    .getByRole('group', { name: t('order.confirmations') })
    .getByRole('checkbox')
    .all())
    await box.check();

  const payAt = `${site.origin}/nowhere`;
  const comeBack = await leaveForNowhere(page, payAt);
  await page.route(`**${apiPaths.orders}`, (route) => route.fulfill({ json: { ...openOrder, payAt } }));
  const order = page.locator('section[aria-labelledby=order-summary]').getByRole('button');
  const left = page.waitForResponse(payAt);
  await order.click();
  await left;
  await expect(order).toHaveAttribute('aria-busy');
  await comeBack();
  await expect(order).not.toHaveAttribute('aria-busy');
});

test('an order that is paid stays so when an earlier question is answered later', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  let answerLate = () => {};
  let count = 0;
  await page.route(`**${orderPath(id)}`, async (route) => {
    count++;
    const question = count;
    if (question === 2)
      await new Promise<void>((resolve) => {
        answerLate = resolve;
      });
    // Whoever asks a fourth time has forgotten what was answered.
    if (question > 3) return;
    await route.fulfill({ json: { ...openOrder, state: question === 3 ? 'paid' : 'open' } });
  });
  await page.goto(`${paths.orderDone}?order=${id}`);
  const paid = page.getByText(t('order-done.paid.title', { plan: 'Moderate' }));
  await expect(paid).toBeVisible();
  const late = page.waitForResponse((response) => response.url().endsWith(orderPath(id)));
  answerLate();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(paid).toBeVisible({ timeout: 1 });
});

test('where nothing is sold, or nothing was chosen, the page says so', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  await page.goto(address);
  await expect(page.getByText(t('billing.not-sold.nobody'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('billing.not-sold.ask') })).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByRole('button', { name: t('order.continue') })).toHaveCount(0);
  await expectUsable(page);
  await page.goto(paths.order);
  await expect(page.getByText(t('order.nothing-chosen'))).toBeVisible();
  await expectUsable(page);
});
