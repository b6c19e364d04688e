import type { Page } from '@playwright/test';
import { apiPaths } from '../../shared/api-paths.ts';
import { dayMs } from '../../shared/durations.ts';
import { paths } from '../../shared/paths.ts';
import {
  consentOf,
  nextRecord,
  readStorage,
  versionInForce,
  waitingRecords,
  watchConsentCalls,
} from './fixtures/consent.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.use({ isAsked: true });

/** Serves the next page as it may lie in a browser's cache: from a day on which another cookie policy applied. */
async function serveOutdated(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace(/"cookie-policy":"[\d-]+"/, '"cookie-policy":"2024-01-01"')
        .replace(/data-version="[\d-]+"/, 'data-version="2024-01-01"');
      await route.fulfill({ response, body });
    },
    { times: 1 },
  );
}

for (const [when, claimed] of [
  ['300 days behind', new Date(Date.now() - 300 * dayMs)],
  ['31 days ahead', new Date(Date.now() + 31 * dayMs)],
  ['400 days ahead', new Date(Date.now() + 400 * dayMs)],
  ['in 2020', new Date('2020-05-04T03:02:01.000Z')],
] as const)
  test(`a browser whose clock is ${when} records the cookie policy that the page shows`, async ({ page, site }) => {
    const calls = watchConsentCalls(page);
    await page.clock.setFixedTime(claimed);
    const { bar } = consentOf(page);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    const recorded = nextRecord(page);
    await bar.accept.click();
    const { document, decidedAt, recordedAt } = await recorded;
    expect(document.version).toBe(await versionInForce(site));
    // What cannot be right is replaced by the server's time, and keeps nobody from choosing.
    expect(decidedAt).toBe(recordedAt);
    expect(Math.abs(Date.parse(recordedAt) - Date.now())).toBeLessThan(dayMs);
    await expect.poll(() => waitingRecords(page)).toEqual([]);
    // It counts on the next page, too, and was recorded once.
    await page.goto(paths.pricing);
    await becomeInteractive(page);
    await expect(bar).toBeHidden();
    expect(calls.consents).toHaveLength(1);
  });

test.describe('on a page that was served while another cookie policy applied', () => {
  test('the bar asks again, leads to the new text, and takes the next choice', async ({ page, site, guard }) => {
    guard.allow(/status of 409/);
    const { bar } = consentOf(page);
    const note = bar.getByRole('alert');
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await bar.accept.click();
    await expect(note).toHaveText(t('page.consent-again'));
    expect(await readStorage(page)).toEqual({ cookies: [], local: [] });
    const recorded = nextRecord(page);
    await bar.accept.click();
    await expect(bar).toBeHidden();
    expect(await recorded).toMatchObject({ document: { version: await versionInForce(site) } });

    // Where the text is read first, the page behind the link is a new one.
    await page.evaluate(() => localStorage.clear());
    await serveOutdated(page, paths.cookiePolicy);
    await page.goto(paths.cookiePolicy);
    await becomeInteractive(page);
    await bar.reject.click();
    await expect(note).toBeVisible();
    const read = page.waitForEvent('domcontentloaded');
    await bar.getByRole('link').click();
    await read;
    await becomeInteractive(page);
    await expect(note).toBeHidden();
    const refused = nextRecord(page);
    await bar.reject.click();
    expect(await refused).toMatchObject({ document: { version: await versionInForce(site) } });
  });

  test('the settings say so, and keep open what was not taken', async ({ page, site, guard }) => {
    guard.allow(/status of 409/);
    const { bar, dialog } = consentOf(page);
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await bar.settings.click();
    await dialog.statistics.check();
    await dialog.save.click();
    await expect(dialog.getByRole('alert')).toHaveText(t('page.consent-again'));
    await expect(dialog).toContainText(t('consent-settings.open'));
    await expect(dialog.getByRole('status')).toBeEmpty();
    await expect(dialog.statistics).toBeChecked();
    const recorded = nextRecord(page);
    await dialog.save.click();
    expect(await recorded).toMatchObject({ document: { version: await versionInForce(site) } });
    await expect(dialog.getByRole('status')).toHaveText(t('consent-settings.saved'));
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  });

  test('a signal of the browser is recorded all the same', async ({ page, site, guard }) => {
    guard.allow(/status of 409/);
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true, configurable: true }),
    );
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    const recorded = nextRecord(page);
    await becomeInteractive(page);
    expect(await recorded).toMatchObject({
      method: 'global-privacy-control',
      document: { version: await versionInForce(site) },
    });
    await expect(consentOf(page).bar).toBeHidden();
  });

  test('one that is asked without a connection asks again as soon as there is one', async ({ page, site, guard }) => {
    guard.allow(/status of 409|Failed to load resource/);
    const { bar } = consentOf(page);
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await page.route(`**${apiPaths.documents}`, (route) => route.abort());
    for (let time = 0; time < 2; time++) {
      const refused = page.waitForResponse((response) => response.status() === 409);
      await bar.accept.click();
      await refused;
      await expect(bar.getByRole('alert')).toBeVisible();
    }
    await page.unroute(`**${apiPaths.documents}`);
    const told = page.waitForResponse(`**${apiPaths.documents}`);
    await bar.accept.click();
    await told;
    const recorded = nextRecord(page);
    await bar.accept.click();
    expect(await recorded).toMatchObject({ document: { version: await versionInForce(site) } });
  });
});
