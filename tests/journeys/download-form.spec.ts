import type { Page } from '@playwright/test';
import { apiPaths } from '../../shared/api-paths.ts';
import { textLimits } from '../../shared/business/field-lengths.ts';
import { paths } from '../../shared/paths.ts';
import {
  acceptConditions,
  chooseLanguage,
  downloadForm,
  headerSignOut,
  readRecords,
  signInAtProvider,
  signInDirectly,
  tamper,
  watchDownloadRequests,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.beforeEach(async ({ page, site, person }) => {
  await signInDirectly(page, site, person);
});

test('macOS cannot be chosen; the button waits for every confirmation and a country, and for nothing else, and says what is missing', async ({
  page,
}) => {
  const form = downloadForm(page);
  const attempts = watchDownloadRequests(page);
  await page.goto(paths.account);
  await expect(form.platform('Windows')).toBeChecked();
  await expect(form.platform('macOS')).toBeDisabled();
  await expect(form.platform('macOS')).toHaveAccessibleDescription(new RegExp(t('account.form.platform.coming-soon')));

  await expect(form.accept).toHaveAttribute('aria-disabled', 'true');

  await form.accept.hover();
  await expect(form.tooltip).toBeVisible();
  await expect(form.tooltip).toHaveText(t('account.form.submit.disabled'));
  await page.mouse.move(0, 0);
  await expect(form.tooltip).toBeHidden();
  await form.accept.focus();
  await expect(form.tooltip).toBeVisible();
  await expect(form.accept).toHaveAccessibleDescription(t('account.form.submit.disabled'));

  const boxes = await form.confirmations.all();
  expect(boxes).toHaveLength(4);
  await test.step('pressed too early', async () => {
    await boxes[1]!.check();
    await form.accept.click({ force: true });
    await expect(form.summary).toBeFocused();
    await expect(form.summary.getByRole('heading')).toHaveText(t('form.error-summary', { count: 4 }));
    await expect(form.summary.getByRole('listitem')).toHaveText([
      t('form.required', { label: t('account.form.country') }),
      t('account.form.confirmations.open', { count: 3 }),
    ]);
    await expect(form.country).toHaveAttribute('aria-invalid', 'true');
    for (const [index, box] of boxes.entries())
      if (index === 1) await expect(box).not.toHaveAttribute('aria-invalid');
      else await expect(box).toHaveAccessibleDescription(t('account.form.confirmation.open'));
    await form.summary.getByRole('link').nth(1).click();
    await expect(boxes[0]!).toBeFocused();
  });

  for (const box of boxes) await box.check();
  await expect(form.accept).toHaveAttribute('aria-disabled', 'true');
  await form.country.selectOption('SE');
  await expect(form.accept).not.toHaveAttribute('aria-disabled');
  await expect(form.tooltip).toHaveCount(0);
  await expect(form.summary).toHaveCount(0);
  await expect(page.locator('form [aria-invalid]')).toHaveCount(0);
  for (const box of boxes) {
    await box.uncheck();
    await expect(form.accept).toHaveAttribute('aria-disabled', 'true');
    await form.accept.click({ force: true });
    await box.check();
    await expect(form.accept).not.toHaveAttribute('aria-disabled');
  }
  expect(attempts).toEqual([]);

  await form.fullName.fill('');
  await form.email.fill('nobody');
  await form.downloadKey.fill('any');
  await expect(form.accept).not.toHaveAttribute('aria-disabled');
});

test('every field says what is wrong with it, in the language of the page', async ({ page }) => {
  const texts = wordsOf('de');
  const form = downloadForm(page, 'de');
  const attempts = watchDownloadRequests(page);
  await page.goto(`${paths.account}?lang=de`);
  await acceptConditions(page, 'de');

  await form.fullName.fill('   ');
  await form.email.fill('');
  await form.accept.click();
  await expect(form.summary).toBeFocused();
  const required = (label: string) => texts('form.required', { label });
  await expect(form.summary.getByRole('listitem')).toHaveText([
    required(texts('account.form.full-name')),
    required(texts('account.form.email')),
  ]);
  await expect(form.fullName).toHaveAttribute('aria-invalid', 'true');
  await expect(form.fullName).toHaveAccessibleDescription(required(texts('account.form.full-name')));
  await form.summary.getByRole('link').nth(1).click();
  await expect(form.email).toBeFocused();

  await form.fullName.fill('x'.repeat(textLimits.fullName.max + 1));
  await form.email.fill('ada at example');
  await form.downloadKey.fill('x'.repeat(textLimits.downloadKey.max + 1));
  await form.accept.click();
  await expect(form.summary).toBeFocused();
  await expect(form.summary.getByRole('listitem')).toHaveText([
    texts('form.length', { label: texts('account.form.full-name'), max: textLimits.fullName.max }),
    texts('form.type.email'),
    texts('form.length', { label: texts('account.form.download-key'), max: textLimits.downloadKey.max }),
  ]);
  expect(attempts).toEqual([]);

  await form.fullName.fill('Ada Lindqvist');
  await form.email.fill('ada@example.com');
  await form.downloadKey.fill('x'.repeat(textLimits.downloadKey.max));
  await form.accept.click();
  await expect(form.thanks).toBeVisible();
});

test('what was entered survives a reload and another language', async ({ page }) => {
  await page.goto(paths.account);
  const form = downloadForm(page);
  await form.fullName.fill('Countess of Lovelace');
  await form.email.fill('countess@example.com');
  await form.downloadKey.fill('a key');
  await form.country.selectOption('IT');
  await form.confirmations.nth(1).check();

  await page.reload();
  await expectEntered(page, 'en');
  await chooseLanguage(page, 'it');
  await expectEntered(page, 'it');
});

test('who signs out leaves nothing of what was entered, in no tab', async ({ page, context }) => {
  const keptEntries = (tab: Page) => tab.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)));
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(paths.account);
    await downloadForm(tab).fullName.fill('Countess of Lovelace');
    expect(await keptEntries(tab)).toHaveLength(1);
  }
  await headerSignOut(page).click();
  await expect(page).toHaveURL(paths.loggedOut);
  for (const tab of [page, other]) await expect.poll(() => keptEntries(tab)).toEqual([]);
});

