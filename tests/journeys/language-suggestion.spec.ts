import type { Page } from '@playwright/test';
import { choiceKey } from '../../app/consent/choice.ts';
import { type Locale, localeNames, localeStorageKey } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { findViolations } from './fixtures/axe.ts';
import { otherLocales } from './fixtures/languages.ts';
import { becomeInteractive, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/** The suggestion of a language, in that language. */
function suggestionOf(page: Page, locale: Locale) {
  const t = wordsOf(locale);
  const region = page.getByRole('region', { name: t('language-suggestion.label') });
  return {
    region,
    text: region.getByText(t('language-suggestion.text')),
    choose: region.getByRole('link', { name: t('language-suggestion.choose') }),
    dismiss: region.getByRole('button', { name: t('language-suggestion.dismiss') }),
  };
}

const anySuggestion = (page: Page) => page.locator('.language-suggestion');

/** Everything that a browser stores for the site. */
const readStores = (page: Page) =>
  page.evaluate(() => ({ session: { ...sessionStorage }, local: { ...localStorage }, cookies: document.cookie }));

for (const locale of otherLocales)
  test.describe(() => {
    test.use({ locale });

    test(`a browser that prefers ${localeNames[locale]} is offered it, and gets it`, async ({ page }) => {
      const { region, text, choose } = suggestionOf(page, locale);
      await page.goto(paths.terms);
      await becomeInteractive(page);
      await expect(text).toBeVisible();
      await expect(region).toHaveAttribute('lang', locale);
      await choose.click();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await becomeInteractive(page);
      await expect(anySuggestion(page)).toHaveCount(0);
      // The refusal of statistics was stored before.
      expect(await readStores(page)).toEqual({
        session: { [localeStorageKey]: locale },
        local: { [choiceKey]: expect.any(String) },
        cookies: '',
      });
    });
  });

test.describe('in a browser that prefers German', () => {
  test.use({ locale: 'de-CH' });

  test('the suggestion moves nothing, takes no focus and has no fault that axe finds', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(paths.terms);
    await expect(page.locator('html:not([data-fonts])')).toBeAttached();
    await page.evaluate(() => {
      (window as unknown as { shifts: number[] }).shifts.length = 0;
    });
    const focused = page.getByRole('contentinfo').getByRole('link').first();
    await focused.focus();
    await expect(suggestionOf(page, 'de').region).toBeVisible();
    await expect(focused).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
  });

  test('it fits on small and large screens, and never hides what has the focus', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(paths.contact);
    await becomeInteractive(page);
    const { region } = suggestionOf(page, 'de');
    for (const width of [320, 1440])
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 700 });
        await expect(region).toBeVisible();
        const bar = (await region.boundingBox())!;
        expect(bar.x).toBeGreaterThanOrEqual(0);
        expect(bar.x + bar.width).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

        const hidden: string[] = [];
        const stops = await page.locator('a[href]:visible, button:visible, [tabindex="0"]:visible').count();
        // Once more than there are: behind the last one the focus leaves the page.
        for (let stop = 0; stop <= stops; stop++) {
          await page.keyboard.press('Tab');
          const fault = await page.evaluate(() => {
            const focused = document.activeElement!;
            const bar = document.querySelector('.language-suggestion')!;
            if (focused === document.body || bar.contains(focused)) return null;
            const [box, cover] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
            const isCovered =
              box.top < cover.bottom && box.bottom > cover.top && box.left < cover.right && box.right > cover.left;
            return isCovered ? focused.outerHTML : null;
          });
          if (fault) hidden.push(fault);
        }
        expect(hidden).toEqual([]);
      });
  });

  test('staying is remembered for the session, and the keyboard goes on in the page', async ({ page }) => {
    const { region, dismiss } = suggestionOf(page, 'de');
    await page.goto(paths.terms);
    await becomeInteractive(page);
    await dismiss.focus();
    await page.keyboard.press('Enter');
    await expect(region).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    expect(await readStores(page)).toEqual({
      session: { [localeStorageKey]: 'en' },
      local: { [choiceKey]: expect.any(String) },
      cookies: '',
    });
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await expect(anySuggestion(page)).toHaveCount(0);
  });

  test('who has chosen a language, by menu or address, is not asked', async ({ page }) => {
    await speak(page, 'en');
    await page.goto(paths.terms);
    await becomeInteractive(page);
    await expect(anySuggestion(page)).toHaveCount(0);
    await page.goto(localizedPath(paths.terms, 'it'));
    await becomeInteractive(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'it');
    await expect(anySuggestion(page)).toHaveCount(0);
  });

  test('rubbish in the session does not count as a choice', async ({ page }) => {
    await page.goto('/robots.txt');
    await page.evaluate((key) => sessionStorage.setItem(key, '{"lang":'), localeStorageKey);
    await page.goto(paths.terms);
    await becomeInteractive(page);
    await expect(suggestionOf(page, 'de').region).toBeVisible();
  });

  test('where nothing can be stored, the address carries the choice', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    const { region, choose, dismiss } = suggestionOf(page, 'de');
    await page.goto(paths.terms);
    await becomeInteractive(page);
    await dismiss.click();
    await expect(region).toHaveCount(0);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await choose.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await becomeInteractive(page);
    await expect(anySuggestion(page)).toHaveCount(0);
  });
});

for (const locale of ['en-GB', 'ja-JP'])
  test.describe(() => {
    test.use({ locale });

    test(`a browser that prefers ${locale} is offered nothing`, async ({ page }) => {
      await page.goto(paths.terms);
      await becomeInteractive(page);
      await expect(anySuggestion(page)).toHaveCount(0);
    });
  });
