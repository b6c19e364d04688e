import { formatNumber } from '../../app/messages/format.ts';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { accuracy } from '../../shared/business/accuracy.ts';
import { contentLanguages, installer, models, platforms } from '../../shared/business/product.ts';
import { retention } from '../../shared/business/retention.ts';
import { localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const functions = [
  'dictation',
  'bullets',
  'draft',
  'tone',
  'vocabulary',
  'keywords',
  'commands',
  'overlay',
  'offline',
] as const;

for (const locale of locales) {
  test(`in ${localeNames[locale]} every function stands on the page, with sizes, models and days`, async ({ page }) => {
    const words = wordsOf(locale);
    await page.goto(localizedPath(paths.features, locale));
    const main = page.getByRole('main');
    for (const name of functions)
      await expect(main.getByRole('heading', { name: words(`features.${name}.title`), exact: true })).toBeVisible();
    await expect(
      main.getByRole('heading', { name: words('features.languages.title', { count: contentLanguages.length }) }),
    ).toBeVisible();
    for (const model of [...models.local, models.online.preferred, models.online.fallback])
      await expect(main).toContainText(model);
    for (const gigabytes of [installer.downloadGigabytes, installer.installedGigabytes])
      await expect(main).toContainText(words('features.facts.gigabytes', { gigabytes }));
    await expect(main).toContainText(words('features.facts.minutes', { minutes: installer.installationMinutes }));
    await expect(main).toContainText(words('features.login.text', { days: retention.keychainLoginTokenDays }));
    await expect(main).toContainText(words('features.login.offline'));
    await expect(main).toContainText(formatNumber(locale, accuracy, { style: 'percent', maximumFractionDigits: 1 }));
    await expect(main).toContainText(words('accuracy.unmeasured'));
    for (const { name } of Object.values(platforms)) await expect(main).toContainText(name);

    const commands = page.getByRole('table', { name: words('features.commands.table') });
    await expect(commands).toContainText(words('features.commands.result.on'));
    await expect(commands).toContainText(words('features.commands.result.off'));
    await becomeInteractive(page);
  });
}

test('every content language is named, Norwegian by the name people know', async ({ page }) => {
  await page.goto(paths.features);
  const names = page.locator('.content-languages > li');
  await expect(names).toHaveCount(contentLanguages.length);
  await expect(names.first()).toHaveText('American English');
  await expect(names.last()).toHaveText('Norwegian');
});

test('the contents lead to their chapters', async ({ page }) => {
  await page.goto(paths.features);
  await page
    .getByRole('navigation', { name: t('features.contents') })
    .getByRole('link', { name: t('features.privacy.title') })
    .click();
  await expect(page.getByRole('heading', { name: t('features.privacy.title') })).toBeInViewport();
  await expect(page).toHaveURL(`${paths.features}#privacy`);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the tone of the drawn message can be switched', async ({ page }) => {
    await page.goto(paths.features);
    await expect(page.getByText(t('scenes.tone.formal'))).toBeVisible();
    await page.getByRole('radio', { name: interfaceTexts.tones.friendly }).check({ force: true });
    await expect(page.getByText(t('scenes.tone.friendly'))).toBeVisible();
    await expect(page.getByText(t('scenes.tone.formal'))).toBeHidden();
  });
});
