import type { Page } from '@playwright/test';
import { filmAddress, posterAddress } from '../../app/scenes/film-address.ts';
import { type CutName, cutNames, cuts, emptyBelow } from '../../content/film/cuts.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { chapterStartsMs } from '../../content/film/timeline.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { inMotion } from './fixtures/browsers.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use(inMotion);

/** Size of a poster, and its lightest value (0 to 255) above and within its lowest strip. */
async function lightnessOfPoster([address, share]: readonly [string, number]) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  const edge = Math.ceil(height * (1 - share));
  const lightest = (from: number, to: number) =>
    context
      .getImageData(0, from, width, to - from)
      .data.reduce((most, value, index) => (index % 4 === 3 ? most : Math.max(most, value)), 0);
  return { width, height, above: lightest(0, edge), below: lightest(edge, height) };
}

const t = wordsOf('en');

/** The picture that the page shows, and the film that the player would play. */
const shownIn = (page: Page) =>
  page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>('.film img')!;
    await image.decode();
    const { width, height } = document.querySelector('.film')!.getBoundingClientRect();
    const pathOf = (address: string) => new URL(address).pathname.replace(/\.(webm|mp4)$/, '');
    return {
      picture: pathOf(image.currentSrc),
      film: pathOf(document.querySelector('video')!.currentSrc),
      shape: Math.round((width / height) * 100),
    };
  });

const shapeOf = (cut: CutName) => Math.round((cuts[cut].width / cuts[cut].height) * 100);
const shown = (cut: CutName, locale: Locale) => ({
  picture: posterAddress(locale, cut, 'avif'),
  film: filmAddress(cut, 'webm').replace('.webm', ''),
  shape: shapeOf(cut),
});

test('a phone gets the tall cut, a wide screen the wide one, each with a picture in the words of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(localizedPath(paths.demo, 'sv'));
  await expect.poll(() => shownIn(page)).toEqual(shown('tall', 'sv'));
  await becomeInteractive(page);
  // Turned round.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(() => shownIn(page)).toEqual(shown('wide', 'sv'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(paths.landing);
  await page.locator('video').scrollIntoViewIfNeeded();
  // The tab speaks the language that was chosen before.
  await expect.poll(() => shownIn(page)).toEqual(shown('wide', 'sv'));
});

test('the film’s pictures leave room for the controls', async ({ page }) => {
  await page.goto(paths.demo);
  for (const cut of cutNames)
    for (const locale of locales)
      for (const format of ['avif', 'webp'] as const) {
        const address = posterAddress(locale, cut, format);
        const picture = await page.evaluate(lightnessOfPoster, [address, emptyBelow] as const);
        expect(picture).toMatchObject(cuts[cut].poster);
        expect(picture.above, address).toBeGreaterThan(200);
        expect(picture.below, address).toBeLessThan(24);
      }
});

test('the breadcrumb leads back to the product', async ({ page }) => {
  await page.goto(paths.demo);
  const breadcrumb = page.getByRole('navigation', { name: t('demo.breadcrumb') });
  await expect(breadcrumb.getByText(t('demo.title'))).toHaveAttribute('aria-current', 'page');
  await breadcrumb.getByRole('link', { name: t('layout.menu.speech-to-text') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('landing.hero.written'));
});

test('the transcript sets spoken and written apart, large enough to be read', async ({ page }) => {
  await page.goto(localizedPath(paths.demo, 'fr'));
  const words = wordsOf('fr');
  const chapter = page.locator('.film-transcript > li').filter({ hasText: words('film.cursor.title') });
  const read = async (kind: 'spoken' | 'written') => {
    const passage = chapter.locator(`.${kind}`);
    await expect(passage).toHaveText(words(`film.seen.${kind}`) + onScreen.mail[kind]);
    await expect(passage.getByText(onScreen.mail[kind])).toHaveAttribute('lang', 'en');
    return passage.evaluate((element) => {
      const { fontFamily, fontSize, color } = getComputedStyle(element);
      return { fontFamily, size: Number.parseFloat(fontSize), color };
    });
  };
  await becomeInteractive(page);
  await expect.poll(async () => (await read('written')).fontFamily).toContain('Fraunces');
  const [spoken, written] = [await read('spoken'), await read('written')];
  expect(spoken.fontFamily).toContain('monospace');
  expect(spoken.color).not.toBe(written.color);
  expect(spoken.size).toBeGreaterThanOrEqual(16);
  expect(written.size).toBeGreaterThan(spoken.size);
});

test('nothing of the film is fetched before play, a chapter plays from its moment, and a browser that cannot show it says so', async ({
  page,
}) => {
  const films: string[] = [];
  page.on('request', (request) => {
    if (/\.(webm|mp4)$/.test(request.url())) films.push(request.url());
  });
  await page.goto(paths.demo);
  await expect(page.locator('video')).toContainText(t('player.unsupported'));
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
  // Where it can be seen and paused.
  await expect(page.locator('video')).toBeFocused();
  await expect(page.locator('video')).toBeInViewport({ ratio: 0.99 });

  // Even where the page is opened below it.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => history.state?.place > 1000);
  await page.reload();
  await becomeInteractive(page);
  await expect(page.locator('video')).not.toBeInViewport();
  await page
    .getByRole('heading', { name: t('film.ending.title') })
    .getByRole('link')
    .click();
  await expect(page.locator('video')).toBeFocused();
});
