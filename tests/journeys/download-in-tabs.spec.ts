import fs from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { findViolations } from './fixtures/axe.ts';
import { scriptOf } from './fixtures/chunks.ts';
import {
  choosePlaces,
  fileAddress,
  firstByte,
  isPart,
  type PartRelease,
  partBytes,
  publishParts,
  readDisk,
  releasesDirectory,
} from './fixtures/parts.ts';
import { acceptConditions, downloadForm, headerSignOut, keepSession, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
let first: PartRelease;

test.beforeEach(async ({ page, site, person }) => {
  first = publishParts(site, '2.0.0');
  await choosePlaces(page, 'chosen', 'other');
  await signInDirectly(page, site, person);
  await page.goto(paths.account);
});

test.afterEach(async ({ page, site }) => {
  for (const tab of page.context().pages()) await tab.close();
  fs.rmSync(releasesDirectory(site), { recursive: true });
});

/** Starts a download in `page`, of which the last part does not arrive until the returned function is called. */
async function beginHeld(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(fileAddress, async (route) => {
    if (isPart(5)(route.request().headers().range)) held.push(route);
    else await route.continue();
  });
  await acceptConditions(page);
  await downloadForm(page).accept.click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  return async () => void (await Promise.all(held.map((route) => route.continue())));
}

/** Ticks what the form still asks for, and sends it. */
async function acceptAgain(page: Page): Promise<void> {
  const form = downloadForm(page);
  await form.country.selectOption('CH');
  for (const box of await form.confirmations.all()) await box.check();
  await form.accept.click();
}

const done = (page: Page, file: string) => page.getByText(t('transfer.step.done', { file }));

/** A second tab of the same browser. */
async function openTab(page: Page, ...places: string[]): Promise<Page> {
  const tab = await page.context().newPage();
  await choosePlaces(tab, ...places);
  await tab.goto(paths.account);
  return tab;
}

/** How much this browser remembers of downloads and arrivals. */
const countRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('writing-ant:download');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('download').objectStore('download').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** The first bytes of all that `page` fetches of files from now on. */
function watchRanges(page: Page): number[] {
  const ranges: number[] = [];
  page.on('request', (request) => {
    const start = firstByte(request.headers().range);
    if (!Number.isNaN(start)) ranges.push(start);
  });
  return ranges;
}

test('a new version in one tab leaves alone what another tab is downloading', async ({ page, site }) => {
  const release = await beginHeld(page);
  const next = publishParts(site, '2.1.0', '2026-02-05T08:00:00Z');
  const tab = await openTab(page, 'next');
  await acceptAgain(tab);
  await expect(done(tab, 'next')).toBeVisible();
  expect(await readDisk(tab, 'next')).toEqual({ sha256: next.sha256, left: [first.sha256] });

  await release();
  await expect(done(page, 'chosen')).toBeVisible();
  expect(await readDisk(page, 'chosen')).toEqual({ sha256: first.sha256, left: [] });
});

test('a new version removes what was left of the one before', async ({ page, site }) => {
  await beginHeld(page);
  const next = publishParts(site, '2.1.0', '2026-02-05T08:00:00Z');
  await page.goto(paths.account);
  await expect(page.getByText(t('transfer.continue.here'))).toBeVisible();
  await page.unroute(fileAddress);
  await acceptAgain(page);
  await expect(done(page, 'chosen')).toBeVisible();
  expect(await readDisk(page, 'chosen')).toEqual({ sha256: next.sha256, left: [] });
  await page.goto(paths.account);
  await expect(page.getByText(t('transfer.continue.here'))).toHaveCount(0);
});

test('what is begun or gone on with in other tabs is fetched once, and not offered again', async ({ page }) => {
  const release = await beginHeld(page);
  const continuing = await openTab(page);
  await continuing.getByRole('button', { name: t('transfer.continue') }).click();
  await expect(continuing.getByText(t('transfer.other-tab'))).toBeVisible();
  const beginning = await openTab(page, 'twice');
  await acceptAgain(beginning);
  await expect(beginning.getByText(t('transfer.other-tab'))).toBeVisible();
  const reported = page.waitForResponse('**/arrival');
  await release();
  await expect(done(page, 'chosen')).toBeVisible();
  await reported;

  const ranges = watchRanges(continuing);
  await continuing.getByRole('button', { name: t('transfer.other-tab.retry') }).click();
  await expect(continuing.getByText(t('transfer.other-tab.ended', { file: 'chosen' }))).toBeVisible();
  expect(ranges).toEqual([]);
  expect(await readDisk(page, 'chosen')).toEqual({ sha256: first.sha256, left: [] });
  await beginning.reload();
  await expect(downloadForm(beginning).accept).toBeVisible();
  await expect(beginning.getByRole('button', { name: t('transfer.continue') })).toHaveCount(0);
});

test('what a closed tab has fetched, another goes on with', async ({ page }) => {
  await beginHeld(page);
  const tab = await openTab(page);
  await tab.getByRole('button', { name: t('transfer.continue') }).click();
  await expect(tab.getByText(t('transfer.other-tab'))).toBeVisible();
  await page.close();
  // On a busy machine the browser frees what the closed tab held a moment later.
  const isHeld = (hash: string) =>
    tab.evaluate(async (name) => (await navigator.locks.query()).held?.some((lock) => lock.name?.endsWith(name)), hash);
  await expect.poll(() => isHeld(first.sha256)).toBe(false);
  const ranges = watchRanges(tab);
  await tab.getByRole('button', { name: t('transfer.other-tab.retry') }).click();
  await expect(done(tab, 'chosen')).toBeVisible();
  expect(ranges).toEqual([5 * partBytes]);
});

test('a file goes to the place that was chosen last', async ({ page }) => {
  const release = await beginHeld(page);
  const ranges = watchRanges(page);
  await page.getByRole('button', { name: t('account.started.back') }).click();
  await acceptAgain(page);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  const reported = page.waitForResponse('**/arrival');
  await release();
  await expect(done(page, 'other')).toBeVisible();
  expect((await reported).status()).toBe(204);
  expect(await readDisk(page, 'other')).toEqual({ sha256: first.sha256, left: [] });
  expect(ranges).toEqual([]);

  // The second link was used for nothing; what has arrived is not offered again all the same.
  await page.reload();
  await expect(downloadForm(page).accept).toBeVisible();
  await expect(page.getByRole('button', { name: t('transfer.continue') })).toHaveCount(0);
});

test('a version that comes out while the form is open is fetched by the page, too', async ({ page, site }) => {
  await acceptConditions(page);
  const next = publishParts(site, '2.1.0', '2026-02-05T08:00:00Z');
  await downloadForm(page).accept.click();
  await expect(done(page, 'chosen')).toBeVisible();
  expect(await readDisk(page, 'chosen')).toEqual({ sha256: next.sha256, left: [] });
});

test('a download that has started is told as that, even where the page cannot fetch it', async ({ page, guard }) => {
  guard.allow(/net::ERR_FAILED/);
  await page.route(scriptOf('app/account/delivery/parts/browser-download.ts'), (route) => route.abort());
  await acceptConditions(page);
  const receiving = page.waitForEvent('download');
  await downloadForm(page).accept.click();
  await expect(downloadForm(page).thanks).toBeFocused();
  expect(fs.readFileSync(await (await receiving).path())).toEqual(first.content);
});

test('a suspension during the download is told as what it is', async ({ page, site, person, guard }) => {
  guard.allow(/status of 403/);
  const release = await beginHeld(page);
  const shown = await site.operate('account', 'show', person.email);
  await site.operate('account', 'suspend', /\bid: (user_\w+)/.exec(shown)![1]!);
  await release();
  await expect(page.getByRole('alert')).toContainText(t('problems.account-suspended'));
  expect(await findViolations(page)).toEqual([]);
});

test('a download goes on in sight of a sign-out in another tab, and its file is not offered again to its owner', async ({
  page,
  site,
  person,
  guard,
}) => {
  // Nobody is there any more to report to that the file has arrived.
  guard.allow(/status of 400/);
  const release = await beginHeld(page);
  await page.getByRole('button', { name: t('account.started.back') }).click();
  // Under this link nothing is sent: only the page knows that its file is here.
  await acceptAgain(page);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  const tab = await openTab(page);
  await headerSignOut(tab).click();
  await expect(tab).toHaveURL(paths.loggedOut);
  await expect(page.getByRole('button', { name: t('account.offer.sign-in') })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(5 * partBytes));
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findViolations(page)).toEqual([]);
  await release();
  await expect(done(page, 'other')).toBeVisible();
  expect(await readDisk(page, 'other')).toEqual({ sha256: first.sha256, left: [] });
  await page.close();

  // Somebody else downloads the same file in this browser, and the report to the API fails once: neither loses it.
  const next = await openTab(tab, 'theirs');
  await signInDirectly(next, site, { ...person, email: `second.${person.email}` });
  await next.goto(paths.account);
  await acceptConditions(next);
  await downloadForm(next).accept.click();
  await expect(done(next, 'theirs')).toBeVisible();
  await headerSignOut(next).click();
  await expect(next).toHaveURL(paths.loggedOut);
  await next.close();
  await keepSession(tab, site, person);
  guard.allow(/status of 503/);
  await tab.route('**/arrival', (route) => route.fulfill({ status: 503 }));
  const failed = tab.waitForResponse('**/arrival');
  await tab.goto(paths.account);
  expect((await failed).status()).toBe(503);
  await tab.unroute('**/arrival');

  const reported = tab.waitForResponse('**/arrival');
  await tab.goto(paths.account);
  expect((await reported).status()).toBe(204);
  await expect(downloadForm(tab).accept).toBeVisible();
  await expect(tab.getByRole('button', { name: t('transfer.continue') })).toHaveCount(0);
  await expect.poll(() => countRecords(tab)).toBe(0);
});

test('a disk too full to remember anything keeps no parts of a file that is there', async ({ page }) => {
  const release = await beginHeld(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  const reported = page.waitForResponse('**/arrival');
  await release();
  await expect(done(page, 'chosen')).toBeVisible();
  expect((await reported).status()).toBe(204);
  expect(await readDisk(page, 'chosen')).toEqual({ sha256: first.sha256, left: [] });
  await expect.poll(() => countRecords(page)).toBe(0);
});
