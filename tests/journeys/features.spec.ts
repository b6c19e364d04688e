import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { contentLanguages } from '../../shared/business/product.ts';
import { paths } from '../../shared/paths.ts';
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

test('every function is seen on the page, and every content language by the name people know; the contents lead to their chapters', async ({
  page,
}) => {
  await page.goto(paths.features);
  const main = page.getByRole('main');
  for (const name of functions)
    await expect(main.getByRole('heading', { name: t(`features.${name}.title`), exact: true })).toBeVisible();
  await expect(
    main.getByRole('heading', { name: t('features.languages.title', { count: contentLanguages.length }) }),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: t('features.commands.table') })).toBeVisible();
  const names = page.locator('.content-languages > li');
  await expect(names).toHaveCount(contentLanguages.length);
  await expect(names.first()).toHaveText('American English');
  await expect(names.last()).toHaveText('Norwegian');

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
