import { readConfig } from '../../server/config/config.ts';
import { connectStripe } from '../../server/integrations/stripe.ts';
import { translator } from '../../stand-ins/cards/messages.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ viewport: { width: 320, height: 700 } });

for (const locale of walkedLocales)
  test(`the stand-in's payment page in ${locale}: mistakes, a refusal, the bank, and back to the site`, async ({
    page,
    site,
    guard,
  }) => {
    guard.allow(/status of (422|410)/);
    const provider = connectStripe(readConfig({ CARDS_PORT: new URL(site.cardsOrigin).port }).cards!);
    const t = translator(locale);
    const wanted = {
      customer: await provider.createCustomer({ accountId: 'account' }, `customer-${locale}`),
      attemptId: 'attempt',
      payment: { amountRappen: 17_600, product: 'Writing Ant, Moderate', debt: 'order 1' },
      locale,
      successUrl: `${site.origin}/robots.txt?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site.origin}/robots.txt`,
    };
    const { id, url } = await provider.openCheckout(wanted, `checkout-${locale}`);
    const expectAccessible = async () => {
      await expectUsable(page);
    };
    const enter = async (number: string) => {
      await page.getByLabel(t('number')).fill(number);
      await page.getByLabel(t('expiry')).fill('12/40');
      await page.getByLabel(t('code')).fill('123');
      await page.getByLabel(t('name')).fill('Åsa Müller');
      await page.keyboard.press('Enter');
    };

    await page.goto(url!);
    await expectAccessible();
    await page.setViewportSize({ width: 768, height: 900 });
    const topOf = async (field: 'expiry' | 'code') => (await page.getByLabel(t(field)).boundingBox())!.y;
    // One of them has a hint above it.
    expect(await topOf('code')).toBe(await topOf('expiry'));
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('button').click();
    await expect(page.getByRole('link', { name: t('numberMissing') })).toBeVisible();
    await expect(page.getByLabel(t('number'))).toBeFocused();
    await expectAccessible();
    await enter('4000 0000 0000 9995');
    await expect(page.getByRole('alert')).toHaveText(t('noFunds'));
    await enter('4000 0027 6000 3184');
    await expect(page.getByRole('heading', { name: t('confirmTitle') })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: t('approve') }).click();
    await page.waitForURL(`${site.origin}/robots.txt?session=${id}`);
    expect(await provider.getCheckout(id)).toMatchObject({ state: 'complete', isPaid: true });
    await page.goto(url!, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: t('doneTitle') })).toBeVisible();
    await expectAccessible();
  });