async function expectEntered(page: Page, locale: 'en' | 'it'): Promise<void> {
  const form = downloadForm(page, locale);
  await expect(form.fullName).toHaveValue('Countess of Lovelace');
  await expect(form.email).toHaveValue('countess@example.com');
  await expect(form.downloadKey).toHaveValue('a key');
  await expect(form.country).toHaveValue('IT');
  await expect(form.confirmations.nth(0)).not.toBeChecked();
  await expect(form.confirmations.nth(1)).toBeChecked();
}

test('a broken connection loses nothing, and trying again counts once', async ({ page, context, site, guard }) => {
  guard.allow(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const form = downloadForm(page);
  const attempts = watchDownloadRequests(page);
  await page.goto(paths.account);
  await acceptConditions(page);

  await context.setOffline(true);
  await form.accept.click();
  await expect(form.summary).toHaveText(t('problems.connection'));
  await context.setOffline(false);
  // The request arrives and is recorded, but its answer is lost.
  await page.route(
    `**${apiPaths.downloads}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await form.accept.click();
  await expect.poll(() => attempts.length).toBe(2);
  await expect(form.summary).toHaveText(t('problems.connection'));
  await form.accept.click();
  await expect(form.thanks).toBeVisible();

  expect(attempts).toHaveLength(3);
  expect(new Set(attempts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect((await readRecords(site, attempts[0]!.token)).downloads).toHaveLength(1);
});

test('a double click starts one download', async ({ page, site }) => {
  const form = downloadForm(page);
  const attempts = watchDownloadRequests(page);
  await page.goto(paths.account);
  await acceptConditions(page);
  await form.accept.dblclick();
  await expect(form.thanks).toBeVisible();
  expect(attempts).toHaveLength(1);
  expect((await readRecords(site, attempts[0]!.token)).downloads).toHaveLength(1);
});

test('what the server does not take is said, and what was entered stays', async ({ page, guard }) => {
  guard.allow(/status of (409|422)/);
  const texts = wordsOf('sv');
  const form = downloadForm(page, 'sv');
  await page.goto(`${paths.account}?lang=sv`);
  await form.fullName.fill('Ada Lindqvist');
  await acceptConditions(page, 'sv');

  await test.step('a country that is not eligible, at its field', async () => {
    await form.country.evaluate((select: HTMLSelectElement) => select.add(new Option('Deutschland', 'DE')));
    await form.country.selectOption('DE');
    await form.accept.click();
    await expect(form.country).toHaveAttribute('aria-invalid', 'true');
    await expect(form.country).toHaveAccessibleDescription(texts('problems.country-not-eligible'));
    await form.country.selectOption('SE');
  });

  await test.step('a confirmation that the client left out', async () => {
    await tamper(page, ({ confirmations }) => {
      confirmations.beta = false;
    });
    await form.accept.click();
    await expect(form.summary).toContainText(texts('problems.confirmation-missing'));
  });

  const reload = page.getByRole('button', { name: texts('account.form.reload') });
  await test.step('a document that has changed meanwhile', async () => {
    await tamper(page, ({ documents }) => {
      documents[0]!.version = '2024-01-01';
    });
    await form.accept.click();
    await expect(form.summary).toContainText(texts('problems.documents-changed'));
    await reload.click();
    await expect(form.country).toHaveValue('SE');
    await expect(form.accept).not.toHaveAttribute('aria-disabled');
  });

  await test.step('a box whose wording has changed, which is to be ticked anew', async () => {
    // As if an older page had shown a different wording.
    await tamper(page, ({ shownSentences }) => {
      shownSentences!.beta = '0'.repeat(64);
    });
    await form.accept.click();
    await expect(form.summary).toContainText(texts('problems.confirmations-changed'));
    await reload.click();
    await expect(form.fullName).toHaveValue('Ada Lindqvist');
    for (const box of await form.confirmations.all()) await expect(box).not.toBeChecked();
    await expect(form.country).toHaveValue('SE');
  });

  await acceptConditions(page, 'sv', 'SE');
  await form.accept.click();
  await expect(form.thanks).toBeVisible();
});

test('a session that ends meanwhile asks to sign in again, which keeps what was entered', async ({
  page,
  site,
  person,
  setFaults,
  guard,
}) => {
  guard.allow(/status of 40[01]/);
  const form = downloadForm(page);
  await setFaults({ tokenSeconds: 6 });
  await page.goto(paths.account);
  await acceptConditions(page);
  await form.downloadKey.fill('a key');
  await site.endSessions(person.email);
  await setFaults({});

  const signIn = page.getByRole('main').getByRole('button', { name: /^Sign in/ });
  await expect(page.getByText(t('problems.authentication-required'))).toBeVisible({ timeout: 15_000 });
  await signIn.click();
  await signInAtProvider(page, person);
  await expect(form.downloadKey).toHaveValue('a key');
  await expect(form.country).toHaveValue('CH');
  await form.accept.click();
  await expect(form.thanks).toBeVisible();
});
