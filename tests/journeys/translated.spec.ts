import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { plans } from '../../shared/business/plans.ts';
import { periods } from '../../shared/business/sales.ts';
import { formatPrice } from '../../shared/numbers.ts';
import { paths } from '../../shared/paths.ts';
import { consentOf } from './fixtures/consent.ts';
import { enterCard, fillInOrder } from './fixtures/ordering.ts';
import {
  acceptConditions,
  becomeInteractive,
  downloadForm,
  signInAtProvider,
  signInDirectly,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { translatePages } from './fixtures/translation.ts';
import { wordsOf } from './fixtures/words.ts';

// Translated by the browser into a language that the site does not have.
test.use({ salesOpen: 'ch,eu-business' });
test.beforeEach(({ page, guard }) => translatePages(page, guard));

const t = wordsOf('en');

test('somebody signs in, gets the installer and a copy of everything stored, and closes the account', async ({
  page,
  site,
  person,
}) => {
  await site.createAccount(person);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await page.goto(paths.account);
  await button(t('account.offer.sign-in')).click();
  await signInAtProvider(page, person);
  const form = downloadForm(page);
  await acceptConditions(page);
  await form.fullName.fill('');
  await form.accept.click();
  await expect(form.summary).toBeFocused();
  await form.fullName.fill('Ada Lindqvist');
  await form.accept.click();
  await expect(form.thanks).toBeVisible();

  await page.getByRole('link', { name: t('account.room.data'), exact: true }).click();
  const copy = page.waitForEvent('download');
  await button(t('personal-data.save')).click();
  await copy;
  await expect(heading(t('personal-data.title'))).toBeVisible();

  await page.getByRole('main').locator(`a[href^="${paths.accountClosing}"]`).click();
  await button(t('closing.open')).click();
  await button(t('closing.confirm.close')).click();
  await expect(heading(t('closing.closed.title'))).toBeFocused();
});

test('somebody orders, pays, changes the plan and cancels it', async ({ page, site, person }) => {
  await signInDirectly(page, site, person);
  await page.goto(orderAddress({ product: 'moderate', months: periods[0] }));
  await fillInOrder(page, 'card');
  const price = formatPrice('en', plans.moderate.monthlyRappen);
  await page.getByRole('button', { name: t('order.submit', { price }) }).click();
  await enterCard(page, '4242 4242 4242 4242');
  await expect(page.getByText(t('order-done.paid.title', { plan: 'Moderate' }))).toBeVisible();
  await page.getByRole('link', { name: t('order.to-plan') }).click();
  await page.getByRole('button', { name: `High, ${t('billing.period.month')}` }).click();
  const due = formatPrice('en', plans.high.monthlyRappen - plans.moderate.monthlyRappen);
  await expect(page.getByRole('button', { name: t('plan.change.pay', { price: due }) })).toBeVisible();
  await page.goto(paths.cancellation);
  await page.getByRole('button', { name: t('cancellation.submit') }).click();
  await expect(page.getByRole('heading', { name: t('cancellation.done') })).toBeFocused();
});

for (const [kind, address] of [
  ['withdrawal', paths.withdrawal],
  ['cancellation', paths.cancellation],
] as const)
  test(`a ${kind} without an account is stated, checked and received`, async ({ page }) => {
    await page.goto(address);
    await page.getByLabel(t('notice.name')).fill('Ada Lindqvist');
    await page.getByLabel(t('notice.contract'), { exact: true }).fill('Free');
    await page.getByRole('button', { name: t('notice.submit') }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await page.getByLabel(t('notice.email')).fill('ada@example.com');
    await page.getByRole('button', { name: t('notice.submit') }).click();
    await expect(page.locator('.withdrawal-statement')).toContainText('Ada Lindqvist');
    await page.getByRole('button', { name: t('notice.confirm', { kind }) }).click();
    await expect(page.getByRole('heading', { name: t('notice.received', { kind }) })).toBeFocused();
  });

test('a visitor decides about statistics, asks how long a download takes, and finds home from nowhere', async ({
  page,
  guard,
}) => {
  guard.allow(/status of 404/);
  const { dialog, open } = consentOf(page);
  await page.goto(paths.downloadGuide);
  await becomeInteractive(page);
  await page.getByRole('button', { name: t('download-guide.speed.button') }).click();
  await expect(page.getByText(t('download-guide.speed.measuring'))).toHaveCount(0);
  await open.click();
  await dialog.statistics.check();
  await dialog.save.click();
  await expect(dialog.getByRole('status')).toHaveText(t('consent-settings.saved'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.goto('/no-such-page');
  await page.getByRole('button', { name: t('not-found.cancel') }).click();
  await expect(page.getByText(t('not-found.cancelled'))).toBeVisible();
  await expect(page.locator('[data-part=seen]')).toBeEmpty();
  await becomeInteractive(page);
  await expect(page.getByText(t('not-found.cancelled'))).toBeVisible();
  await expect(page.locator('[data-part=seen]')).toBeEmpty();
});

test('from nowhere somebody goes back by one page', async ({ page, guard }) => {
  guard.allow(/status of 404/);
  for (const address of [paths.demo, paths.contact, '/no-such-page']) await page.goto(address);
  await becomeInteractive(page);
  await page.getByRole('button', { name: t('not-found.back') }).click();
  await expect(page).toHaveURL(paths.contact);
  // A second step back would come a moment later.
  await becomeInteractive(page);
  await expect(page).toHaveURL(paths.contact);
});
