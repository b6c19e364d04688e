import { formatCountry, formatLanguages } from '../../app/messages/format.ts';
import { operator } from '../../shared/business/company.ts';
import { dataSubjectRequestDays } from '../../shared/business/retention.ts';
import { support } from '../../shared/business/support.ts';
import { localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

for (const locale of locales) {
  test(`in ${localeNames[locale]} every way to reach the company is a link, with its languages`, async ({ page }) => {
    const words = wordsOf(locale);
    await page.goto(localizedPath(paths.contact, locale));
    const main = page.getByRole('main');
    for (const [channel, address, languages] of [
      ['general', operator.generalEmail, support.languages.generalEmail],
      ['support', operator.supportEmail, support.languages.supportEmail],
      ['sales', operator.salesEmail, support.languages.salesEmail],
    ] as const) {
      const item = main.getByRole('listitem').filter({ hasText: words(`contact.${channel}`) });
      await expect(item.getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`);
      await expect(item).toContainText(words('contact.languages', { languages: formatLanguages(locale, languages) }));
    }
    const phone = main.getByRole('listitem').filter({ hasText: operator.phone });
    await expect(phone.getByRole('link')).toHaveAttribute('href', `tel:${operator.phone.replaceAll(' ', '')}`);
    await expect(phone).toContainText(
      words('contact.languages', { languages: formatLanguages(locale, support.languages.phone) }),
    );

    await expect(main).toContainText(operator.street);
    for (const { name, address, country, email } of [operator.swissRepresentative, operator.euRepresentative]) {
      const representative = main.locator('address').filter({ hasText: name });
      await expect(representative.getByRole('paragraph')).toHaveText([
        name,
        address,
        formatCountry(locale, country),
        email,
      ]);
      await expect(main.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    }
    await expect(main).toContainText(
      words('contact.privacy.text', { days: dataSubjectRequestDays, address: operator.privacyEmail }),
    );
    await expect(main.getByRole('link', { name: words('contact.privacy.portal') })).toHaveAttribute(
      'href',
      operator.dataRequestPortalUrl,
    );
  });
}

test.describe('support hours, by the clock in Zurich', () => {
  test.use({ timezoneId: 'Europe/Dublin' });

  test('open until 20:00, then closed until the next weekday', async ({ page }) => {
    // A Friday in summer, one minute to eight in Zurich.
    await page.clock.install({ time: new Date('2025-08-08T17:59:00Z') });
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await expect(page.getByText(t('contact.hours.open', { time: support.closesAt }))).toBeVisible();
    await expect(page.getByText(t('contact.hours.here', { opens: '10:00', closes: '19:00' }))).toBeVisible();

    await page.clock.runFor(90_000);
    await expect(page.getByText(t('contact.hours.opens-on', { day: 'Monday', time: support.opensAt }))).toBeVisible();
  });

  test('before eleven on a weekday it opens today', async ({ page }) => {
    // Clocks went back the day before.
    await page.clock.install({ time: new Date('2025-10-27T09:30:00Z') });
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await expect(page.getByText(t('contact.hours.opens-today', { time: support.opensAt }))).toBeVisible();
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the hours are stated and nothing is claimed about now', async ({ page }) => {
    await page.goto(paths.contact);
    await expect(
      page.getByText(
        t('contact.hours.text', {
          first: 'Monday',
          last: 'Friday',
          opens: support.opensAt,
          closes: support.closesAt,
        }),
      ),
    ).toBeVisible();
    await expect(page.getByText(t('contact.hours.open', { time: support.closesAt }))).toHaveCount(0);
  });
});
