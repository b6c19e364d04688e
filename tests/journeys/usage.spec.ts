import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type AccountAnswer, accountAnswer } from '../../shared/api/account.ts';
import { type UsageAnswer, usageAnswer } from '../../shared/api/usage.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { throttledRequestsPerHour } from '../../shared/business/measures.ts';
import { plans } from '../../shared/business/plans.ts';
import { usageListDays } from '../../shared/business/text-service.ts';
import { formatNumber } from '../../shared/numbers.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { acceptConditions, downloadForm, signInDirectly, speak } from './fixtures/steps.ts';
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
    await signInDirectly(page, site, person);
    await speak(page, locale);
    await page.goto(paths.accountUsage);
    await expect(page.getByText(t('usage.not-begun'))).toBeVisible();
    await expectUsable(page);

    await page.goto(paths.account);
    await acceptConditions(page, locale);
    const form = downloadForm(page, locale);
    await form.accept.click();
    await expect(form.thanks).toBeVisible();
    await page.goto(paths.account);
    await page.getByRole('link', { name: t('account.room.usage'), exact: true }).click();
    const meter = page.getByRole('meter', { name: t('usage.online'), exact: true });
    await expect(meter).toHaveJSProperty('value', 0);
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
      answer.dailyCeilingUntil = '2026-03-03T00:00:00.000Z';
      answer.totals = [
        { day: '2026-03-02', feature: 'text-enhancement', requests: 1234 },
        { day: '2026-03-01', feature: 'text-generation', requests: 2 },
      ];
    });
    await page.reload();
    await expect(page.getByText(t('usage.exhausted', { limit }))).toBeVisible();
    await expect(meter).toHaveJSProperty('value', limit);
    await expect(page.getByText(t('usage.unlimited', { used: formatNumber(locale, 12_345) }))).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: t('usage.feature.text-generation') })).toContainText('2');
    await expect(page.getByText(t('usage.ceiling', { time: '|' }).split('|')[0]!.trim())).toBeVisible();
    await expectUsable(page);

    const measure = { id: randomUUID(), reason: 'terms', until: null, objection: null } as const;
    await changeAccount(page, { measures: [{ ...measure, act: 'throttle' }] });
    await page.reload();
    await expect(page.getByText(t('measures.throttle', { count: throttledRequestsPerHour }))).toBeVisible();
    await expectUsable(page);
    await changeAccount(page, { status: 'suspended', measures: [{ ...measure, act: 'suspend' }] });
    await page.reload();
    await expect(page.getByText(t('measures.suspend'), { exact: true })).toBeVisible();
    await changeAccount(page, { status: 'suspended', measures: [] });
    await page.reload();
    await expect(page.getByText(t('problems.account-suspended'))).toBeVisible();
    await expectUsable(page);
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
