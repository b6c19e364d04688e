import type { Page } from '@playwright/test';
import { formatCountries, formatList, formatMonth, formatNumber, formatPrice } from '../../app/messages/format.ts';
import { textRecipientIn } from '../../app/pages/marketing/text-recipient.ts';
import { accuracy } from '../../shared/business/accuracy.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { launch } from '../../shared/business/launch.ts';
import { offlineAddOn, plans } from '../../shared/business/plans.ts';
import { installationSpaceGigabytes, installer, platforms } from '../../shared/business/product.ts';
import { localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const choose = (page: Page, name: string) =>
  page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click();

for (const locale of locales) {
  test(`in ${localeNames[locale]} the page says what the app is, what leaves the device and what it costs`, async ({
    page,
  }) => {
    const words = wordsOf(locale);
    await page.goto(localizedPath(paths.landing, locale));
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words('landing.hero.written'));
    await expect(main).toContainText(words('landing.hero.announcement', { month: formatMonth(locale, launch.month) }));
    for (const price of [
      plans.moderate.monthlyRappen,
      plans.high.monthlyRappen,
      offlineAddOn.monthlyRappen,
      plans.free.monthlyRappen,
    ])
      await expect(main.getByText(formatPrice(locale, price), { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: words('landing.accuracy.title') })).toContainText(
      formatNumber(locale, accuracy, { style: 'percent', maximumFractionDigits: 1 }),
    );
    await expect(page.getByRole('region', { name: words('landing.accuracy.title') })).toContainText(
      words('accuracy.unmeasured'),
    );
    const facts = [
      words('landing.hero.facts.voice'),
      words('landing.hero.facts.price', { requests: formatNumber(locale, plans.free.onlineRequestsPerMonth) }),
      words('landing.hero.facts.paid', { price: formatPrice(locale, plans.moderate.monthlyRappen) }),
      words('landing.hero.facts.system', { versions: formatList(locale, platforms.windows.testedVersions) }),
      words('landing.hero.facts.size', { download: installer.downloadGigabytes }),
      formatCountries(locale, eligibleCountries),
    ];
    await expect(main.getByRole('list').filter({ hasText: facts[0]! }).getByRole('listitem')).toHaveText(facts, {
      useInnerText: true,
    });
    await expect(main).toContainText(
      words('landing.closing.size', {
        download: installer.downloadGigabytes,
        installed: installer.installedGigabytes,
        total: installationSpaceGigabytes,
        minutes: installer.installationMinutes,
      }),
    );

    const modes = page.getByRole('table', { name: words('landing.modes.table') });
    await expect(modes).toContainText(words('landing.modes.transcript.online', textRecipientIn(locale)));
    await expect(modes.getByRole('columnheader').last()).toHaveText(words('landing.modes.offline'));
    await expect(modes).toContainText(words('landing.modes.transcript.offline'));

    // The page's own numbers and names stay the same when React takes over: the guard hears of any difference.
    await becomeInteractive(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words('landing.hero.spoken'));
  });
}

/** What the comparison does, whether the style sheet alone does it or the page's script. */
async function tryComparison(page: Page): Promise<void> {
  const shown = (text: string) => page.getByText(text, { exact: true });
  await expect(shown(t('examples.message.spoken'))).toBeVisible();
  await expect(shown(t('examples.message.neutral'))).toBeVisible();
  await expect(shown(t('examples.message.formal'))).toBeHidden();

  await choose(page, t('examples.tone.formal'));
  await expect(shown(t('examples.message.formal'))).toBeVisible();
  await expect(shown(t('examples.message.neutral'))).toBeHidden();

  await choose(page, t('examples.output.bullets'));
  await expect(shown(t('examples.bullets.point-1'))).toBeVisible();
  await expect(shown(t('examples.message.spoken'))).toBeVisible();
  await expect(shown(t('examples.message.formal'))).toBeHidden();
  await expect(page.getByRole('group', { name: t('examples.tone') })).toBeHidden();

  await choose(page, t('examples.output.draft'));
  await expect(shown(t('examples.draft.spoken'))).toBeVisible();
  await expect(shown(t('examples.message.spoken'))).toBeHidden();
  await expect(shown(t('examples.draft.formal'))).toBeVisible();
  await choose(page, t('examples.tone.friendly'));
  await expect(shown(t('examples.draft.friendly'))).toBeVisible();
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the comparison switches', async ({ page }) => {
    await page.goto(paths.landing);
    await tryComparison(page);
  });

  test('learn more leads to the first section', async ({ page }) => {
    await expectLearnMore(page);
  });
});

test('learn more leads to the first section, below the header', async ({ page }) => {
  await expectLearnMore(page);
});

/** What follows the hero is what its link promises. */
async function expectLearnMore(page: Page): Promise<void> {
  await page.goto(localizedPath(paths.landing, 'de'));
  const first = page.locator('main > section').nth(1);
  await page.getByRole('link', { name: wordsOf('de')('landing.hero.learn-more') }).click();
  await expect(page).toHaveURL(new RegExp(`#${await first.getAttribute('id')}$`));
  await expect.poll(async () => (await first.boundingBox())!.y).toBeLessThan(100);
  expect((await first.boundingBox())!.y).toBeGreaterThanOrEqual(64);
}

test('the comparison switches with the script too, and keeps a choice made before it came', async ({ page }) => {
  await page.goto(paths.landing);
  await choose(page, t('examples.tone.friendly'));
  await becomeInteractive(page);
  await expect(page.getByText(t('examples.message.friendly'), { exact: true })).toBeVisible();
  await choose(page, t('examples.tone.neutral'));
  await tryComparison(page);
});

test('the comparison follows the arrow keys', async ({ page }) => {
  await page.goto(paths.landing);
  await becomeInteractive(page);
  await page.getByRole('radio', { name: t('examples.output.text') }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(t('examples.bullets.point-1'), { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  // A list has no tone: the next tab stop is beyond the hidden choice.
  await expect(page.locator('[name=tone]:focus')).toHaveCount(0);
});

test('the menu leads to the examples from any page', async ({ page }) => {
  await page.goto(paths.features);
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('layout.menu.examples') })
    .click();
  await expect(page.getByRole('heading', { name: t('examples.title') })).toBeInViewport();
});

test('nothing of the film is fetched before it is played', async ({ page }) => {
  const films: string[] = [];
  page.on('request', (request) => {
    if (/\.(webm|mp4|vtt)$/.test(request.url())) films.push(request.url());
  });
  await page.goto(paths.landing);
  await page.locator('video').scrollIntoViewIfNeeded();
  await becomeInteractive(page);
  expect(films).toEqual([]);
});
