import type { Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { inMotion } from './fixtures/browsers.ts';
import { messagesOf, scriptOf } from './fixtures/chunks.ts';
import { becomeInteractive, becomeLaidOut } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use(inMotion);

/** Chunks of pages and message files that the browser requested. */
function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(assets|messages)\//.test(pathname)) loads.push(pathname);
  });
  return loads;
}

/** How many of a page's own two files, a script and messages, are among `loads`. */
const countOf = (name: 'contact' | 'pricing', loads: string[]) =>
  loads.filter((load) =>
    [scriptOf(`app/pages/marketing/${name}.tsx`), messagesOf(name)].some((each) => each.test(load)),
  ).length;

test('a page is loaded when a visit is likely, by pointer or keyboard, and not before', async ({ page }) => {
  const t = wordsOf('en');
  const loads = watchLoads(page);
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
  await page.goto(paths.terms);
  expect(loads.filter((load) => load.endsWith('.js'))).toEqual([]);
  await becomeInteractive(page);
  expect(countOf('contact', loads) + countOf('pricing', loads)).toBe(0);

  await link(t('layout.menu.contact')).hover();
  await expect.poll(() => countOf('contact', loads)).toBe(2);
  await link(t('layout.menu.pricing')).focus();
  await expect.poll(() => countOf('pricing', loads)).toBe(2);
});

/** Counts view transitions, and the animations that run in them. */
const countTransitions = (page: Page) =>
  page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    const counts = { transitions: 0, animations: 0 };
    Object.assign(window, { counts });
    document.startViewTransition = (options) => {
      counts.transitions++;
      const transition = start(options);
      transition.ready.then(
        () => {
          const running = document.getAnimations().filter((animation) => {
            const { pseudoElement } = animation.effect as KeyframeEffect;
            return pseudoElement?.startsWith('::view-transition') && animation.playState === 'running';
          });
          counts.animations += running.length;
        },
        () => {},
      );
      return transition;
    };
  });

const readCounts = (page: Page) =>
  page.evaluate(() => (window as unknown as { counts: { transitions: number; animations: number } }).counts);

for (const [reducedMotion, expected] of [
  ['no-preference', expect.any(Number)],
  ['reduce', 0],
] as const)
  test(`a page that is here already slides in, with motion: ${reducedMotion}`, async ({ page }) => {
    const t = wordsOf('en');
    const loads = watchLoads(page);
    await page.emulateMedia({ reducedMotion });
    await countTransitions(page);
    await page.goto(paths.terms);
    await becomeInteractive(page);
    const link = page.getByRole('contentinfo').getByRole('link', { name: t('layout.menu.contact'), exact: true });
    await link.hover();
    await expect.poll(() => countOf('contact', loads)).toBe(2);
    await page.waitForLoadState('networkidle');
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(paths.contact);
    await expect.poll(() => readCounts(page)).toEqual({ transitions: 1, animations: expected });
    if (reducedMotion === 'no-preference') expect((await readCounts(page)).animations).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

test('leaving again before a page has slid in leaves nothing behind', async ({ page }) => {
  const t = wordsOf('en');
  await page.goto(paths.terms);
  await becomeInteractive(page);
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
  await link(t('layout.menu.contact')).hover();
  await link(t('layout.menu.beta')).hover();
  await page.waitForLoadState('networkidle');
  const names = [t('layout.menu.contact'), t('layout.menu.beta'), t('layout.menu.contact')];
  await page.evaluate((order) => {
    for (const name of order)
      [...document.querySelectorAll<HTMLAnchorElement>('footer a')].find((each) => each.textContent === name)!.click();
  }, names);
  await expect(page).toHaveURL(paths.contact);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const path of [paths.landing, paths.features, paths.demo])
  test(`the browser has nothing left to do on ${path} once it has come to rest`, async ({ page, context }) => {
    await page.goto(path);
    // What waits for the first frame wakes part by part.
    await becomeLaidOut(page);
    // Animations tied to scrolling never end, but rest with it.
    await page.evaluate(async () => {
      const timed = document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);
      await Promise.all(timed.map(({ finished }) => finished));
    });
    const browser = await context.newCDPSession(page);
    await browser.send('Performance.enable');
    const countLayouts = async () => {
      const { metrics } = await browser.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'LayoutCount')!.value;
    };
    const before = await countLayouts();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
    });
    // A late picture or font may request one more; work that does not end requests one in every frame.
    expect((await countLayouts()) - before).toBeLessThan(5);
  });
