import type { Page, Route } from '@playwright/test';
import { tabTitleOf } from '../../app/site/page-titles.ts';
import { routes } from '../../app/site/routes.ts';
import { translationLoader } from '../../shared/business/message-loading.ts';
import type { Locale } from '../../shared/locales.ts';
import { anchors, paths, redirects } from '../../shared/paths.ts';
import { messagesOf, scriptOf } from './fixtures/chunks.ts';
import { becomeInteractive, holdRequests, signInAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const menu = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: t('layout.menu.label') });
const featuresLink = (page: Page) => menu(page).getByRole('link', { name: t('layout.menu.features') });

/** The page with this title is shown. */
async function expectPage(page: Page, title: TitleId, locale: Locale = 'en'): Promise<void> {
  const route = routes.find((route) => route.title === title)!;
  await expect(page).toHaveTitle(tabTitleOf(route, wordsOf(locale) as (id: string, values?: object) => string));
  await expect(page.locator('h1')).toBeVisible();
}

type TitleId = 'features.title' | 'legal.eula.title' | 'landing.title' | 'contact.title';

const featuresChunk = () => scriptOf('app/pages/marketing/features.tsx');
const featuresMessages = () => messagesOf('features');

test('old addresses are redirected for good, from outside', async ({ site }) => {
  for (const [from, to] of Object.entries(redirects)) {
    const answer = await fetch(`${site.origin}${from}?lang=de`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${to}?lang=de`]);
  }
});

test('old addresses are redirected inside the site, too', async ({ page, site, person }) => {
  await site.createAccount(person);
  const asked: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && asked.push(new URL(request.url()).pathname));
  await page.goto(`${paths.account}?screen_hint=sign-in&returnTo=/ai-dictation`);
  await signInAtProvider(page, person);
  await expect(page).toHaveURL(redirects['/ai-dictation']!);
  await expectPage(page, 'landing.title');
  expect(asked).not.toContain('/ai-dictation');
});

for (const [what, find] of Object.entries({
  script: featuresChunk,
  'message file': () => messagesOf('features', 'de'),
}))
  test(`while a page’s ${what} is on its way, a spinner says so in the page’s language`, async ({ page }) => {
    const words = wordsOf('de');
    await page.goto(`${paths.contact}?lang=de`);
    await becomeInteractive(page);
    const release = await holdRequests(page, find());
    await page
      .getByRole('banner')
      .getByRole('link', { name: words('layout.menu.features') })
      .click();
    const spinner = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: words('page.loading') });
    await expect(spinner).toBeVisible();
    await expect(page).toHaveURL(paths.features);
    release();
    await expectPage(page, 'features.title', 'de');
    await expect(spinner).toHaveCount(0);
  });

test('a history that takes no more entries stops no link and no scrolling', async ({ page }) => {
  await page.goto(paths.terms);
  await becomeInteractive(page);
  // As Safari does after a hundred of them.
  await page.evaluate(() => {
    for (const name of ['pushState', 'replaceState'] as const)
      history[name] = () => {
        document.documentElement.dataset.refused = name;
        throw new DOMException('Attempt to use it more than 100 times per 10 seconds', 'SecurityError');
      };
  });
  await page.mouse.wheel(0, 400);
  await page.locator('html[data-refused]').waitFor({ state: 'attached' });
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('layout.menu.contact'), exact: true })
    .click();
  await expect(page).toHaveURL(paths.contact);
  await expectPage(page, 'contact.title');
  await page.goBack();
  await expect(page).toHaveURL(paths.terms);
});

const failureNotice = (page: Page) => page.getByRole('alert').filter({ hasText: t('page.load-failed.title') });
const fail = (route: Route) => route.fulfill({ status: 503, body: '' });

test('a message file is asked for again and again, then the page says so and can be tried again', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 503/, /\.json answered 503/);
  await page.clock.install();
  await page.goto(paths.contact);
  await becomeInteractive(page);
  let reads = 0;
  await page.route(featuresMessages(), (route) => {
    reads++;
    return fail(route);
  });
  await featuresLink(page).click();
  await expect
    .poll(async () => {
      await page.clock.runFor(12_000);
      return failureNotice(page).count();
    })
    .toBe(1);
  expect(reads).toBe(1 + translationLoader.maxRetries);
  await expect(failureNotice(page)).toContainText(t('page.load-failed.text'));

  await page.unroute(featuresMessages());
  await failureNotice(page)
    .getByRole('button', { name: t('page.load-failed.retry') })
    .click();
  await expectPage(page, 'features.title');
});

test('a script that does not arrive can be tried again, then the page offers to reload', async ({ page, guard }) => {
  guard.allow(/status of 503/, /Failed to fetch dynamically imported module/);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await page.route(featuresChunk(), fail);
  await featuresLink(page).click();
  await failureNotice(page)
    .getByRole('button', { name: t('page.load-failed.retry') })
    .click();
  const reload = failureNotice(page).getByRole('button', { name: t('page.load-failed.reload') });
  await expect(reload).toBeVisible();
  await page.unroute(featuresChunk());
  await reload.click();
  await expectPage(page, 'features.title');
  await expect(failureNotice(page)).toHaveCount(0);
});

/** Records the scroll position of the page, frame by frame. */
async function watchScroll(page: Page) {
  await page.evaluate(() => {
    const places = Object.assign(window, { places: [] as number[] }).places;
    addEventListener('scroll', () => places.push(scrollY));
  });
  return () => page.evaluate(() => new Set((window as unknown as { places: number[] }).places).size);
}

test('another page begins at its top, with the focus on its heading', async ({ page }) => {
  await page.goto(paths.landing);
  await becomeInteractive(page);
  // Both pages are long, and the second has loaded before the click: only scrolling to the top leads there.
  const link = page.getByRole('contentinfo').getByRole('link', { name: t('layout.legal.eula') });
  await link.hover();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await link.click();
  await expectPage(page, 'legal.eula.title');
  const heading = page.locator('h1');
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // The heading is not a tab stop; pressing Tab leads to what follows it.
  await expect(heading).toHaveAttribute('tabindex', '-1');
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion } });
    const how = reducedMotion === 'reduce' ? 'at once for who wants little motion' : 'smoothly';

    test(`a place on a page is scrolled to ${how}, and gets the focus`, async ({ page }) => {
      await page.goto(paths.landing);
      await becomeInteractive(page);
      const countPlaces = await watchScroll(page);
      const place = page.locator(`#${anchors.examples}`);
      await menu(page)
        .getByRole('link', { name: t('layout.menu.examples') })
        .click();
      await expect(place).toBeFocused();
      await expect(page).toHaveURL(`${paths.landing}#${anchors.examples}`);
      await expectBelowHeader(page, anchors.examples);
      if (reducedMotion === 'reduce') expect(await countPlaces()).toBe(1);
      else expect(await countPlaces()).toBeGreaterThan(1);

      // From another page, and from outside.
      await page.goto(paths.contact);
      await becomeInteractive(page);
      await menu(page)
        .getByRole('link', { name: t('layout.menu.examples') })
        .click();
      await expect(place).toBeFocused();
      await expectBelowHeader(page, anchors.examples);
      await page.goto('about:blank');
      await page.goto(`${paths.landing}#${anchors.examples}`);
      await expectBelowHeader(page, anchors.examples);
    });
  });

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion } });
    const isStill = reducedMotion === 'reduce';

    test(`the first step of a visit to a place is ${isStill ? 'at once' : 'smooth'}, without any script`, async ({
      page,
    }) => {
      await page.route(/\/assets\/.*\.js$/, () => {});
      await page.goto(paths.landing);
      const countPlaces = await watchScroll(page);
      const link = page.getByRole('main').locator(`a[href$="#${anchors.examples}"]`).first();
      await link.click();
      await expectBelowHeader(page, anchors.examples);
      if (isStill) expect(await countPlaces()).toBe(1);
      else expect(await countPlaces()).toBeGreaterThan(1);

      // Who goes back or reloads was there before.
      const there = await page.evaluate(() => scrollY);
      const restore = async (go: () => Promise<unknown>, top: number) => {
        await page.evaluate(() => (window as unknown as { places: number[] }).places.splice(0));
        await go();
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
        expect(await countPlaces()).toBeLessThanOrEqual(1);
      };
      await restore(() => page.evaluate(() => history.back()), 0);
      await page.evaluate(() => history.forward());
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(there);
      await page.addInitScript(() => {
        const places = Object.assign(window, { places: [] as number[] }).places;
        addEventListener('scroll', () => places.push(scrollY));
      });
      await page.reload();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(there);
      expect(await countPlaces()).toBeLessThanOrEqual(2);
    });
  });

