import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { orderAddress } from '../../app/account/order/offer.ts';
import { findFirefox } from '../../scripts/commands/firefox.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { confirmationNames } from '../../shared/business/documents.ts';
import { plans } from '../../shared/business/plans.ts';
import { periods } from '../../shared/business/sales.ts';
import { formatPrice } from '../../shared/numbers.ts';
import { paths } from '../../shared/paths.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use({ salesOpen: 'ch' });

const t = wordsOf('en');

/**
 * The main job in another engine than Chromium's, by the machine's own Firefox and the protocol that browsers share (WebDriver
 * BiDi). Playwright asks it for what only newer ones know.
 */
test('in Firefox somebody signs up, gets the installer, orders a plan and closes the account', async ({
  site,
  person,
}, { outputDir }) => {
  fs.mkdirSync(outputDir, { recursive: true });
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox()!,
    extraPrefsFirefox: {
      'browser.download.dir': outputDir,
      'browser.download.folderList': 2,
      // A click follows its scroll at once, and would miss what still moves.
      'ui.prefersReducedMotion': 1,
    },
  });
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.setDefaultTimeout(60_000);
    const goTo = (address: string) => page.goto(site.origin + address);
    const press = (name: string) => named(page, 'button', name).click();

    await goTo(paths.landing);
    await press(t('consent.reject'));
    await page.locator(`header a[href="${paths.download}"]`).click();
    await press(t('account.offer.sign-up'));
    for (const [field, text] of Object.entries(person)) await page.locator(`#${field}`).fill(text);
    await page.locator('button').click();

    await named(page, 'combobox', t('account.form.country')).fill('CH');
    await tickAll(page, t('account.form.confirmations'), confirmationNames.length);
    await press(t('account.form.submit'));
    const { releases } = await (await fetch(site.origin + apiPaths.releases)).json();
    const offered = releases.find((release: { platform: string }) => release.platform === 'windows');
    const file = path.join(outputDir, offered.fileName);
    await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size).toBe(offered.sizeBytes);
    expect(createHash('sha256').update(fs.readFileSync(file)).digest('hex')).toBe(offered.sha256);
    await expect.poll(() => focused(page)).toBe(t('account.started.title'));

    await goTo(orderAddress({ product: 'moderate', months: periods[0] }));
    const address = { street: 'Bahnhofstrasse', 'postal-code': '6300', town: 'Zug' } as const;
    for (const [field, text] of Object.entries(address))
      await named(page, 'textbox', t(`order.${field as keyof typeof address}`)).fill(text);
    await named(page, 'combobox', t('order.country')).fill('CH');
    await press(t('order.continue'));
    await named(page, 'radio', t('order.method.invoice')).click();
    await tickAll(page, t('order.confirmations'));
    await press(t('order.submit', { price: formatPrice('en', plans.moderate.monthlyRappen) }));
    await page.locator(`::-p-text(${t('order-done.received.title')})`).wait();

    await goTo(paths.accountClosing);
    await press(t('closing.open'));
    await press(t('closing.confirm.close'));
    await expect.poll(() => focused(page)).toBe(t('closing.closed.title'));
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});

/** What assistive technology finds by this role and name, once it can be used. */
const named = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name.replaceAll('"', '\\"')}"][role="${role}"])`);

/** Ticks all boxes of a group, and sees that there are so many. */
async function tickAll(page: Page, group: string, count?: number): Promise<void> {
  await named(page, 'group', group).wait();
  const boxes = await page.$$('fieldset input[type=checkbox]');
  if (count) expect(boxes).toHaveLength(count);
  for (const box of boxes) await box.click();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
