import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { operator } from '../../shared/business/company.ts';
import { plans } from '../../shared/business/plans.ts';
import { periods } from '../../shared/business/sales.ts';
import { formatPrice } from '../../shared/numbers.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { translator } from '../../stand-ins/cards/messages.ts';
import { aStatementFile } from '../factories/bank-statement.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { enterCard, fillInOrder } from './fixtures/ordering.ts';
import { holdRequests, signInDirectly, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

// A site that sells, to Swiss customers.
test.use({
  salesOpen: 'ch,eu-business',
  viewport: { width: 320, height: 700 },
});

const t = wordsOf('en');
const price = formatPrice('en', plans.moderate.monthlyRappen);
const address = orderAddress({ product: 'moderate', months: periods[0] });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const orderButton = (page: Page) => page.getByRole('button', { name: t('order.submit', { price }) });

for (const locale of walkedLocales)
  test(`by card, in ${locale}: declined, then confirmed at the bank; the plan is changed, and cancelled`, async ({
    page,
    site,
    person,
    guard,
  }) => {
    guard.allow(/status of 422/);
    const words = translator(locale);
    const t = wordsOf(locale);
    const price = formatPrice(locale, plans.moderate.monthlyRappen);
    const due = formatPrice(locale, plans.high.monthlyRappen - plans.moderate.monthlyRappen);
    await signInDirectly(page, site, person);
    await speak(page, locale);
    await page.goto(paths.pricing);
    await expect(page.getByText(t('pricing.on-sale.description'))).toBeVisible();
    await expect(page.getByText(t('pricing.description'))).toBeHidden();
    await expectUsable(page);
    const order = t('pricing.action.order', { plan: t('pricing.plan.moderate') });
    await page.getByRole('link', { name: order }).filter({ visible: true }).click();
    await fillInOrder(page, 'card', locale);
    await page.getByRole('button', { name: t('order.submit', { price }) }).click();
    await enterCard(page, '4000 0000 0000 9995', locale);
    await expect(page.getByRole('alert')).toHaveText(words('noFunds'));
    await enterCard(page, '4000 0027 6000 3184', locale);
    await page.getByRole('button', { name: words('approve') }).click();
    await expect(page.getByText(t('order-done.paid.title', { plan: 'Moderate' }))).toBeVisible();
    await expect(page.getByRole('link', { name: t('order-done.next.action') })).toHaveAttribute(
      'href',
      localizedPath(paths.download, locale),
    );
    const bought = page.getByRole('region', { name: t('order-done.facts') });
    await expect(bought.getByRole('term')).toHaveText([
      t('plan.fact.plan'),
      t('order-done.fact.paid'),
      t('plan.fact.term'),
      t('plan.fact.next-charge'),
      t('order-done.fact.mail'),
    ]);
    await expect(bought.getByText(price, { exact: true })).toBeVisible();
    await expectUsable(page);

    await page.getByRole('link', { name: t('order.to-plan') }).click();
    await expect(heading(page, t('plan.active.title', { plan: 'Moderate' }))).toBeVisible();
    await expect(page.getByText(/Visa.* 3184/)).toBeVisible();
    await expectUsable(page);

    // Nobody sees first what strangers see.
    const release = await holdRequests(page, new RegExp(apiPaths.subscription));
    await page.goto(paths.pricing);
    await page.locator('html[data-interactive]').waitFor({ state: 'attached' });
    await expect(page.getByRole('link', { name: order })).toHaveCount(0);
    release();
    const moderate = page.getByRole('region', { name: t('pricing.plan.moderate'), exact: true });
    await expect(moderate.getByText(t('own-plan.yours'), { exact: true })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    const high = page.getByRole('region', { name: t('pricing.plan.high'), exact: true });
    await high.getByRole('link').filter({ visible: true }).click();

    await page.getByRole('button', { name: `High, ${t('billing.period.month')}` }).click();
    await expectUsable(page);
    await page.getByRole('button', { name: t('plan.change.pay', { price: due }) }).click();
    await enterCard(page, '4242 4242 4242 4242', locale);
    await expect(page.getByText(t('order-done.paid.title', { plan: 'High' }))).toBeVisible();

    await page.goto(paths.cancellation);
    await page.getByRole('button', { name: t('cancellation.submit') }).click();
    await expect(heading(page, t('cancellation.done'))).toBeFocused();
    await expectUsable(page);
    await page.getByRole('link', { name: t('cancellation.to-plan') }).click();
    await expect(page.locator('[data-state=ending]')).toContainText(t('plan.ending.text-free'));
    await page.getByRole('button', { name: t('plan.action.resume', { plan: 'High' }) }).click();
    await expect(heading(page, t('plan.active.title', { plan: 'High' }))).toBeVisible();
  });

test('by transfer: served from the day on which the bank’s statement has it', async ({ page, site, person }) => {
  await signInDirectly(page, site, person);
  await page.goto(address);
  await fillInOrder(page, 'invoice');
  await orderButton(page).click();
  await expect(page.getByText(t('order-done.received.title'))).toBeVisible();
  await expect(page.getByRole('img', { name: t('billing.transfer.code') })).toBeVisible();
  const bought = page.getByRole('region', { name: t('order-done.facts') });
  await expect(bought.getByText(t('order.summary.start.invoice'))).toBeVisible();
  await expect(bought).toContainText(price);
  await expectUsable(page);
  const reference = (await page.getByText(/^RF\d\d/).textContent())!.replaceAll(' ', '');

  await page.goto(paths.cancellation);
  await expect(page.getByText(t('cancellation.ends.order'))).toBeVisible();
  await expectUsable(page);

  const amount = (plans.moderate.monthlyRappen / 100).toFixed(2);
  const file = path.join(site.dataDir, 'statement.xml');
  const day = new Date().toISOString().slice(0, 10);
  const iban = operator.bankAccount.iban.replaceAll(' ', '');
  const entries = [{ amount, payments: [{ amount, reference, debtor: 'Ada Lindqvist' }] }];
  writeFileSync(file, aStatementFile({ iban, day, closing: (100 + Number(amount)).toFixed(2), entries }));
  await site.operate('bank', 'import', file);
  await site.operate('clock', 'move', '1m');
  await page.goto(paths.accountPlan);
  await expect(heading(page, t('plan.active.title', { plan: 'Moderate' }))).toBeVisible();
  await expect(page.getByText(t('plan.invoices.settled'))).toBeVisible();
});

test('while the card provider is silent, nothing is lost: the order goes on once it answers', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/status of 503/);
  await signInDirectly(page, site, person);
  await page.goto(address);
  await fillInOrder(page, 'card');
  await site.controlCards('fault', { kind: 'unavailable' });
  await orderButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(t('billing.problem.card-provider-unreachable'));
  await expectUsable(page);
  await site.controlCards('fault', {});
  await orderButton(page).click();
  await page.getByLabel(translator('en')('number')).waitFor();

  await page.goto(paths.accountPlan);
  const state = page.locator('[data-state]');
  await expect(state).toContainText(t('plan.awaiting-card.text', { plan: 'Moderate', price }));
  await site.controlCards('fault', { kind: 'unavailable' });
  await page.reload();
  await expect(state).toContainText(t('plan.provider-silent.text'));
  await expectUsable(page);
  await site.controlCards('fault', {});
  // The page asks again by itself.
  await state.getByRole('button', { name: t('plan.awaiting-card.action') }).click();
  await page.getByLabel(translator('en')('number')).waitFor();
  await site.controlCards('fault', { kind: 'hang' });
  await enterCard(page, '4242 4242 4242 4242');
  // Nobody waits as long as the service does for an answer.
  await expect(page.getByText(t('plan.checking.title'))).toBeVisible({ timeout: 10_000 });
  await expectUsable(page);
  await site.controlCards('fault', {});
  await expect(page.getByText(t('order-done.paid.title', { plan: 'Moderate' }))).toBeVisible();
});
