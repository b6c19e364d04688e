import type { Locator, Page } from '@playwright/test';
import { localizedPath, paths } from '../../shared/paths.ts';
import { inMotion } from './fixtures/browsers.ts';
import { consentOf } from './fixtures/consent.ts';
import { expect, test } from './fixtures/test.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 680 },
  { width: 1440, height: 900 },
];
const languages = ['en', 'de'] as const;

/** The last moment of the animation, and the largest sum of shifts that nobody notices. */
const lastMs = 5_000;
const largestShift = 0.005;

const bottomOf = async (part: Locator): Promise<number> => {
  const { y, height } = (await part.boundingBox())!;
  return y + height;
};

test.use({ isAsked: true, ...inMotion });

const standing = (page: Page) => expect(page.locator('html:not([data-fonts])')).toBeAttached();

interface Seen {
  shift: number;
  largest: string;
}

/** Sums up what moved, and remembers the largest thing that was painted. */
const watchPaint = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0, largest: '' };
    Object.assign(window, { seen });
    new PerformanceObserver((shifts) => {
      for (const { value } of shifts.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((paints) => {
      for (const { element } of paints.getEntries() as (PerformanceEntry & { element: Element | null })[])
        seen.largest = element?.tagName ?? '';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

for (const locale of languages)
  for (const viewport of sizes)
    test(`in ${locale} at ${viewport.width} × ${viewport.height} px the product is seen above the question`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await watchPaint(page);
      await page.goto(localizedPath(paths.landing, locale));
      await standing(page);
      await page.evaluate(() => document.fonts.ready);
      const line = (await consentOf(page, locale).bar.boundingBox())!;
      expect(line.height).toBeLessThanOrEqual(viewport.width < 640 ? 125 : viewport.width < 1024 ? 80 : 60);
      const hero = page.locator('.hero');
      for (const part of [
        hero.getByRole('heading', { level: 1 }),
        hero.locator('.button:visible'),
        hero.locator('.scene-recording').first(),
        hero.locator('.scene-spoken'),
        hero.locator('.hero-letter > p'),
        ...(viewport.width < 1024 ? [] : [hero.getByRole('listitem').nth(1)]),
      ])
        expect(await bottomOf(part)).toBeLessThanOrEqual(line.y);

      const letters = await hero.locator('.scene-stage').evaluate((stage) =>
        [...stage.querySelectorAll('*')]
          .filter((part) =>
            [...part.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
          )
          .map((part) => Number.parseFloat(getComputedStyle(part).fontSize))
          // On a phone the sign of recording stands without its word.
          .filter((size) => size > 0),
      );
      expect(Math.min(...letters)).toBeGreaterThanOrEqual(viewport.width < 640 ? 12 : 14);

      const { shift, largest } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
      expect(shift).toBeLessThanOrEqual(largestShift);
      expect(largest).toMatch(/^(P|SPAN|H1)$/);
    });

test('the first screen plays once, by opacity and transform alone, and rests', async ({ page }) => {
  await page.goto(paths.landing);
  await standing(page);
  const animations = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, timeline }) => {
      const { target } = effect as KeyframeEffect;
      if (!target?.closest('.hero') || timeline !== document.timeline) return [];
      const properties = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame));
      return [{ end: effect!.getComputedTiming().endTime as number, properties }];
    }),
  );
  expect(animations.length).toBeGreaterThan(10);
  for (const { end, properties } of animations) {
    expect(end).toBeLessThanOrEqual(lastMs);
    const moved = properties.filter((name) => !/^(offset|computedOffset|easing|composite)$/.test(name));
    expect(new Set(moved)).toEqual(new Set(moved.filter((name) => name === 'opacity' || name === 'transform')));
  }
});

test('who wants stillness, or runs no script, sees the end', async ({ page, browser, site }) => {
  const shown = (where: Page) =>
    where
      .locator('.hero-part, .hero-before')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).opacity));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(paths.landing);
  await standing(page);
  const still = await shown(page);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(new Set(still)).toEqual(new Set(['0', '1']));

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(site.origin + paths.landing);
  await expect.poll(() => shown(plain)).toEqual(still);
  await context.close();
});

test('in colours of the reader’s own both windows have an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(paths.landing);
  const edges = await page.locator('.hero .scene-window').evaluateAll((windows) =>
    windows.map((window) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(window);
      return borderTopStyle === 'solid' && borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
    }),
  );
  expect(edges).toEqual([true, true]);
});
