import type { Page } from '@playwright/test';
import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { downloadForm, signInAtProvider, signInToAccount, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

function closingPage(page: Page, locale: Locale = 'en') {
  const t = wordsOf(locale);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  return {
    open: button(t('closing.open')),
    question: heading(t('closing.confirm.title')),
    close: button(t('closing.confirm.close')),
    cancel: button(t('closing.confirm.cancel')),
    closed: heading(t('closing.closed.title')),
    keep: button(t('closing.keep')),
    kept: page.getByText(t('closing.kept')),
  };
}

for (const locale of walkedLocales)
  test(`an account is closed, kept, and closed again, in ${locale}`, async ({ page, site, person }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signInToAccount(page, site, person, { locale });
    await speak(page, locale);
    const closing = closingPage(page, locale);
    await page.goto(paths.accountClosing);
    await expectUsable(page);
    // Whoever has paid for a plan can use it to the end instead.
    await expect(page.getByRole('main').locator(`a[href^="${paths.cancellation}"]`)).toBeVisible();
    await closing.open.click();
    await expect(closing.question).toBeFocused();
    await expect(page.getByRole('main').getByText(person.email)).toHaveCount(2);
    await expectUsable(page);
    await closing.cancel.click();
    await expect(closing.open).toBeFocused();
    await closing.open.click();
    await closing.close.click();
    await expect(closing.closed).toBeFocused();
    await expectUsable(page);

    const t = wordsOf(locale);
    await page.goto(paths.account);
    await expect(page.getByRole('alert')).toContainText(t('problems.account-ended'));
    await expectUsable(page);
    await page.getByRole('link', { name: t('account.closed.keep') }).click();
    await closing.keep.click();
    await expect(closing.kept).toBeVisible();
    await expectUsable(page);
    await page.goto(paths.account);
    await expect(downloadForm(page, locale).accept).toBeVisible();
    await page.getByRole('link', { name: t('account.room.data'), exact: true }).click();
    await page.getByRole('main').locator(`a[href^="${paths.accountClosing}"]`).click();
    await closing.open.click();
    await closing.close.click();
    await page.reload();
    await expect(closing.keep).toBeVisible();
  });

test('whose sign-in is older than ten minutes signs in again and goes on', async ({
  page,
  site,
  person,
  setFaults,
  guard,
}) => {
  guard.allow(/status of 403/);
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  const closing = closingPage(page);
  await setFaults({ sessionMinutes: 11 });
  await page.goto(paths.accountClosing);
  await closing.open.click();
  await closing.close.click();
  await expect(page.getByText(t('closing.problem.sign-in-again'))).toBeVisible();
  await expectUsable(page);
  await setFaults({});
  await page
    .getByRole('main')
    .getByRole('button', { name: t('closing.sign-out') })
    .click();
  await page.waitForURL(`**${paths.loggedOut}`);
  await page.getByRole('main').getByRole('link', { name: 'Continue here' }).click();
  await page.getByRole('button', { name: t('closing.sign-in') }).click();
  await signInAtProvider(page, person);
  await page.waitForURL(`**${paths.accountClosing}`);
  await closing.open.click();
  await closing.close.click();
  await expect(closing.closed).toBeFocused();
});

test('nothing is closed while the sign-in service does not answer', async ({
  page,
  site,
  person,
  setFaults,
  guard,
}) => {
  guard.allow(/status of 503/);
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  const closing = closingPage(page);
  await setFaults({ management: 'unavailable' });
  await page.goto(paths.accountClosing);
  await closing.open.click();
  await closing.close.click();
  await expect(page.getByRole('alert')).toContainText(t('closing.problem.service-unavailable'));
  await expect(closing.close).toBeVisible();
  await setFaults({});
  await closing.close.click();
  await expect(closing.closed).toBeFocused();

  // Kept at once: nobody is asked again, and the focus is where it would be.
  await closing.keep.click();
  await expect(closing.kept).toBeVisible();
  await expect(closing.question).toHaveCount(0);
  await expect(closing.open).toBeFocused();
});

test('on a wide screen the button follows what happens, and the page is one of those of an account', async ({
  page,
  site,
  person,
}) => {
  const t = wordsOf('en');
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToAccount(page, site, person);
  await page.goto(paths.accountClosing);
  const { open, close, closed } = closingPage(page);
  const steps = (await page.locator('.steps').boundingBox())!;
  const button = (await open.boundingBox())!;
  expect(button.x).toBe(steps.x);
  expect(button.y).toBeGreaterThan(steps.y + steps.height);
  await expect(open).toBeInViewport({ ratio: 1 });
  const rooms = page.getByRole('navigation', { name: t('account.rooms') });
  await expect(rooms.locator('[aria-current]')).toHaveText([t('account.room.data')]);
  // What is left to happen stands beside the way back.
  await open.click();
  await close.click();
  await expect(closed).toBeFocused();
  const rest = (await page.getByRole('region', { name: t('closing.consequences') }).boundingBox())!;
  expect(rest.x).toBeGreaterThan(steps.x + steps.width);
});

test('without a session the page says what would happen, and signs in; before the first download there is nothing to close', async ({
  page,
  site,
  person,
}) => {
  await site.createAccount(person);
  const t = wordsOf('en');
  await page.goto(paths.accountClosing);
  await expect(page.getByRole('heading', { name: t('closing.consequences') })).toBeVisible();
  await page.getByRole('button', { name: t('closing.sign-in') }).click();
  await signInAtProvider(page, person);
  await page.waitForURL(`**${paths.accountClosing}`);
  await expect(page.getByText(t('account.form.lead', { email: person.email }))).toBeVisible();
  await expect(page.getByText('Your account is still empty')).toBeVisible();
  await expect(closingPage(page).open).toHaveCount(0);
  await expectUsable(page);
});