/** The place comes to rest below the sticky header, not under it. */
async function expectBelowHeader(page: Page, id: string): Promise<void> {
  const topAtRest = () =>
    page.evaluate(async (target) => {
      const top = () => document.getElementById(target)!.getBoundingClientRect().top;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let [last, frames] = [top(), 0]; frames < 5; frames += 1) {
        await frame();
        if (top() !== last) [last, frames] = [top(), 0];
      }
      return top();
    }, id);
  await expect.poll(topAtRest).toBeLessThan(100);
  expect(await topAtRest()).toBeGreaterThanOrEqual(64);
}

test('who goes back while a page is on its way is back where they were', async ({ page }) => {
  await page.goto(paths.landing);
  await becomeInteractive(page);
  // Content waking above shifts what is visible, and with it the position.
  await expect(page.locator('html:not([data-asleep])')).toBeAttached();
  await page.evaluate(() => scrollTo({ top: 2345, behavior: 'instant' }));
  const release = await holdRequests(page, featuresChunk());
  // A click by Playwright would scroll first.
  await featuresLink(page).dispatchEvent('click');
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: t('page.loading') }),
  ).toBeVisible();
  await page.goBack();
  await expectPage(page, 'landing.title');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2345);
  await expect(page.locator('h1')).not.toBeFocused();
  release();
  await page.waitForLoadState('networkidle');
  await expectPage(page, 'landing.title');
  expect(await page.evaluate(() => scrollY)).toBe(2345);
});

test('the browser’s Back and Forward show the pages again', async ({ page }) => {
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await featuresLink(page).click();
  await expectPage(page, 'features.title');
  await page.goBack();
  await expectPage(page, 'contact.title');
  await page.goForward();
  await expectPage(page, 'features.title');
});
