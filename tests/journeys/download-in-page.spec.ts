import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Route } from '@playwright/test';
import { downloadLinkDays } from '../../shared/business/download-limits.ts';
import { paths } from '../../shared/paths.ts';
import { findViolations } from './fixtures/axe.ts';
import { scriptOf } from './fixtures/chunks.ts';
import {
  choosePlaces,
  fileAddress,
  firstByte,
  isPart,
  listDisk,
  partBytes,
  publishParts,
  readDisk,
  releasesDirectory,
} from './fixtures/parts.ts';
import { acceptConditions, downloadForm, signInDirectly, watchDownloadRequests } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
let sha256: string;

test.beforeEach(async ({ page, site, person }) => {
  ({ sha256 } = publishParts(site, '2.0.0'));
  await choosePlaces(page, 'chosen', 'other');
  await signInDirectly(page, site, person);
  await page.goto(paths.account);
  await acceptConditions(page);
});

test.afterEach(async ({ page, site }) => {
  // Before its release goes: whatever it still requests would not be found.
  await page.close();
  fs.rmSync(releasesDirectory(site), { recursive: true });
});

test('a damaged part is repaired, and the download goes on after a pause and a reload', async ({ page }) => {
  const form = downloadForm(page);
  const ranges: number[] = [];
  let isDamaged = false;
  let isHeld = true;
  await page.route(fileAddress, async (route) => {
    const { range } = route.request().headers();
    ranges.push(firstByte(range));
    if (isPart(1)(range) && !isDamaged) {
      isDamaged = true;
      const response = await route.fetch();
      const body = await response.body();
      body[1000]! ^= 1;
      return route.fulfill({ response, body });
    }
    // The last part does not arrive before the pause.
    if (isPart(5)(range) && isHeld) return;
    return route.continue();
  });

  await form.accept.click();
  await expect(form.thanks).toBeFocused();
  await expect(page.getByText(t('transfer.step.running'))).toBeVisible();
  await expect(page.getByText(t('transfer.repairs', { count: 1 }))).toBeVisible();
  const progress = page.getByRole('progressbar', { name: t('transfer.progress') });
  await expect(progress).toHaveAttribute('value', String(5 * partBytes));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: t('transfer.pause') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('transfer.step.paused'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('transfer.resume') })).toBeFocused();
  expect(ranges.toSorted((one, other) => one - other)).toEqual([0, 1, 1, 2, 3, 4, 5].map((index) => index * partBytes));

  isHeld = false;
  ranges.length = 0;
  await page.reload();
  await expect(page.getByText(t('transfer.continue.here'))).toBeVisible();
  await page.getByRole('button', { name: t('transfer.continue') }).click();
  await expect(page.getByText(t('transfer.step.done', { file: 'chosen' }))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('transfer.heading.done') })).toBeVisible();
  const joined = page.getByRole('progressbar', { name: t('transfer.progress.joining') });
  expect(await joined.getAttribute('value')).toBe(await progress.getAttribute('value'));
  expect(ranges).toEqual([5 * partBytes]);
  expect(await readDisk(page, 'chosen')).toEqual({ sha256, left: [] });

  // Every byte has been sent: there is nothing left to continue.
  await expect(async () => {
    await page.reload();
    await expect(form.accept).toBeVisible();
    await expect(page.getByRole('button', { name: t('transfer.continue') })).toHaveCount(0, { timeout: 1000 });
  }).toPass();
});

