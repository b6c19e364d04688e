import { readFileSync } from 'node:fs';
import path from 'node:path';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { salesAudiences } from '../../shared/business/sales.ts';
import { formatCountries } from '../../shared/format.ts';
import { locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { becomeInteractive, signInToAccount } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

// A site that sells, to companies abroad alone.
test.use({ salesOpen: 'eu-consumer', viewport: { width: 320, height: 700 } });

const t = wordsOf('en');
const subjectOf = (kind: string): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../content/server/en/list-mails.json'), 'utf8')).letters[
    kind
  ].subject;

for (const locale of walkedLocales)
  test(`the plans page says to whom is sold, in ${locale}`, async ({ page }) => {
    const words = wordsOf(locale);
    await page.goto(localizedPath(paths.pricing, locale));
    await expect(page.getByText(words('pricing.sold-to'), { exact: true })).toBeVisible();
    const countries = formatCountries(locale, ['IT', 'IE', 'SE']);
    const sentences = {
      ch: words('pricing.sold-to.ch'),
      'eu-business': words('pricing.sold-to.eu-business', { countries }),
      'eu-consumer': words('pricing.sold-to.eu-consumer', { countries }),
    };
    for (const audience of salesAudiences)
      await expect(page.getByText(sentences[audience], { exact: true })).toBeVisible({
        visible: audience === 'eu-consumer',
      });
    await expectUsable(page);
  });

test('somebody in another country is offered no order', async ({ page, site, person }) => {
  await signInToAccount(page, site, person);
  await page.goto(paths.accountPlan);
  await expect(page.getByText(t('plan.free.not-sold'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('plan.free.action') })).toHaveCount(0);
  await page.goto(paths.pricing);
  await becomeInteractive(page);
  const reason = t('billing.not-sold.private', { country: 'Switzerland' });
  const moderate = page.getByRole('region', { name: t('pricing.plan.moderate'), exact: true });
  await expect(moderate.getByText(reason)).toBeVisible();
  await expect(moderate.getByRole('link', { name: t('lists.sale.link') })).toHaveAttribute('href', '#sale-list');
  const order = t('pricing.action.order', { plan: t('pricing.plan.moderate') });
  await expect(page.getByRole('link', { name: order })).toHaveCount(0);
  await expectUsable(page);
  await page.goto(orderAddress({ product: 'moderate', months: 1 }));
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole('link', { name: t('billing.not-sold.ask') })).toBeVisible();
  await expectUsable(page);

  // What is known already need not be typed again.
  await page.getByText(t('lists.sale.link')).click();
  await expect(page.locator('#sale-email')).toHaveValue(person.email);
  await expect(page.locator('#sale-country')).toHaveValue('CH');
  await expect(page.locator('#sale-kind')).toHaveValue('private');
  // What is announced is the reason, not a form with all that happens in it.
  await expect(page.getByRole('status').filter({ has: page.locator('#sale-email') })).toHaveCount(0);
  await expectUsable(page);
  await page.getByRole('button', { name: t('lists.submit') }).click();
  await site.waitForMail(person.email, subjectOf('sale-confirm'));
});

test('a price is seen at once, on a phone and in a low window, in every language', async ({ page }) => {
  for (const locale of locales) {
    await page.goto(localizedPath(paths.pricing, locale));
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 680 },
    ]) {
      await page.setViewportSize(viewport);
      await expect(page.locator('.plan-amount:visible').first(), locale).toBeInViewport({ ratio: 1 });
    }
  }
});
