import { chapterStartsMs, filmChapters, filmDurationMs } from '../../content/film/timeline.ts';
import { localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const seconds = Math.round(filmDurationMs / 1_000);

for (const locale of locales) {
  test(`in ${localeNames[locale]} the film stands with its chapters and its text`, async ({ page }) => {
    const words = wordsOf(locale);
    await page.goto(localizedPath(paths.demo, locale));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('demo.heading', { seconds }));
    await expect(page.getByLabel(words('scenes.film.label'))).toBeVisible();
    const chapters = page.locator('.film-transcript > li');
    await expect(chapters).toHaveCount(filmChapters.length);
    for (const [index, { id }] of filmChapters.entries())
      await expect(chapters.nth(index).getByRole('heading')).toContainText(words(`film.${id}.title`));
    await becomeInteractive(page);
  });
}

test('the breadcrumb leads back to the product', async ({ page }) => {
  await page.goto(paths.demo);
  const breadcrumb = page.getByRole('navigation', { name: t('demo.breadcrumb') });
  await expect(breadcrumb.getByText(t('demo.title'))).toHaveAttribute('aria-current', 'page');
  await breadcrumb.getByRole('link', { name: t('layout.menu.speech-to-text') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('landing.hero.written'));
});

test('a browser that cannot show a film says so', async ({ page }) => {
  await page.goto(paths.demo);
  await expect(page.locator('video')).toContainText(t('scenes.film.unsupported'));
});

test('nothing of the film is fetched before play, and a chapter plays from its moment', async ({ page }) => {
  const films: string[] = [];
  page.on('request', (request) => {
    if (/\.(webm|mp4)$/.test(request.url())) films.push(request.url());
  });
  await page.goto(paths.demo);
  await becomeInteractive(page);
  expect(films).toEqual([]);

  await page
    .getByRole('heading', { name: t('film.tone.title') })
    .getByRole('link')
    .click();
  const startSeconds = chapterStartsMs.tone / 1_000;
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThanOrEqual(startSeconds);
  await expect(page).toHaveURL(paths.demo);
});
