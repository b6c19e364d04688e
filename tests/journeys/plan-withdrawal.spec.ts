import { orderAddress } from '../../app/account/order/offer.ts';
import { plans } from '../../shared/business/plans.ts';
import { locales } from '../../shared/locales.ts';
import { formatPrice } from '../../shared/numbers.ts';
import { anchors, localizedPath, paths } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { enterCard, fillInOrder } from './fixtures/ordering.ts';
import { signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

// A site that sells to consumers in the EU, who may withdraw.
test.use({ salesOpen: 'eu-consumer', viewport: { width: 320, height: 700 } });

for (const locale of locales)
  test(`who is signed in withdraws at once, in ${locale}, after one question`, async ({ page, site, person }) => {
    const t = wordsOf(locale);
    await signInDirectly(page, site, person);
    await page.goto(localizedPath(orderAddress({ product: 'moderate', months: 1 }), locale));
    await fillInOrder(page, 'card', locale, 'IE');
    const price = formatPrice(locale, plans.moderate.monthlyRappen);
    await page.getByRole('button', { name: t('order.submit', { price }) }).click();
    await enterCard(page, '4242 4242 4242 4242', locale);
    await expect(page.getByText(t('order-done.paid.title', { plan: 'Moderate' }))).toBeVisible();

    await page.goto(paths.accountPlan);
    await page.locator('.facts').locator(`a[href="#${anchors.planWithdrawal}"]`).click();
    await expect(page.getByRole('heading', { name: t('plan.withdrawal'), exact: true })).toBeInViewport();
    await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
    await expect(
      page.getByRole('heading', { name: t('plan.withdrawal.question', { plan: 'Moderate' }) }),
    ).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: t('plan.change.leave') }).click();
    await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
    await page.getByRole('button', { name: t('plan.withdrawal.confirm') }).click();
    await expect(page.locator('[data-state=free]')).toBeVisible();
    await expect(page.locator('#plan-state')).toBeFocused();
    await expect(page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true })).toHaveCount(0);
  });
