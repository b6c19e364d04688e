import type { Page } from '@playwright/test';
import { keepNumbersWhole } from '../../scripts/build/unbroken-numbers.ts';
import { localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { messagesOf, scriptOf } from './fixtures/chunks.ts';
import { becomeInteractive, becomeLaidOut } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

type Thing = Record<string, unknown>;

const readThings = async (page: Page): Promise<Thing[]> => {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.flatMap((block) => JSON.parse(block)['@graph'] as Thing[]);
};

for (const locale of locales)
  test(`the questions told to search engines in ${localeNames[locale]} are those of the page`, async ({ page }) => {
    await page.goto(localizedPath(paths.pricing, locale));
    const faq = (await readThings(page)).find((thing) => thing['@type'] === 'FAQPage')!;
    const told = (faq.mainEntity as Thing[]).map(({ name, acceptedAnswer }) => [name, (acceptedAnswer as Thing).text]);
    const shown = await page
      .locator('section', { has: page.getByRole('heading', { name: wordsOf(locale)('pricing.questions.title') }) })
      .locator('details')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((each) => [each.querySelector('summary')!.textContent, each.querySelector('summary ~ *')!.textContent]),
      );
    // The page marks where a line must not break; search engines get the sentences as written.
    expect(told.map((texts) => texts.map((text) => keepNumbersWhole(String(text))))).toEqual(shown);
  });

test('the film told to search engines is there, on each page that shows it', async ({ page, site, request }) => {
  for (const path of [paths.landing, paths.demo]) {
    await page.goto(path);
    const film = (await readThings(page)).find((thing) => thing['@type'] === 'VideoObject')!;
    for (const address of [film.contentUrl as string, ...(film.thumbnailUrl as string[])]) {
      expect(address.startsWith(site.origin)).toBe(true);
      expect((await request.head(address)).status(), address).toBe(200);
    }
  }
});

test('the sitemap’s addresses all answer, with the language they promise', async ({ request, site }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(60);
  for (const address of addresses) {
    expect(address.startsWith(`${site.origin}/`)).toBe(true);
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    const locale = new URL(address).searchParams.get('lang') ?? 'en';
    expect(await answer.text()).toMatch(new RegExp(`<html lang="${locale}"[ >]`));
  }
});

for (const address of ['/robots.txt', '/llms.txt', '/.well-known/security.txt', '/.well-known/gpc.json'])
  test(`${address} is served with absolute addresses`, async ({ request }) => {
    const answer = await request.get(address);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toMatch(address.endsWith('.json') ? /^application\/json/ : /^text\/plain/);
    expect(await answer.text()).not.toMatch(/%/);
  });

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
