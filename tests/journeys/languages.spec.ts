import type { Page } from '@playwright/test';
import { localeNames, localeStorageKey, locales } from '../../shared/locales.ts';
import { anchors, paths } from '../../shared/paths.ts';
import { becomeInteractive, chooseLanguage } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const storedLanguage = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), localeStorageKey);
const languageButton = (page: Page) => page.locator('[popovertarget=languages]');
const languageMenu = (page: Page) => page.locator('#languages');

test('the menu lists the five languages and ticks the current one', async ({ page }) => {
  await page.goto(paths.contact);
  await languageButton(page).click();
  const links = languageMenu(page).getByRole('link');
  await expect(links).toHaveText(
    locales.map((locale) => new RegExp(`^${locale.toUpperCase()}\\s*${localeNames[locale]}$`)),
  );
  await expect(languageMenu(page).locator('[aria-current=true]')).toHaveText(/English/);
  await expect(languageMenu(page).locator('[aria-current=true] svg')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(languageMenu(page)).toBeHidden();
});

test('a choice is kept for this tab, through pages and reloads, and for no other', async ({ page, context }) => {
  await page.goto(`${paths.contact}?from=here#place`);
  expect(await storedLanguage(page)).toBeNull();
  await chooseLanguage(page, 'sv');
  expect(await storedLanguage(page)).toBe('sv');
  expect(new URL(page.url()).href.slice(new URL(page.url()).origin.length)).toBe(`${paths.contact}?from=here#place`);
  const t = wordsOf('sv');
  await expect(page).toHaveTitle(t('page.title', { title: t('contact.title') }));
  await languageButton(page).click();
  await expect(languageMenu(page).locator('[aria-current=true]')).toHaveText(/Svenska/);
  await page.keyboard.press('Escape');

  await becomeInteractive(page);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('layout.menu.beta') })
    .click();
  await expect(page).toHaveTitle(t('page.title', { title: t('beta.title') }));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await page.goto(paths.terms);
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');

  const other = await context.newPage();
  await other.goto(paths.terms);
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
});

test('a choice before the page’s scripts are here leads to the same place of the same page', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto(`${paths.contact}?from=here#place`);
  await chooseLanguage(page, 'sv');
  await expect(page).toHaveURL(`${paths.contact}?from=here#place`);
  expect(await storedLanguage(page)).toBe('sv');
});

test('a stored language that is none of ours means English', async ({ page }) => {
  const t = wordsOf('en');
  await page.goto('/robots.txt');
  for (const stored of ['xx', 'DE', '', 'de-CH', 'null', '<script>'])
    await test.step(JSON.stringify(stored), async () => {
      await page.evaluate(([key, value]) => sessionStorage.setItem(key!, value!), [localeStorageKey, stored]);
      await page.goto(paths.contact);
      await becomeInteractive(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page).toHaveTitle(t('page.title', { title: t('contact.title') }));
      await expect(page.locator('body')).toBeVisible();
    });
});

test('?lang= begins a session in that language and leaves the address', async ({ page }) => {
  await page.goto(`${paths.contact}?a=1&lang=it&b=2#place`);
  await expect(page).toHaveURL(`${paths.contact}?a=1&b=2#place`);
  expect(await storedLanguage(page)).toBe('it');
  await page.goto(paths.beta);
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  // A link to another language overrides the earlier choice.
  await page.goto(`${paths.beta}?lang=fr`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  expect(await storedLanguage(page)).toBe('fr');
});

test('an odd ?lang= leaves the address and changes nothing else', async ({ page }) => {
  const t = wordsOf('de');
  await page.goto(paths.contact);
  await chooseLanguage(page, 'de');
  for (const odd of ['xx', 'DE', '', '%00', 'de%20', '%3Cscript%3E', '../de'])
    await test.step(odd, async () => {
      await page.goto(`${paths.beta}?lang=${odd}`);
      await expect(page).toHaveURL(paths.beta);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await becomeInteractive(page);
      await expect(page).toHaveTitle(t('page.title', { title: t('beta.title') }));
      expect(await storedLanguage(page)).toBe('de');
    });
});

test('of several ?lang= the first counts, on the page as in what is kept', async ({ page }) => {
  await page.goto(`${paths.contact}?lang=de&lang=fr`);
  await expect(page).toHaveURL(paths.contact);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await storedLanguage(page)).toBe('de');
  await page.goto(`${paths.beta}?lang=xx&lang=fr`);
  await expect(page).toHaveURL(paths.beta);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('a link opened in a tab of its own keeps the language', async ({ page, context }) => {
  await page.goto(`${paths.contact}?lang=de`);
  await becomeInteractive(page);
  const opened = context.waitForEvent('page');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: wordsOf('de')('layout.legal.eula') })
    .click({ modifiers: ['ControlOrMeta'] });
  await expect((await opened).locator('html')).toHaveAttribute('lang', 'de');
  await expect(await opened).toHaveURL(paths.eula);
});

