import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type AccountAnswer, accountAnswer } from '../../shared/api/account.ts';
import { subscriptionAnswer } from '../../shared/api/subscription.ts';
import { type UsageAnswer, usageAnswer } from '../../shared/api/usage.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { throttledRequestsPerHour } from '../../shared/business/measures.ts';
import { plans } from '../../shared/business/plans.ts';
import { usageListDays } from '../../shared/business/text-service.ts';
import { addDays } from '../../shared/days.ts';
import { dayMs } from '../../shared/durations.ts';
import { formatPrice } from '../../shared/format.ts';
import { formatNumber } from '../../shared/numbers.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { planAnswers } from './fixtures/plan-answers.ts';
import { beginDirectly, comeBackTo, signInDirectly, signInToAccount, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const { onlineRequestsPerMonth: limit } = plans.free;

/** The server's answer with other numbers: nothing can be dictated in this site. */
async function changeAnswer(page: Page, change: (answer: UsageAnswer) => void) {
  await page.route(`**${apiPaths.usage}`, async (route) => {
    const response = await route.fetch();
    const answer = usageAnswer.parse(await response.json());
    change(answer);
    await route.fulfill({ response, json: usageAnswer.parse(answer) });
  });
}

/** So many requests a day from the beginning of the month on, of which the browser's clock knows how much is over. */
const monthOf = ({ cycle }: UsageAnswer, requests: readonly number[]): UsageAnswer['days'] =>
  requests
    .map((each, index) => ({ day: addDays(cycle!.start.slice(0, 10), index), pool: 'online' as const, requests: each }))
    .filter((day) => day.requests > 0);

/** The account as the company may have limited it. */
async function changeAccount(page: Page, changes: Partial<AccountAnswer>) {
  await page.route(`**${apiPaths.account}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: accountAnswer.parse({ ...(await response.json()), ...changes }) });
  });
}

for (const locale of walkedLocales)
  test(`a person sees what is used and what is left, in ${locale}`, async ({ page, site, person }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    const token = await signInDirectly(page, site, person);
    await speak(page, locale);
    await page.goto(paths.accountUsage);
    await expect(page.getByText(t('usage.not-begun'))).toBeVisible();
    await expectUsable(page);

    await beginDirectly(site, person, token, { locale });
    await page.goto(paths.account);
    await page.getByRole('link', { name: t('account.room.usage'), exact: true }).click();
    const bars = page.getByRole('img', { name: t('usage.bars.label', { from: '', until: '' }).split(' ')[0]! });
    await expect(bars).toBeVisible();
    await expect(page.locator('.usage-added')).toHaveCount(0);
    await expectUsable(page);
    await expect(page.getByText(t('usage.history.none', { days: usageListDays }))).toBeVisible();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('usage.table') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^writing-ant-usage-\d{4}-\d\d-\d\d\.csv$/);
    await expect(page.getByText(t('usage.table.saved', { fileName: download.suggestedFilename() }))).toBeVisible();
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^requested_at,id,/);

    await changeAnswer(page, (answer) => {
      answer.quotas.online = { limit, used: limit + 2, remaining: 0, resetsAt: answer.quotas.online.resetsAt };
      answer.quotas.offline = { limit: null, used: 12_345, remaining: null, resetsAt: null };
      answer.days = monthOf(answer, [3, limit]);
      answer.dailyCeilingUntil = '2026-03-03T00:00:00.000Z';
      answer.totals = [
        { day: '2026-03-02', feature: 'text-enhancement', requests: 1234 },
        { day: '2026-03-01', feature: 'text-generation', requests: 2 },
      ];
    });
    await page.reload();
    await expect(page.getByText(t('usage.exhausted', { limit }))).toBeVisible();
    await expect(page.locator('.usage-bars-spent .usage-added')).toHaveCount(2);
    await expect(page.getByText(t('usage.unlimited', { used: formatNumber(locale, 12_345) }))).toBeVisible();
    const tables = page.getByText(t('usage.as-table'), { exact: true });
    for (const table of await tables.all()) await table.click();
    // Somebody with the free plan has nothing to change: plans are compared, by the only primary button.
    const primary = page.getByRole('main').locator('.button-primary');
    await expect(primary).toHaveText(t('usage.plans'));
    await expect(page.getByRole('row').filter({ hasText: t('usage.feature.text-generation') })).toContainText('2');
    await expect(page.getByText(t('usage.ceiling', { time: '|' }).split('|')[0]!.trim())).toBeVisible();
    await expectUsable(page);

    const sentence = 'Sie haben die App weiterverkauft.';
    const measure = { id: randomUUID(), reason: 'terms', sentence, until: null, objection: null } as const;
    await changeAccount(page, { measures: [{ ...measure, act: 'throttle' }] });
    await page.reload();
    await expect(page.getByText(t('measures.throttle', { count: throttledRequestsPerHour }))).toBeVisible();
    await expect(page.getByText(sentence, { exact: true }), 'as it was mailed').toBeVisible();
    await expectUsable(page);
    await changeAccount(page, { status: 'suspended', measures: [{ ...measure, act: 'suspend' }] });
    await page.reload();
    await expect(page.getByText(t('measures.suspend'), { exact: true })).toBeVisible();
    await changeAccount(page, { status: 'suspended', measures: [] });
    await page.reload();
    await expect(page.getByText(t('problems.account-suspended'))).toBeVisible();
    await expectUsable(page);
  });

test('a month is drawn whatever was used in it, and told in words', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await page.setViewportSize({ width: 320, height: 640 });
  await signInToAccount(page, site, person);
  let requests: number[] = [];
  let quota = limit as number | null;
  await changeAnswer(page, (answer) => {
    const used = requests.reduce((sum, each) => sum + each, 0);
    const remaining = quota === null ? null : Math.max(0, quota - used);
    answer.quotas.online = { ...answer.quotas.online, limit: quota, used, remaining };
    const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    answer.cycle = { start: dayFromNow(-30), end: dayFromNow(1) };
    answer.days = monthOf(answer, requests);
  });
  const bars = page.locator('.usage-added');
  await page.goto(paths.accountUsage);
  for (const [days, words] of [
    [[], t('usage.used', { used: '0', limit: '45', remaining: '45' })],
    [[1], t('usage.pace-enough', { requests: '' }).split(':')[0]!],
    [[44], t('usage.pace', { date: '' }).replace(/\W+$/, '')],
    [Array.from({ length: 31 }, () => 1), t('usage.pace-enough', { requests: '' }).split(':')[0]!],
    [[40, 3, 20], t('usage.exhausted', { limit: '45' })],
  ] as const) {
    requests = [...days];
    await comeBackTo(page, 'usage');
    await expect(page.getByText(words)).toBeVisible();
    await expect(bars).toHaveCount(days.length);
    // Of what is empty within today there is no way to draw.
    if (days[0] !== 44) await expect(page.locator('.usage-trail')).toHaveCount(days[0] === 1 ? 1 : 0);
    await expectUsable(page);
  }
  await page.getByText(t('usage.as-table'), { exact: true }).first().click();
  await expect(page.getByRole('row').last()).toContainText('63');
  quota = null;
  await comeBackTo(page, 'usage');
  await expect(page.getByText(t('usage.unlimited', { used: '63' }))).toBeVisible();
  await expect(page.locator('.usage-bars')).toHaveCount(0);
});

test('who has used up a plan is offered the next one, with what it costs now', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await changeAnswer(page, (answer) => {
    answer.plan = 'moderate';
    answer.quotas.online = { ...answer.quotas.online, limit: 450, used: 450, remaining: 0 };
    answer.days = monthOf(answer, [450]);
  });
  await page.route(`**${apiPaths.subscription}`, async (route) => {
    const response = await route.fetch();
    const answer = { ...(await response.json()), ...planAnswers.active, plan: 'moderate' };
    await route.fulfill({ response, json: subscriptionAnswer.parse(answer) });
  });
  await page.goto(paths.accountUsage);
  const primary = page.getByRole('main').locator('.button-primary');
  const price = formatPrice('en', 680_00);
  await expect(primary).toHaveText(t('usage.upgrade', { plan: 'High', price, method: 'card' }));
  await expectUsable(page);
  await primary.click();
  await expect(page.getByRole('button', { name: 'Choose High' })).toBeVisible();
});

test('usage that cannot be had is said so, and can be asked for again', async ({ page, site, person, guard }) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  await page.route(`**${apiPaths.usage}`, (route) => route.abort());
  await page.goto(paths.accountUsage);
  await expect(page.getByRole('alert')).toContainText(t('usage.fault'));
  await expectUsable(page);
  await page.unroute(`**${apiPaths.usage}`);
  await page.getByRole('button', { name: t('account.fault.retry') }).click();
  await expect(page.getByText(t('usage.not-begun'))).toBeVisible();
});
