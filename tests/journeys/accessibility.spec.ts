import { paths } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { acceptConditions, becomeInteractive, downloadForm, headerSignOut, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const widths = [390, 1440];

for (const width of widths)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('axe finds nothing in the menus', async ({ page }) => {
      await page.goto(paths.contact);
      await becomeInteractive(page);
      await page.locator('[popovertarget=languages]').click();
      await expect(page.locator('#languages')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      if (width > 1000) return;
      await page.getByRole('button', { name: t('layout.menu.open') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
    });

    test('axe finds nothing on the way through the main job', async ({ page, site, person, guard }) => {
      test.setTimeout(120_000);
      guard.allow(/status of 422/);
      const form = downloadForm(page);
      await page.goto(paths.account);
      await page.getByRole('button', { name: t('account.offer.sign-up') }).click();
      await page.locator('#firstName').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);

      await page.goto(`${paths.account}?screen_hint=sign-in`);
      await page.locator('#email').waitFor();
      await page.getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);

      await signInDirectly(page, site, person);
      await page.goto(paths.account);
      await form.accept.focus();
      await expect(form.tooltip).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      expect(await findOverflow(page)).toBeLessThanOrEqual(0);

      await acceptConditions(page);
      await form.fullName.fill('');
      await form.email.fill('nobody');
      await form.accept.click();
      await expect(form.summary).toBeFocused();
      expect(await findViolations(page)).toEqual([]);

      await form.fullName.fill('Ada Lindqvist');
      await form.email.fill('ada@example.com');
      await form.accept.click();
      await expect(form.thanks).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      expect(await findOverflow(page)).toBeLessThanOrEqual(0);

      if (width < 1000) await page.getByRole('button', { name: t('layout.menu.open') }).click();
      const signOut =
        width < 1000
          ? page.getByRole('dialog').getByRole('button', { name: t('layout.account.sign-out') })
          : headerSignOut(page);
      await signOut.click();
      await expect(page).toHaveURL(paths.loggedOut);
      await expect(page.getByText(t('account.started.title'))).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
    });
  });
