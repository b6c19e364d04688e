import type { Locator } from '@playwright/test';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { plans } from '../../shared/business/plans.ts';
import { formatNumber, formatPrice } from '../../shared/numbers.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { consentOf } from './fixtures/consent.ts';
import { becomeInteractive, signInToAccount } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

// A site that sells, but not to private persons outside Switzerland.
test.use({ salesOpen: 'ch,eu-business' });

const t = wordsOf('en');
const offer = { product: 'moderate', months: 1 } as const;

const bottomOf = async (part: Locator): Promise<number> => {
  const { y, height } = (await part.boundingBox())!;
  return y + height;
};

test.describe('asked about statistics', () => {
  test.use({ isAsked: true });

  for (const locale of ['en', 'de'] as const)
    test(`a stranger sees at once what is ordered, in ${locale}`, async ({ page }) => {
      const t = wordsOf(locale);
      await page.goto(localizedPath(orderAddress(offer), locale));
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(viewport);
        const price = formatPrice(locale, plans.moderate.monthlyRappen);
        const panel = page.getByRole('complementary', { name: t('billing.product.moderate') });
        for (const text of [
          t('order.panel.requests', { requests: formatNumber(locale, plans.moderate.onlineRequestsPerMonth) }),
          t('order.panel.today'),
          t('order.panel.then.month', { price }),
        ])
          await expect(panel.getByText(text, { exact: true })).toBeVisible();
        await expect(panel.getByText(price, { exact: true })).toBeVisible();
        await expect(panel.getByRole('link')).toHaveText([
          t('order.panel.month'),
          t('order.panel.months', { months: 4 }),
        ]);
        const line = (await consentOf(page, locale).bar.boundingBox())!.y;
        expect(await bottomOf(panel.getByText(t('order.panel.then.month', { price })))).toBeLessThanOrEqual(line);
        await expect(page.getByText(t('order.lead'))).toBeVisible();
        const signIn = page.getByRole('main').getByRole('button', { name: t('order.sign-in') });
        expect(await bottomOf(signIn)).toBeLessThanOrEqual(line);
        await expectUsable(page);
      }
    });
});

test('the country comes first, from the account; the period changes the price and the address, not what was typed', async ({
  page,
  site,
  person,
}) => {
  await signInToAccount(page, site, person);
  await page.goto(orderAddress(offer));
  const country = page.getByLabel(t('order.country'), { exact: true });
  await expect(country).toHaveValue('CH');
  expect(
    await page.locator('form :is(input, select)').evaluateAll((fields) => fields.map(({ id }) => id)),
  ).toHaveProperty('0', 'order-country');
  const gaps = await page.locator('main form').evaluate((form) => {
    const parts = [...form.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0);
    return parts.slice(1).map(({ top }, index) => Math.round(top - parts[index]!.bottom));
  });
  expect(new Set(gaps).size, gaps.join()).toBe(1);
  const street = page.getByLabel(t('order.street'), { exact: true });
  await street.fill('Bahnhofstrasse');
  const panel = page.getByRole('complementary');
  await panel.getByRole('link', { name: t('order.panel.months', { months: 4 }) }).press('Enter');
  await expect(page).toHaveURL(orderAddress({ ...offer, months: 4 }));
  const price = formatPrice('en', plans.moderate.fourMonthRappen);
  await expect(panel.getByText(price, { exact: true })).toBeVisible();
  await expect(panel.getByText(t('order.panel.then.months', { price, months: 4 }))).toBeVisible();
  await expect(street).toHaveValue('Bahnhofstrasse');
  await expectUsable(page);
});

test('a private person in Ireland learns on the plans page that nothing is sold to them, why, and what to do', async ({
  page,
  site,
  person,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInToAccount(page, site, person, { country: 'IE' });
  const reason = t('billing.not-sold.private', { country: 'Ireland' });

  await page.goto(paths.pricing);
  await becomeInteractive(page);
  const moderate = page.getByRole('region', { name: t('pricing.plan.moderate'), exact: true });
  await expect(moderate.getByText(reason)).toBeVisible();
  await expectUsable(page);
  const asBusiness = t('own-plan.as-business', { plan: t('pricing.plan.moderate') });
  await expect(moderate.getByRole('link')).toHaveText([asBusiness]);
  await moderate.getByRole('link', { name: asBusiness }).click();
  const company = page.getByRole('textbox', { name: t('order.company'), exact: true });
  await expect(company).toBeVisible();

  await page.goto(orderAddress(offer));
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByLabel(t('order.street'), { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('billing.not-sold.ask') })).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: t('billing.not-sold.as-business') }).press('Enter');
  await expect(company).toBeFocused();
  await expect(page.getByText(reason)).toHaveCount(0);
});
