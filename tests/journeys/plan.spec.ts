import type { Page } from '@playwright/test';
import { planStates } from '../../app/account/billing/plan/plan-state.ts';
import { subscriptionAnswer } from '../../shared/api/subscription.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { discountedMonths } from '../../shared/business/plans.ts';
import { formatDay } from '../../shared/format.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable, findViolations } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { invoicesWith, planAnswers } from './fixtures/plan-answers.ts';
import { awaitRefreshes, listRefreshes, passTime } from './fixtures/session-steps.ts';
import {
  becomeInteractive,
  comeBackTo,
  leaveForNowhere,
  signInDirectly,
  signInToAccount,
  speak,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/** The server's own answer about the plan, but for `changes`. */
const answerWith = (page: Page, changes: object) =>
  page.route(`**${apiPaths.subscription}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

for (const locale of walkedLocales)
  test(`each state of a plan has its sentence and is usable at 320 px, in ${locale}`, async ({
    page,
    site,
    person,
  }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    await signInToAccount(page, site, person, { locale });
    await speak(page, locale);
    await page.goto(paths.accountPlan);
    // The server's own answer.
    await expect(page.getByRole('heading', { name: t('plan.free.title') })).toBeVisible();
    await expect(page.getByText(t('plan.invoices.none'))).toBeVisible();
    await expectUsable(page);

    let state: (typeof planStates)[number] = 'free';
    await page.route(`**${apiPaths.invoices}`, (route) => route.fulfill({ json: invoicesWith(true) }));
    await page.route(`**${apiPaths.subscription}`, async (route) => {
      const response = await route.fetch();
      const answer = { ...(await response.json()), ...planAnswers[state] };
      await route.fulfill({ response, json: subscriptionAnswer.parse(answer) });
    });
    for (const each of planStates)
      await test.step(each, async () => {
        state = each;
        await comeBackTo(page, 'plan', locale);
        const card = page.locator(`[data-state=${state}]`);
        await expect(card.getByRole('button').or(card.getByRole('link'))).toHaveCount(1);
        // What is empty would keep its distance all the same.
        await expect(page.locator('.button-row:empty')).toHaveCount(0);
        await expectUsable(page);
      });
  });

test('a change is asked about with what it costs, what is left for can be left again, and what is made is said so', async ({
  page,
  site,
  person,
  guard,
}) => {
  // Told, although the page cannot ask what else has changed.
  guard.allow(new RegExp(`net::ERR_FAILED .*${apiPaths.usage}`));
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  let payAt: string | null = `${site.origin}/nowhere`;
  await page.route(`**${apiPaths.subscription}`, async (route) => {
    const response = await page.request.get(apiPaths.subscription, {
      headers: { authorization: route.request().headers().authorization! },
    });
    const json = { ...(await response.json()), ...planAnswers.active, payAt };
    await route.fulfill({ response, json });
  });
  const comeBack = await leaveForNowhere(page, payAt);
  await page.goto(paths.accountPlan);
  const high = page.getByRole('button', { name: 'Choose High' });
  const question = page.getByRole('heading', { name: /^Change to High/ });
  const pay = page.getByRole('button', { name: t('plan.change.pay', { price: 'CHF\u00a0680' }) });
  await high.click();
  await expect(question).toBeFocused();
  await expect(pay).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: t('plan.change.leave') }).click();
  await expect(question).toHaveCount(0);

  await high.click();
  const left = page.waitForResponse(payAt);
  await pay.click();
  await left;
  await expect(pay).toHaveAttribute('aria-busy');
  await comeBack();
  await expect(pay).not.toHaveAttribute('aria-busy');

  payAt = null;
  await page.route(`**${apiPaths.usage}`, (route) => route.abort());
  await pay.click();
  await expect(page.getByText(t('plan.changed'))).toBeVisible();
  await expect(page.locator('#plan-state')).toBeFocused();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  // A question may still be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('who asks again about a payment stays where the button is, also where nobody answers', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await answerWith(page, planAnswers.checking);
  await page.goto(paths.accountPlan);
  const again = page.getByRole('button', { name: t('plan.checking.action') });
  await again.click();
  await expect(again).not.toHaveAttribute('aria-busy');
  await expect(again).toBeFocused();
  await page.route(`**${apiPaths.usage}`, (route) => route.abort());
  await again.click();
  await expect(page.getByRole('alert')).toContainText(t('problems.connection'));
  await expect(again).toBeFocused();
  // The page goes on asking while the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an invoice can be saved once its document is made', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await answerWith(page, planAnswers['awaiting-first-transfer']);
  let hasPdf = false;
  await page.route(`**${apiPaths.invoices}`, (route) => route.fulfill({ json: invoicesWith(hasPdf) }));
  await page.goto(paths.accountPlan);
  const card = page.locator('[data-state=awaiting-first-transfer]');
  await expect(card).toContainText(t('plan.invoices.soon'));
  await expect(card.getByRole('button')).toHaveCount(0);
  hasPdf = true;
  // The page asks again by itself.
  await expect(card.getByRole('button')).toHaveText(t('plan.invoices.save', { number: '2026\u2060-\u2060000123' }));
});

test('whoever may not use the account may still cancel its plan, and pay what is owed from before', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(new RegExp(`net::ERR_FAILED .*${apiPaths.subscription}`));
  const t = wordsOf('de');
  await page.setViewportSize({ width: 320, height: 640 });
  await signInToAccount(page, site, person, { locale: 'de' });
  await speak(page, 'de');
  let state: 'active' | 'suspended' | 'grace' = 'suspended';
  for (const [path, given] of [
    [apiPaths.account, () => ({ status: 'suspended' })],
    [apiPaths.subscription, () => planAnswers[state]],
    [apiPaths.invoices, () => (state === 'active' ? {} : invoicesWith(true))],
  ] as const)
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== 'GET') return route.abort();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...given() } });
    });
  await page.goto(paths.accountPlan);
  const main = page.locator(`[data-state=suspended]`).getByRole('button');
  await expect(main).toHaveText(t('plan.action.pay', { price: 'CHF\u00a0176' }));
  await expectUsable(page);
  expect(await findViolations(page)).toEqual([]);
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith(apiPaths.subscription),
  );
  await main.click();
  expect((await asked).postDataJSON()).toEqual({ action: 'pay' });
  // By transfer, the details come first, and a card is another way.
  state = 'grace';
  await page.goto(paths.accountPlan);
  await expect(page.locator(`[data-state=grace]`).getByRole('button')).toContainText('2026');
  await expect(page.getByRole('button', { name: t('plan.action.pay-card') })).toBeVisible();
  await expectUsable(page);
  expect(await findViolations(page)).toEqual([]);

  state = 'active';
  await page.goto(paths.accountPlan);
  await expect(page.getByText(t('problems.account-suspended'))).toBeVisible();
  await expectUsable(page);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: t('plan.action.cancel') }).click();
  await expect(page.getByRole('button', { name: t('cancellation.submit') })).toBeVisible();
});

test('a plan that cannot be loaded is said so, and can be asked for again', async ({ page, site, person, guard }) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  await page.route(`**${apiPaths.subscription}`, (route) => route.abort());
  await page.goto(paths.accountPlan);
  await expect(page.getByRole('alert')).toContainText(t('plan.fault'));
  await expectUsable(page);
  await page.unroute(`**${apiPaths.subscription}`);
  await page.getByRole('button', { name: t('account.fault.retry') }).click();
  await expect(page.getByRole('heading', { name: t('plan.free.title') })).toBeVisible();
});

for (const locale of walkedLocales)
  test(`a contract is cancelled from the foot of a page without a sign-in, in ${locale}`, async ({ page }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(localizedPath(paths.pricing, locale));
    // Chromium aborts a transition between documents where it is busy, and reports it as an error of the page.
    await becomeInteractive(page);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('layout.legal.cancellation'), exact: true })
      .click();
    await becomeInteractive(page);
    await page.getByLabel(t('notice.name')).fill('Ada Lindqvist');
    await page.getByLabel(t('notice.contract'), { exact: true }).fill('Moderate');
    await page.getByLabel(t('notice.email')).fill(`ada.cancels.${locale}@example.com`);
    await expectUsable(page);
    await page.getByRole('button', { name: t('notice.submit') }).click();
    await expect(page.getByRole('heading', { name: t('notice.check') })).toBeFocused();
    await expectUsable(page);
    await page.getByRole('button', { name: t('notice.confirm', { kind: 'cancellation' }) }).click();
    await expect(page.getByRole('heading', { name: t('notice.received', { kind: 'cancellation' }) })).toBeFocused();
    await expectUsable(page);
  });

test('who is signed in without a paid plan is told so, and may still cancel another contract', async ({
  page,
  site,
  person,
}) => {
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  await page.goto(paths.cancellation);
  await expect(page.getByText(t('cancellation.nothing', { email: person.email }))).toBeVisible();
  await expect(page.getByLabel(t('notice.email'))).toHaveValue(person.email);
  await expectUsable(page);
});

test('what was typed into the form stays when the session is found again', async ({
  page,
  site,
  person,
  guard,
  setFaults,
}) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await page.clock.install();
  await signInDirectly(page, site, person);
  await setFaults({ authenticate: 'unavailable' });
  const { length: before } = await listRefreshes(site);
  await page.goto(paths.cancellation);
  await awaitRefreshes(site, before, 1);
  await passTime(page, 10);
  const retry = page.getByRole('button', { name: t('account.fault.retry') });
  await expect(retry).toBeVisible();
  await page.getByLabel(t('notice.name')).fill('Ada Lindqvist');
  await setFaults({});
  await retry.click();
  await expect(page.getByText(t('cancellation.nothing', { email: person.email }))).toBeVisible();
  await expect(page.getByLabel(t('notice.name'))).toHaveValue('Ada Lindqvist');
  await expectUsable(page);
});

const downloadIn = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: wordsOf('en')('layout.account.download'), exact: true });

test('the plans page shows whose plan it is, and to nobody else more than before', async ({ page, site, person }) => {
  const t = wordsOf('en');
  const own = page.getByText(t('own-plan.yours'), { exact: true });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(paths.pricing);
  await becomeInteractive(page);
  await expect(downloadIn(page)).toBeVisible();
  expect(requests.filter((url) => url.includes('own-plan') || url.includes(apiPaths.subscription))).toEqual([]);

  await signInDirectly(page, site, person);
  await page.goto(paths.pricing);
  await expect(own).toBeVisible();
  await expect(downloadIn(page)).toHaveCount(0);
  await expectUsable(page);

  await answerWith(page, planAnswers.active);
  await page.goto(paths.pricing);
  const moderate = page.getByRole('region', { name: t('pricing.plan.moderate'), exact: true });
  await expect(moderate.getByText(t('own-plan.yours'), { exact: true })).toBeVisible();
  await page.getByLabel(t('pricing.period.four-months', { months: discountedMonths, discount: '10%' })).check();
  const high = page.getByRole('region', { name: t('pricing.plan.high'), exact: true });
  await expect(high.getByRole('link', { name: t('own-plan.change-now', { price: 'CHF\u00a0680' }) })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(page);
  // The place that it leads to is there later than the page.
  await high.getByRole('link', { name: t('own-plan.change-now', { price: 'CHF\u00a0680' }) }).click();
  await expect(page.getByRole('heading', { name: t('plan.changes') })).toBeFocused();
  await expect(page.getByRole('heading', { name: t('plan.changes') })).toBeInViewport();

  const { active } = planAnswers;
  await answerWith(page, { ...active, subscription: { ...active.subscription!, method: 'invoice' } });
  await page.reload();
  await expect(page.getByText(t('plan.change.once-paid-for', { price: 'CHF\u00a0680' }))).toBeVisible();
  await page.getByRole('button', { name: /High/ }).click();
  const sums = { price: 'CHF\u00a0702', dueNow: 'CHF\u00a0680' };
  await expect(page.getByText(t('plan.change.once-paid', sums))).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await answerWith(page, planAnswers.ending);
  await page.goto(paths.pricing);
  await page.getByLabel(t('pricing.period.four-months', { months: discountedMonths, discount: '10%' })).check();
  // As on the other pages: the last day on which it works.
  await expect(moderate.getByText(t('own-plan.ends', { date: formatDay('en', '2026-12-08') }))).toBeVisible();
});

test('whose plan cannot be had, or whose session is over, sees on the plans page what visitors see', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/, /session has already ended/);
  await signInDirectly(page, site, person);
  await page.route(`**${apiPaths.subscription}`, (route) => route.abort());
  const asked = page.waitForRequest(`**${apiPaths.subscription}`);
  await page.goto(paths.pricing);
  await asked;
  await expect(downloadIn(page)).toBeVisible();
  await page.unroute(`**${apiPaths.subscription}`);
  await site.endSessions(person.email);
  await page.goto(paths.pricing);
  await expect(downloadIn(page)).toBeVisible();
});
