import type { Locator, Page } from '@playwright/test';
import { posterAddress } from '../../app/scenes/film-address.ts';
import { anchors, localizedPath, paths } from '../../shared/paths.ts';
import { inMotion, wholeBrowser } from './fixtures/browsers.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

// When a first frame is shown is the business of the browser that people use.
test.use({ ...wholeBrowser, ...inMotion });

const phone = { width: 412, height: 823 };

/** Sums up how much the content has moved without the visitor's doing (the browser's layout-shift entries). */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((shifts) => {
      for (const { value } of shifts.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/**
 * When the page first became visible (never: infinity), when each of its fonts was requested, and how many the head
 * requested ahead.
 */
const readFonts = (page: Page) =>
  page.evaluate(() => ({
    seen: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    askedFor: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
    ahead: document.querySelectorAll('link[rel=preload][as=font]').length,
    shown: getComputedStyle(document.querySelector('h1')!).fontFamily.includes('Fraunces,'),
    arrived: document.fonts.check('1em Fraunces') && document.fonts.check('1em "Instrument Sans"'),
  }));

for (const isEmpty of [false, true])
  test(`the list of versions takes a place that was kept for it (${isEmpty ? 'none' : 'one'})`, async ({ page }) => {
    await page.setViewportSize(phone);
    await watchShifts(page);
    if (isEmpty)
      await page.route('**/api/releases', async (route) => {
        const { releases } = await (await route.fetch()).json();
        await route.fulfill({ json: { releases: releases.map((each: object) => ({ ...each, versions: [] })) } });
      });
    await page.goto(paths.releases);
    await expect(page.locator('.guide-section').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.001);
  });

// In a long text, a line may break one word earlier in the page's own font.
for (const [path, shift] of [
  [paths.landing, 0.001],
  [paths.pricing, 0.001],
  [paths.demo, 0.001],
  [paths.terms, 0.02],
] as const)
  test(`the first view of ${path} asks for fonts once it has been seen, and nothing moves when they come`, async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await watchShifts(page);
    await page.goto(path);
    await expect.poll(async () => (await readFonts(page)).shown).toBe(true);
    const { seen, askedFor, ahead, arrived } = await readFonts(page);
    expect(arrived).toBe(true);
    // The third, that of what was spoken, comes when the styles ask for it.
    expect(askedFor.length).toBeGreaterThanOrEqual(2);
    expect(askedFor.length).toBeLessThanOrEqual(3);
    for (const time of askedFor) expect(time).toBeGreaterThan(seen);
    expect(ahead).toBe(0);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(shift);
  });

test('within the site, after a reload and at a place in a page, fonts are asked for ahead', async ({ page, site }) => {
  const expectAhead = async () => {
    await expect(page.locator('html:not([data-fonts])')).toBeAttached();
    expect(await readFonts(page)).toMatchObject({ ahead: 2, shown: true });
  };
  await page.goto(paths.contact, { referer: `${site.origin}${paths.landing}` });
  await expectAhead();
  await page.goto(paths.contact, { referer: 'https://example.com/' });
  expect((await readFonts(page)).ahead).toBe(0);
  await page.reload();
  await expectAhead();
  await page.goto(`${paths.landing}#${anchors.examples}`);
  await expectAhead();
});

test('fonts that never arrive leave the page in those of the machine', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.route(/\.woff2$/, (route) => route.abort());
  await page.goto(paths.landing);
  await expect(page.locator('html:not([data-fonts])')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

const footerLink = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: t('layout.menu.contact') });

/** True when the browser has laid it out and would paint it; sleeping content is not. */
const isPainted = (place: Locator) =>
  place.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
const isAwake = (page: Page) => isPainted(footerLink(page));

/** Records whether content below the fold was asleep in the first frame, and keeps it asleep when `forever`. */
const watchSleep = (page: Page, forever = false) =>
  page.addInitScript((keep) => {
    // It wakes with the page's fonts.
    if (keep) document.fonts.load = () => new Promise(() => {});
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      Object.assign(window, { slept: document.documentElement.hasAttribute('data-asleep') });
    }).observe({ type: 'paint', buffered: true });
  }, forever);

