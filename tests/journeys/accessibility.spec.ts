import type { Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { acceptConditions, becomeInteractive, downloadForm, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const [phone, wide] = [390, 1440];

test.use({ viewport: { width: phone, height: 900 } });

/** The state that the page is in is accessible on a phone and in a wide window. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [wide, phone]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findViolations(page), `at ${width} px`).toEqual([]);
    expect(await findOverflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
}

test('axe finds nothing in the menus', async ({ page }) => {
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await page.locator('[popovertarget=languages]').click();
  await expect(page.locator('#languages')).toBeVisible();
  for (const width of [wide, phone]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('#languages')).toBeVisible();
    expect(await findViolations(page), `at ${width} px`).toEqual([]);
  }
  await page.keyboard.press('Escape');
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
  await expectAccessible(page);
  await page.getByRole('button').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${paths.account}?screen_hint=sign-in`);
  await page.locator('#email').waitFor();
  await page.getByRole('button').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  await signInDirectly(page, site, person);
  await page.goto(paths.account);
  await form.accept.focus();
  await expect(form.tooltip).toBeVisible();
  await expectAccessible(page);

  await acceptConditions(page);
  await form.fullName.fill('');
  await form.email.fill('nobody');
  await form.accept.click();
  await expect(form.summary).toBeFocused();
  await expectAccessible(page);

  await form.fullName.fill('Ada Lindqvist');
  await form.email.fill('ada@example.com');
  await form.accept.click();
  await expect(form.thanks).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: t('layout.menu.open') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('layout.account.sign-out') })
    .click();
  await expect(page).toHaveURL(paths.loggedOut);
  await expect(page.getByText(t('account.started.title'))).toBeVisible();
  await expectAccessible(page);
});