test('who stops a download and deletes its parts is thanked for none, and can begin the same version again; who deletes the data of the site under way can go on all the same', async ({
  page,
}) => {
  const form = downloadForm(page);
  await page.route(fileAddress, (route) => {
    if (!isPart(5)(route.request().headers().range)) return route.continue();
  });
  await form.accept.click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  await page.getByRole('button', { name: t('transfer.pause') }).click();
  await page.getByRole('button', { name: t('transfer.give-up') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(form.accept).toBeVisible();
  await expect(page.getByText(t('account.started.title'))).toHaveCount(0);
  expect(await listDisk(page)).toEqual({ chosen: [], left: [] });
  await page.reload();
  await expect(form.accept).toBeVisible();
  await expect(page.getByText(t('account.started.title'))).toHaveCount(0);
  await expect(page.getByText(t('transfer.continue.here'))).toHaveCount(0);
  await expect(page.getByText(t('transfer.continue.link', { days: downloadLinkDays }))).toBeVisible();

  await form.country.selectOption('CH');
  for (const box of await form.confirmations.all()) await box.check();
  await form.accept.click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  await page.getByRole('button', { name: t('transfer.pause') }).click();
  await page.evaluate(async () => {
    await (await navigator.storage.getDirectory()).removeEntry('writing-ant-downloads', { recursive: true });
    indexedDB.deleteDatabase('writing-ant:download');
  });
  await page.unroute(fileAddress);
  await page.getByRole('button', { name: t('transfer.resume') }).click();
  await expect(page.getByText(t('transfer.step.done', { file: 'chosen' }))).toBeVisible();
  expect(await readDisk(page, 'chosen')).toEqual({ sha256, left: [] });
});

test('a full disk and a file that cannot be written are told, and what has arrived is not lost', async ({
  page,
  site,
}) => {
  const form = downloadForm(page);
  const browser = await page.context().newCDPSession(page);
  const { origin } = site;
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 500_000 });
  await form.accept.click();
  await expect(page.getByRole('alert')).toContainText('There is not enough free space');
  await browser.send('Storage.overrideQuotaForOrigin', { origin });

  // Something else holds the chosen file open.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const options = { mode: 'exclusive' } as FileSystemCreateWritableOptions;
    Object.assign(window, { held: await (await root.getFileHandle('chosen')).createWritable(options) });
  });
  await page.getByRole('button', { name: t('transfer.resume') }).click();
  await expect(page.getByText(t('transfer.fault.place-forbidden'))).toBeVisible();
  await page.getByRole('button', { name: t('transfer.choose') }).click();
  await expect(page.getByText(t('transfer.step.done', { file: 'other' }))).toBeVisible();
  expect(await readDisk(page, 'other')).toEqual({ sha256, left: [] });
});

test('a network that is gone, a link that has sent as much as it may in one day and a disk that fills up are told under way, and what has arrived is not fetched again', async ({
  page,
  site,
  guard,
}) => {
  guard.allow(/net::ERR_INTERNET_DISCONNECTED/, /status of 429/);
  const form = downloadForm(page);
  const browser = await page.context().newCDPSession(page);
  const { origin } = site;
  const ranges: number[] = [];
  const held: Route[] = [];
  let state: 'gone' | 'used up' | 'held' = 'gone';
  await page.route(fileAddress, async (route) => {
    const { range } = route.request().headers();
    if (!isPart(5)(range)) {
      ranges.push(firstByte(range));
      return route.continue();
    }
    if (state === 'gone') return route.abort('internetdisconnected');
    if (state === 'held') return void held.push(route);
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '80000' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'link-used-up', status: 429 }),
    });
  });
  const resume = page.getByRole('button', { name: t('transfer.resume') });

  await form.accept.click();
  await expect(page.getByText(t('transfer.step.waiting'))).toBeVisible();
  state = 'used up';
  // It goes on by itself.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(t('transfer.fault.link-used-up'))).toBeVisible();
  await expect(page.getByText(t('transfer.parts.kept'))).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  state = 'held';
  await resume.click();
  await expect.poll(() => held.length).toBe(1);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 5 * partBytes });
  await held[0]!.continue();
  await expect(page.getByRole('alert')).toContainText('There is not enough free space');
  await expect(page.getByRole('alert')).toContainText(t('transfer.parts.kept'));
  await browser.send('Storage.overrideQuotaForOrigin', { origin });
  await resume.click();
  await expect(page.getByText(t('transfer.step.done', { file: 'chosen' }))).toBeVisible();
  expect(await readDisk(page, 'chosen')).toEqual({ sha256, left: [] });
  expect(held).toHaveLength(1);
  expect(ranges.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4].map((index) => index * partBytes));
  await page
    .locator('.transfer')
    .getByRole('link', { name: t('transfer.next') })
    .click();
  await expect(page).toHaveURL(/#install$/);
});

