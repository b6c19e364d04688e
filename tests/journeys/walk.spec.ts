import type { Page } from '@playwright/test';
import type { PageRoute } from '../../app/site/page-route.ts';
import { tabTitleOf } from '../../app/site/page-titles.ts';
import { notFoundRoute } from '../../app/site/routes.ts';
import { messageFileNames, readMessages } from '../../scripts/build/catalogues.ts';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { findOverflowAsSent } from './fixtures/other-languages.ts';
import { eachKindOfPage } from './fixtures/pages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/* What a browser makes of each page. What is sent of it is read without one (tests/served/every-page.test.ts). */

const phone = 390;
const narrowest = 320;
const wide = 1440;

/** Pages in languages that are not walked are put in place of the English ones where their width is in question. */
const readInPlace = locales.filter((locale) => !walkedLocales.includes(locale));

/**
 * In px. 320: the narrowest of WCAG 1.4.10, in which each page is opened; 640: the usual window at 200 % (1.4.4). Each change lays
 * the page out anew.
 */
const widths = [narrowest, phone, 640, wide] as const;

/** With text set apart; the first is the narrowest on which the header has all of its entries. */
const widthsOfTextApart = [1280, narrowest] as const;

/** Where the other languages are put in place, with text set apart. The header of all pages is that of the first. */
const othersAsk = (route: PageRoute) => (route === eachKindOfPage[0] ? [narrowest, 1280] : [narrowest]);

/** There is one style sheet for all, and one layout for all documents; the effects of a language show up on a phone first. */
const axeWidths = (locale: Locale, route: PageRoute): readonly number[] =>
  locale === 'en' && (!isDocument(route) || route === walks['each document'][0]) ? [phone, wide] : [phone];

const messageIds = new Set(messageFileNames().flatMap((file) => Object.keys(readMessages('en', file))));

/** Ids of messages in a text that should contain their sentences. */
const listMessageIds = (text: string): string[] =>
  (text.match(/[a-z][a-z0-9-]*(\.[a-z0-9-]+)+/g) ?? []).filter((word) => messageIds.has(word));

test.use({ viewport: { width: narrowest, height: 900 } });

// The browser's own message about the not-found page.
test.beforeEach(({ guard }) => guard.allow(/status of 404 .*no-such-page/));

const addressOf = (route: PageRoute, locale: Locale) => localizedPath(route.paths[0] ?? '/no-such-page', locale);

const pages: readonly PageRoute[] = [...eachKindOfPage, notFoundRoute];
const isDocument = ({ document }: PageRoute) => document !== undefined;

/** Two walks of about the same length. */
const walks = {
  'each page but the documents': pages.filter((route) => !isDocument(route)),
  'each document': pages.filter(isDocument),
};

for (const locale of walkedLocales)
  for (const [what, walked] of Object.entries(walks))
    test(`${what} in ${localeNames[locale]} is kept as sent, usable and never too wide`, async ({ page }) => {
      test.setTimeout(300_000);
      const t = wordsOf(locale) as (id: string, values?: object) => string;
      await rememberHeading(page);
      for (const route of walked)
        await test.step(route.id, async () => {
          await page.goto(addressOf(route, locale), { waitUntil: 'domcontentloaded' });
          await expectToBeTakenOver(page);
          await expect(page).toHaveTitle(tabTitleOf(route, t));
          expect(listMessageIds(await page.evaluate(() => document.body.innerText))).toEqual([]);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            expect(await findOverflow(page), `The page is wider than ${width} px.`).toBeLessThanOrEqual(0);
            if (axeWidths(locale, route).includes(width))
              expect(await findViolations(page), `at ${width} px`).toEqual([]);
          }
          await setTextApart(page);
          for (const width of widthsOfTextApart) {
            await page.setViewportSize({ width, height: 900 });
            expect(await findOverflow(page), `With text set apart: wider than ${width} px.`).toBeLessThanOrEqual(0);
            if (locale === 'en' && othersAsk(route).includes(width))
              expect(await findOverflowAsSent(page, readInPlace), `With text set apart, at ${width} px`).toEqual([]);
          }
        });
    });

/** Pages with numbers, dates and names of countries, which a browser might write otherwise than the build. */
const formattedPages = pages.filter(({ id, source }) => /\/(marketing|releases)\//.test(source) || id === 'signed-up');

for (const locale of readInPlace)
  test(`each page with numbers and names in ${localeNames[locale]} is kept as sent`, async ({ page }) => {
    await rememberHeading(page);
    for (const route of formattedPages)
      await test.step(route.id, async () => {
        await page.goto(addressOf(route, locale), { waitUntil: 'domcontentloaded' });
        await expectToBeTakenOver(page);
      });
  });

/** React takes over the page that was sent, and the guard hears of any difference, such as a number written otherwise. */
async function expectToBeTakenOver(page: Page): Promise<void> {
  await becomeInteractive(page);
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await keepsHeading(page), 'The page that was sent has been replaced.').toBe(true);
}

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
