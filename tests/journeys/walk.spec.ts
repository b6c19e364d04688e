import type { Page } from '@playwright/test';
import { notFoundRoute, type PageRoute, routes, tabTitleOf } from '../../app/site/routes.ts';
import { messageFileNames, readMessages } from '../../scripts/build/catalogues.ts';
import { shareImageSize } from '../../scripts/build/sharing-tags.ts';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { readPng } from '../../workshop/design/png-text.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { eachKindOfPage } from './fixtures/pages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const phone = 390;
const wide = 1440;
/**
 * Widths in px. 320: the narrowest of WCAG 1.4.10; 640: the usual window at 200 % (1.4.4). The last is that of the next page: each
 * change lays the page out anew.
 */
const widths = [320, 640, wide, phone] as const;

/** With text set apart; the second is the narrowest on which the header has all of its entries. */
const widthsOfTextApart = [320, 1280, phone] as const;

/** There is one style sheet for all; the effects of a language show up on a phone first. */
const axeWidths = (locale: Locale): readonly number[] => (locale === 'en' ? [phone, wide] : [phone]);

const messageIds = new Set(messageFileNames().flatMap((file) => Object.keys(readMessages('en', file))));

/** Ids of messages in a text that should contain their sentences. */
const listMessageIds = (text: string): string[] =>
  (text.match(/[a-z][a-z0-9-]*(\.[a-z0-9-]+)+/g) ?? []).filter((word) => messageIds.has(word));

// Movement is judged by eye; here it would only be in the way.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: phone, height: 900 } });

for (const locale of locales)
  test(`each page in ${localeNames[locale]} is there, found, kept as sent, usable and never too wide`, async ({
    page,
    guard,
  }) => {
    test.setTimeout(300_000);
    // The browser's own message about the not-found page.
    guard.allow(/status of 404 .*no-such-page/);
    const t = wordsOf(locale) as (id: string, values?: object) => string;
    const titles: string[] = [];
    await rememberHeading(page);
    for (const route of [...eachKindOfPage, notFoundRoute])
      await test.step(route.id, async () => {
        const address = localizedPath(route.paths[0] ?? '/no-such-page', locale);
        const answer = await page.goto(address, { waitUntil: 'domcontentloaded' });
        expect(answer?.status()).toBe(route === notFoundRoute ? 404 : 200);
        await expectToBeFound(page, route, locale);
        await expect(page).toHaveTitle(tabTitleOf(route, t));
        titles.push(await page.title());
        await becomeInteractive(page);
        await expect(page.locator('h1')).toHaveCount(1);
        expect(await keepsHeading(page), 'The page that was sent has been replaced.').toBe(true);
        expect(listMessageIds(await page.evaluate(() => document.body.innerText))).toEqual([]);
        await expect(page).toHaveTitle(tabTitleOf(route, t));
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await findOverflow(page), `The page is wider than ${width} px.`).toBeLessThanOrEqual(0);
          if (axeWidths(locale).includes(width)) expect(await findViolations(page), `at ${width} px`).toEqual([]);
        }
        await setTextApart(page);
        for (const width of widthsOfTextApart) {
          await page.setViewportSize({ width, height: 900 });
          expect(await findOverflow(page), `With text set apart: wider than ${width} px.`).toBeLessThanOrEqual(0);
        }
      });
    expect(new Set(titles).size, 'titles differ from page to page').toBe(titles.length);
  });

/** Sets text as far apart as readers may (WCAG 1.4.12). */
const setTextApart = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
  });

/** Remembers the heading of each page as it was sent. */
const rememberHeading = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { sentHeading: document.querySelector('h1') });
    });
  });

const keepsHeading = (page: Page) =>
  page.evaluate(() => (window as { sentHeading?: Element }).sentHeading === document.querySelector('h1'));

/**
 * Checks what the head of a page tells search engines and link previews, read before any script of the page has run.
 */
async function expectToBeFound(page: Page, route: PageRoute, locale: Locale): Promise<void> {
  const head = await readHead(page);
  expect(head.language).toBe(locale);
  if (!route.indexed) {
    expect(head.canonical ?? head.title).toBeUndefined();
    expect(head.robots).toBe('noindex');
    return;
  }
  const { origin } = new URL(page.url());
  const address = origin + localizedPath(route.paths[0]!, locale);
  expect(head).toMatchObject({
    canonical: address,
    url: address,
    title: head.shownTitle,
    description: head.shownDescription,
  });
  expect(head.alternates).toHaveLength(locales.length + 1);
  expect(head.alternates).toContain(address);
  for (const block of head.things) expect(JSON.stringify(JSON.parse(block))).not.toContain('%SITE_ORIGIN%');
  if (route.id !== 'landing') return;
  const image = await page.request.get(head.image!);
  expect(image.headers()['content-type']).toBe('image/png');
  expect(readPng(await image.body())).toMatchObject(shareImageSize);
}

const readHead = (page: Page) =>
  page.evaluate(() => {
    const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name);
    return {
      language: document.documentElement.lang,
      shownTitle: document.title,
      robots: attribute('meta[name=robots]', 'content'),
      canonical: attribute('link[rel=canonical]', 'href'),
      alternates: [...document.querySelectorAll('link[hreflang][rel=alternate]')].map(
        (link) => link.getAttribute('href')!,
      ),
      title: attribute('meta[property="og:title"]', 'content'),
      description: attribute('meta[property="og:description"]', 'content'),
      url: attribute('meta[property="og:url"]', 'content'),
      image: attribute('meta[property="og:image"]', 'content'),
      shownDescription: attribute('meta[name=description]', 'content'),
      things: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent,
      ),
    };
  });

test('each address of a page answers with it, and each page of the archive is there', async ({ request }) => {
  for (const { paths, title } of routes)
    for (const path of paths)
      for (const locale of locales) {
        const answer = await request.get(localizedPath(path, locale), { maxRedirects: 0 });
        expect(answer.status(), path).toBe(200);
        const named = wordsOf(locale) as (id: string, values?: object) => string;
        expect(await answer.text(), `${path} ${title}`).toContain(`<html lang="${locale}"`);
        expect(named(title), title).not.toBe('');
      }
});
