import type { Page } from '@playwright/test';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { launch } from '../../shared/business/launch.ts';
import { plans } from '../../shared/business/plans.ts';
import { installer, platforms } from '../../shared/business/product.ts';
import { formatCountries, formatList, formatMonth, formatNumber, formatPrice } from '../../shared/format.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { inMotion } from './fixtures/browsers.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use(inMotion);

const t = wordsOf('en');
const choose = (page: Page, name: string) =>
  page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click();

test('what it costs and the facts at the top are seen', async ({ page }) => {
  await page.goto(paths.landing);
  const main = page.getByRole('main');
  for (const { monthlyRappen } of Object.values(plans))
    await expect(main.getByText(formatPrice('en', monthlyRappen), { exact: true })).toBeVisible();
  // Without the sentence that takes the place of the one about prices once anything is sold.
  const price = t('landing.hero.facts.price', { requests: formatNumber('en', plans.free.onlineRequestsPerMonth) });
  await expect(main.getByRole('list').filter({ hasText: price }).getByRole('listitem')).toHaveText(
    [
      price,
      t('landing.hero.facts.paid', { price: formatPrice('en', plans.moderate.monthlyRappen) }),
      t('landing.hero.facts.system', { versions: formatList('en', platforms.windows.testedVersions) }),
      t('landing.hero.facts.size', { download: installer.downloadGigabytes }),
      formatCountries('en', eligibleCountries),
      t('landing.hero.announcement', { month: formatMonth('en', launch.month) }),
    ],
    { useInnerText: true },
  );
});

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

test('the comparison switches with the script too, keeps a choice made before it came, and follows the arrow keys', async ({
  page,
}) => {
  await page.goto(paths.landing);
  await choose(page, t('examples.tone.friendly'));
  await becomeInteractive(page);
  await expect(page.getByText(t('examples.message.friendly'), { exact: true })).toBeVisible();
  await choose(page, t('examples.tone.neutral'));
  await tryComparison(page);

  await choose(page, t('examples.output.text'));
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