test('a link in a legal text keeps the language', async ({ page }) => {
  await page.goto(`${paths.impressum}?lang=sv`);
  const link = page.getByRole('article').locator(`a[href^="${paths.licenses}"]`);
  await expect(link).toHaveAttribute('href', `${paths.licenses}?lang=sv`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('links keep the language', async ({ page }) => {
    const t = wordsOf('it');
    await page.goto(`${paths.landing}?lang=it`);
    await page
      .locator('.site-menu')
      .getByRole('link', { name: t('layout.menu.examples') })
      .click();
    await expect(page).toHaveURL(`${paths.landing}?lang=it#${anchors.examples}`);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('layout.menu.contact') })
      .click();
    await expect(page).toHaveURL(`${paths.contact}?lang=it`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'it');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('contact.title'));
  });
});

test.describe('the place on a page', () => {
  const scrollDown = (page: Page, top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  const place = (page: Page) => page.evaluate(() => Math.round(scrollY));
  /** The page records its position a moment after scrolling has stopped. */
  const noted = (page: Page) => page.waitForFunction(() => history.state?.place === scrollY);

  for (const locale of ['en', 'de'] as const)
    test(`is kept by a reload and by Back and Forward (${locale})`, async ({ page }) => {
      const words = wordsOf(locale);
      await page.goto(`${paths.landing}?lang=${locale}`);
      // Scrolling involves moving the pointer, and content below the fold has its height.
      await becomeInteractive(page);
      await expect(page.locator('html:not([data-asleep])')).toBeAttached();
      await scrollDown(page, 2345);
      await noted(page);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect.poll(() => place(page)).toBe(2345);

      // To another page of the site, and back. A click by Playwright would scroll first.
      await becomeInteractive(page);
      await page
        .getByRole('banner')
        .getByRole('link', { name: words('layout.menu.features') })
        .dispatchEvent('click');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('features.heading'));
      await expect.poll(() => place(page)).toBe(0);
      await scrollDown(page, 1234);
      await noted(page);
      await page.goBack();
      await expect(page.getByRole('heading', { name: words('landing.modes.title') })).toBeAttached();
      await expect.poll(() => place(page)).toBe(2345);
      await noted(page);

      // Out of the site, and back, and on before the page's scripts have loaded.
      await page.goForward();
      await expect.poll(() => place(page)).toBe(1234);
      await noted(page);
      await page.goto('/robots.txt');
      await page.goBack();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect.poll(() => place(page)).toBe(1234);
      await page.goBack();
      await expect(page.getByRole('heading', { name: words('landing.modes.title') })).toBeAttached();
      await expect.poll(() => place(page)).toBe(2345);
      await expect(page).toHaveURL(paths.landing);
    });

  test('is the one that the address names when a page is opened anew', async ({ page }) => {
    await page.goto(`${paths.landing}?lang=de`);
    await scrollDown(page, 2345);
    await noted(page);
    await page.goto(paths.contact);
    expect(await place(page)).toBe(0);
    await page.goto(`${paths.landing}#${anchors.examples}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator(`#${anchors.examples}`)).toBeInViewport();
  });
});

test.describe('where storage is blocked', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    }),
  );

  test('the address carries the language, and the pages work', async ({ page }) => {
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await chooseLanguage(page, 'de');
    await expect(page).toHaveURL(`${paths.contact}?lang=de`);
    await becomeInteractive(page);
    const t = wordsOf('de');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('layout.menu.beta') })
      .click();
    await expect(page).toHaveTitle(t('page.title', { title: t('beta.title') }));
    await expect(page).toHaveURL(`${paths.beta}?lang=de`);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    // A click that comes before the page's script.
    await page.evaluate(
      (path) => document.querySelector<HTMLElement>(`footer a[href^="${path}"]`)!.click(),
      paths.eula,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Endbenutzer/);
    await page.goto(paths.account);
    await expect(page.getByRole('button', { name: wordsOf('en')('account.offer.sign-up') })).toBeVisible();
  });
});
