import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { apiPaths } from '../../shared/api-paths.ts';
import { localeNames } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { inMotion } from './fixtures/browsers.ts';
import { walkedLocales } from './fixtures/languages.ts';
import {
  acceptConditions,
  chooseLanguage,
  downloadForm,
  headerSignOut,
  signInAtProvider,
  signUpAtProvider,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

for (const locale of walkedLocales) {
  test.describe(() => {
    // The login provider has no language switcher: it follows the browser.
    test.use({ locale, ...inMotion });

    test(`a visitor who reads ${localeNames[locale]} signs up and gets the installer`, async ({
      page,
      site,
      person,
    }) => {
      const t = wordsOf(locale);
      const form = downloadForm(page, locale);

      await page.goto(paths.landing);
      await chooseLanguage(page, locale);

      await page
        .getByRole('banner')
        .getByRole('link', { name: t('layout.account.download'), exact: true })
        .click();
      await expect(page).toHaveURL(paths.download);
      await page.getByRole('button', { name: t('account.offer.sign-up') }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await signUpAtProvider(page, person);

      await expect(page.getByRole('heading', { name: t('account.form.heading') })).toBeVisible();
      await expect(page).toHaveURL(paths.download);
      await expect(form.fullName).toHaveValue(`${person.firstName} ${person.lastName}`);
      await expect(form.email).toHaveValue(person.email);
      await acceptConditions(page, locale);

      const receiving = page.waitForEvent('download');
      await form.accept.click();
      const received = await receiving;
      const content = fs.readFileSync(await received.path());
      const sha256 = createHash('sha256').update(content).digest('hex');
      const { releases } = await (await fetch(site.origin + apiPaths.releases)).json();
      const offered = releases.find((release: { platform: string }) => release.platform === 'windows');
      expect({ sha256, name: received.suggestedFilename(), size: content.length }).toEqual({
        sha256: offered.sha256,
        name: offered.fileName,
        size: offered.sizeBytes,
      });

      await expect(form.thanks).toBeFocused();
      await expect(page.getByRole('main')).toContainText(sha256);
      const thanks = page.getByText(t('account.started.time', { time: '|', minutes: 10 }).split('|')[0]!).first();
      const startTime = (await thanks.textContent())!;
      expect(startTime).toContain(String(new Date().getFullYear()));

      await headerSignOut(page, locale).click();
      await expect(page).toHaveURL(paths.loggedOut);
      await expect(page.getByRole('heading', { name: t('logged-out.signed-out') })).toBeVisible();
      await expect(page.getByText(t('account.started.title'))).toBeVisible();
      await expect(page.getByText(startTime)).toBeVisible();

      await page.getByRole('button', { name: t('logged-out.sign-in') }).click();
      await signInAtProvider(page, person);
      await expect(page).toHaveURL(paths.account);
      await expect(form.accept).toBeVisible();
      await expect(page.getByText(startTime)).toBeVisible();
    });
  });
}

test('the whole main job is done with the keyboard alone', async ({ page, person }) => {
  const t = wordsOf('en');
  const form = downloadForm(page);

  await page.goto(paths.landing);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('layout.skip-to-content') })).toBeFocused();
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: t('layout.account.download'), exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: t('account.offer.sign-up') }));
  await page.keyboard.press('Enter');

  for (const [field, text] of Object.entries(person)) {
    await tabTo(page, page.locator(`#${field}`));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');

  await tabTo(page, form.country);
  await page.keyboard.press('ArrowDown');
  await expect(form.country).toHaveValue('CH');
  for (const [index, box] of (await form.confirmations.all()).entries()) {
    if (index === 3) {
      // The last box is still empty: the button can be reached and says what is missing.
      await tabTo(page, form.accept);
      await expect(form.accept).toHaveAttribute('aria-disabled', 'true');
      await expect(form.accept).toHaveAccessibleDescription(t('account.form.submit.disabled'));
      await expect(form.tooltip).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(form.summary).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    } else await tabTo(page, box);
    await expect(box).toBeFocused();
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
  await tabTo(page, form.accept);
  const receiving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await receiving;
  await expect(form.thanks).toBeFocused();

  await tabTo(page, headerSignOut(page), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(paths.loggedOut);
});

/** Presses Tab until `target` has the focus; wherever the focus is on the way, it is visible. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement!;
      // A box shows the focus on itself or on the surrounding card.
      const shown = [focused, focused.closest('label')].some((element) => {
        const { outlineStyle, outlineWidth } = element
          ? getComputedStyle(element)
          : { outlineStyle: 'none', outlineWidth: '0' };
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      return focused === document.body || shown ? null : focused.outerHTML.slice(0, 200);
    });
    expect(unseen, 'The focus cannot be seen.').toBeNull();
  }
  throw new Error('The Tab key does not lead there.');
}