test('a link and a session that have both ended lead through a sign-in', async ({ page, guard }) => {
  guard.allow(/status of 40[13]/);
  const refuse = (status: number, code: string) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status }),
  });
  await page.route(fileAddress, (route) =>
    isPart(5)(route.request().headers().range) ? route.fulfill(refuse(403, 'link-invalid')) : route.continue(),
  );
  await page.route('**/api/downloads/*/link', (route) => route.fulfill(refuse(401, 'authentication-required')));
  await downloadForm(page).accept.click();
  await expect(page.getByRole('alert')).toContainText(t('transfer.fault.sign-in-needed'));
  await expect(page.getByRole('alert')).toContainText(t('transfer.parts.kept'));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: t('account.form.sign-in-again') }).click();
  await expect(page).not.toHaveURL(paths.account);
});

test('a storage that does not open is tried again, or left for the plain link', async ({ page }) => {
  await page.route(fileAddress, (route) => {
    if (!isPart(5)(route.request().headers().range)) return route.continue();
  });
  await downloadForm(page).accept.click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  await page.reload();
  await page.evaluate(() => {
    const open = StorageManager.prototype.getDirectory;
    StorageManager.prototype.getDirectory = () => {
      StorageManager.prototype.getDirectory = open;
      return Promise.reject(new DOMException('', 'SecurityError'));
    };
  });
  await page.getByRole('button', { name: t('transfer.continue') }).click();
  await expect(page.getByRole('alert')).toContainText(t('transfer.fault.storage'));
  const link = page.getByRole('link', { name: t('transfer.download') });
  await expect(link).toHaveAttribute('download', 'writing-ant-2.0.0-windows.exe');
  await page.unroute(fileAddress);
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('transfer.resume') })
    .click();
  await expect(page.getByText(t('transfer.step.done', { file: 'chosen' }))).toBeVisible();
});

test('without a place nothing is downloaded, until the browser may save the file by itself', async ({ page }) => {
  const form = downloadForm(page);
  const attempts = watchDownloadRequests(page);
  await page.evaluate(() => {
    window.showSaveFilePicker = () => Promise.reject(new DOMException('The user aborted a request.', 'AbortError'));
  });
  await form.accept.click();
  await expect(page.getByText(t('transfer.cancelled'))).toBeVisible();
  expect(attempts).toEqual([]);

  const receiving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('transfer.cancelled.browser') }).click();
  const received = await receiving;
  expect(received.suggestedFilename()).toBe('writing-ant-2.0.0-windows.exe');
  expect(
    createHash('sha256')
      .update(fs.readFileSync(await received.path()))
      .digest('hex'),
  ).toBe(sha256);
});

test('a disk without room for the file is told before anything is fetched', async ({ page }) => {
  const asked: string[] = [];
  await page.route(fileAddress, (route) => {
    asked.push(route.request().url());
    return route.continue();
  });
  await page.evaluate(() => {
    FileSystemWritableFileStream.prototype.truncate = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
  });
  await downloadForm(page).accept.click();
  const [before = '', after = ''] = t('transfer.fault.no-space', { size: '|' }).split('|');
  await expect(page.getByRole('alert').filter({ hasText: before })).toContainText(after);
  expect(asked).toEqual([]);
});

test('a login provider that falls silent touches neither the download nor a link', async ({
  page,
  setFaults,
  guard,
}) => {
  guard.allow(/net::ERR_ABORTED/);
  await setFaults({ tokenSeconds: 8 });
  await page.reload();
  await acceptConditions(page);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(fileAddress, async (route) => {
    if (isPart(5)(route.request().headers().range)) await released;
    return route.continue();
  });
  // The texts and scripts of the next page are slow.
  await page.route(scriptOf('app/pages/marketing/features.tsx'), async (route) => {
    await released;
    return route.continue();
  });

  await downloadForm(page).accept.click();
  await expect(page.getByText(t('transfer.step.running'))).toBeVisible();
  await setFaults({ authenticate: 'hang' });
  const silent = '/user_management/authenticate';
  await page.waitForRequest(`**${silent}`, { timeout: 30_000 });
  const features = page.getByRole('banner').getByRole('link', { name: t('layout.menu.features') });
  await features.click();
  // Given up after ten seconds, and nothing else with it.
  await expect.poll(() => failed, { timeout: 20_000 }).toContain(silent);
  release();
  await expect(page).toHaveURL(paths.features);
  await expect(page.getByRole('heading', { name: t('features.heading') })).toBeVisible();
  expect(failed.filter((path) => path !== silent)).toEqual([]);
});
