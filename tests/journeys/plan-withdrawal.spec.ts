import type { Page } from '@playwright/test';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { plans } from '../../shared/business/plans.ts';
import { formatPrice } from '../../shared/numbers.ts';
import { anchors, localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable, findViolations } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { enterCard, fillInOrder } from './fixtures/ordering.ts';
import { planAnswers } from './fixtures/plan-answers.ts';
import type { RunningSite } from './fixtures/running-site.ts';
import { signInDirectly, signInToAccount } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

// A site that sells to consumers in the EU, who may withdraw.
test.use({ salesOpen: 'eu-consumer', viewport: { width: 320, height: 700 } });

/** For looking at: `SCREENSHOTS=<folder>`. */
async function examine(page: Page, name: string): Promise<void> {
  await expectUsable(page);
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

for (const locale of walkedLocales)
  test(`who is signed in withdraws at once, in ${locale}, after one question`, async ({ page, site, person }) => {
    const t = wordsOf(locale);
    await signInDirectly(page, site, person);
    await page.goto(localizedPath(orderAddress({ product: 'moderate', months: 1 }), locale));
    await fillInOrder(page, 'card', locale, 'IE');
    const price = formatPrice(locale, plans.moderate.monthlyRappen);
    await page.getByRole('button', { name: t('order.submit', { price }) }).click();
    await enterCard(page, '4242 4242 4242 4242', locale);
    await expect(page.getByText(t('order-done.paid.title', { plan: 'Moderate' }))).toBeVisible();

    await page.goto(paths.accountPlan);
    const plan = `Moderate, ${t('billing.period.month')}`;
    await page.locator('.facts').locator(`a[href="#${anchors.planWithdrawal}"]`).click();
    await expect(page.getByRole('heading', { name: t('plan.withdrawal'), exact: true })).toBeInViewport();
    await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('plan.withdrawal.question', { plan }) })).toBeFocused();
    await examine(page, `asked-${locale}`);
    await page.getByRole('button', { name: t('plan.change.leave') }).click();
    await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
    await page.getByRole('button', { name: t('plan.withdrawal.confirm') }).click();
    await expect(page.locator('[data-state=free]')).toBeVisible();
    await expect(page.locator('#plan-state')).toBeFocused();
    await expect(page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true })).toHaveCount(0);
  });

async function suspend(site: RunningSite, { email }: { email: string }): Promise<void> {
  const id = /\bid: (user_\w+)/.exec(await site.operate('account', 'show', email))![1]!;
  const why = ['--reason', 'security', '--sentence', 'Jemand anderes nutzt es.', '--at-once', 'security'];
  await site.operate('measure', 'suspend', id, ...why);
  await site.operate('clock', 'move', '1m');
}

test('whoever is suspended withdraws all the same, and is told so', async ({ page, site, person }) => {
  const t = wordsOf('de');
  await signInDirectly(page, site, person);
  await page.goto(localizedPath(orderAddress({ product: 'moderate', months: 1 }), 'de'));
  await fillInOrder(page, 'card', 'de', 'IE');
  const plan = `Moderate, ${t('billing.period.month')}`;
  const price = formatPrice('de', plans.moderate.monthlyRappen);
  await page.getByRole('button', { name: t('order.submit', { price }) }).click();
  await enterCard(page, '4242 4242 4242 4242', 'de');
  await expect(page.getByText(t('order-done.paid.title', { plan: 'Moderate' }))).toBeVisible();
  await suspend(site, person);

  await page.goto(paths.accountPlan);
  await expect(page.getByText(t('problems.account-suspended'))).toBeVisible();
  await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('plan.withdrawal.question', { plan }) })).toBeFocused();
  await examine(page, 'suspended-asked');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: t('plan.withdrawal.confirm') }).click();
  await expect(page.getByRole('status').filter({ hasText: t('plan.done') })).toBeVisible();
  await expect(page.locator('#plan-state')).toBeFocused();
  await expect(page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true })).toHaveCount(0);
  // Its invoice is taken back by a credit note.
  await expect(page.locator('.ledger-row')).toHaveCount(2);
  await examine(page, 'suspended-withdrawn');
  expect(await findViolations(page)).toEqual([]);
});

/** An upgrade that can be withdrawn from. Nothing is ordered, so that the withdrawal, too, is answered with the plan as it is. */
const offerWithdrawal = (page: Page) =>
  page.route(`**${apiPaths.subscription}`, async (route) => {
    const { authorization } = route.request().headers();
    const response = await page.request.get(apiPaths.subscription, { headers: { authorization: authorization! } });
    const withdraw = { action: 'withdraw', product: 'high', months: 1, dueNowRappen: 0, termRappen: 0 } as const;
    const changes = {
      ...planAnswers['awaiting-upgrade'],
      deadlines: { noticeBy: null, suspendsOn: null, endsForGoodOn: null, withdrawBy: '2026-12-09' },
      actions: [{ ...withdraw, effectiveOn: '2026-11-25' }],
      payAt: null,
    };
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

test('whoever is suspended is no longer told that something was done once something else failed', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await suspend(site, person);
  await offerWithdrawal(page);
  await page.goto(paths.accountPlan);
  const confirm = async () => {
    await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
    await page.getByRole('button', { name: t('plan.withdrawal.confirm') }).click();
  };
  await confirm();
  const done = page.getByText(t('plan.done'), { exact: true });
  await expect(done).toBeVisible();
  await page.route(`**${apiPaths.subscription}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await confirm();
  await expect(page.getByText(t('problems.connection'))).toBeVisible();
  await expect(done).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an upgrade that waits for its payment is withdrawn from alone, and nothing else by a second press', async ({
  page,
  site,
  person,
}) => {
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await offerWithdrawal(page);
  await page.goto(paths.accountPlan);
  await page.getByRole('button', { name: t('plan.withdrawal.action'), exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Withdraw from High, / })).toBeFocused();
  await expect(page.getByText(/^Only this change is undone: Moderate, .* continues\./)).toBeVisible();
  await page.getByRole('button', { name: t('plan.withdrawal.confirm') }).click();
  await expect(page.locator('#plan-state')).toBeFocused();
  await expect(page.getByRole('button', { name: t('plan.withdrawal.confirm') })).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