test('what is below the fold sleeps in the first frame, and then wakes by itself', async ({ page }) => {
  await page.setViewportSize(phone);
  await watchSleep(page);
  await page.goto(paths.landing);
  await expect(page.locator('html:not([data-asleep])')).toBeAttached();
  expect(await page.evaluate(() => (window as unknown as { slept: boolean }).slept)).toBe(true);
  expect(await isAwake(page)).toBe(true);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await becomeInteractive(page);
  await page.mouse.wheel(0, 100_000);
  await expect.poll(() => page.evaluate(() => Math.ceil(scrollY + innerHeight))).toBe(height);
});

test('what still sleeps is found, read aloud and printed', async ({ page }) => {
  await watchSleep(page, true);
  await page.goto(paths.landing);
  expect(await isAwake(page)).toBe(false);
  await expect(footerLink(page)).toHaveCount(1); // by role: from the accessibility tree
  const words = t('landing.closing.title');
  await page.emulateMedia({ media: 'print' });
  expect(await isPainted(page.getByRole('heading', { name: words }))).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  const find = (text: string) =>
    page.evaluate((each) => (window as unknown as { find(text: string): boolean }).find(each), text);
  expect(await find(words)).toBe(true);
  await expect(page.getByRole('heading', { name: words })).toBeInViewport();
});

for (const viewport of [phone, { width: 1440, height: 900 }])
  test(`a link to a place that sleeps leads exactly there, at ${viewport.width} px and before any script`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.route(/\/assets\/.*\.js$/, () => {});
    await watchSleep(page, true);
    await page.goto(paths.landing);
    expect(await isAwake(page)).toBe(false);
    await page.evaluate((hash) => {
      const link = document.querySelector<HTMLAnchorElement>(`a[href$="#${hash}"]`)!;
      link.click();
    }, anchors.examples);
    const headerHeight = 64;
    const place = page.locator(`#${anchors.examples}`);
    await page.evaluate(() => new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })));
    const before = (await place.boundingBox())!.y;
    expect(Math.abs(before - headerHeight)).toBeLessThan(40);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect((await place.boundingBox())!.y).toBe(before);
  });

test('a page that comes back stands where it was left', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto(paths.landing);
  await becomeInteractive(page);
  await expect(page.locator('html:not([data-asleep])')).toBeAttached();
  await page.locator(`#${anchors.examples}`).scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(1_000);
  await page.waitForTimeout(300); // the place is noted when scrolling has come to rest
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});

test('a film gets its picture when it comes near, and its controls when it comes in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto(paths.landing);
  const film = page.locator('video');
  const read = () =>
    page.evaluate(() => ({
      seen: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      asked: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/film/'))
        .map(({ startTime }) => startTime),
    }));
  await expect(film).toHaveJSProperty('controls', false);
  await film.scrollIntoViewIfNeeded();
  await expect(film).toHaveJSProperty('controls', true);
  await expect.poll(async () => (await read()).asked).toHaveLength(1);
  const { seen, asked } = await read();
  expect(asked[0]).toBeGreaterThan(seen);
});

test('the keyboard finds the film’s controls on its way', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto(paths.landing);
  await page
    .getByRole('link', { name: t('landing.film.link') })
    .evaluate((link) => link.focus({ preventScroll: true }));
  await page.keyboard.press('Tab');
  await expect(page.locator('video')).toBeFocused();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page has its fonts, its whole height and a film with controls', async ({ page }) => {
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
    });
    await page.goto(paths.landing);
    // The third is that of the figures, which the page has in its mail.
    const names = [/fraunces/, /instrument-sans/, /jetbrains-mono/];
    await expect.poll(() => fonts.toSorted()).toEqual(names.map((name) => expect.stringMatching(name)));
    expect(await isAwake(page)).toBe(true);
    for (const locale of ['en', 'de'] as const) {
      await page.goto(localizedPath(paths.landing, locale));
      await expect(page.locator('video[controls]')).toBeAttached();
      await expect(page.locator('.film img')).toHaveJSProperty('complete', true);
      await expect(page.locator('.film img')).toHaveJSProperty(
        'currentSrc',
        new URL(posterAddress(locale, 'wide', 'avif'), page.url()).href,
      );
    }
  });
});
