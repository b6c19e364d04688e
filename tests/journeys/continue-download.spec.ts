import fs from 'node:fs';
import path from 'node:path';
import type { Download, Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { writeRelease } from '../factories/releases.ts';
import { findViolations } from './fixtures/axe.ts';
import { acceptConditions, downloadForm, headerSignOut, signInAtProvider, signInDirectly } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const offer = (page: Page) => page.getByRole('region', { name: t('transfer.continue') });

/** Starts a download that the browser handles itself. */
async function beginDownload(page: Page): Promise<Download> {
  await acceptConditions(page);
  const receiving = page.waitForEvent('download');
  await downloadForm(page).accept.click();
  return receiving;
}

test.beforeEach(async ({ page, site, person }) => {
  await signInDirectly(page, site, person);
  await page.goto(paths.account);
  await expect(downloadForm(page).accept).toBeVisible();
});

test('an unfinished download is offered again in every tab and every browser in which its owner signs in', async ({
  page,
  site,
  person,
  openVisitor,
}) => {
  await expect(offer(page)).toHaveCount(0);
  // Too large to arrive before it is cancelled, and in one part, which the page leaves to the browser.
  const releasesDirectory = path.join(site.dataDir, 'releases');
  writeRelease(releasesDirectory, { version: '2.0.0', sparseBytes: 8_000_000_000, partBytes: 8_000_000_000 });
  const download = await beginDownload(page);
  await download.cancel();
  const { pathname: begun } = new URL(download.url());

  // A tab that knows nothing about it.
  const tab = await page.context().newPage();
  await tab.goto(paths.account);
  await expect(offer(tab)).toContainText(t('transfer.continue.link', { days: 7 }));

  // A computer that knows nothing about it, after this browser was signed out.
  await headerSignOut(tab).click();
  await expect(tab).toHaveURL(paths.loggedOut);
  const elsewhere = await openVisitor();
  await elsewhere.goto(paths.account);
  await elsewhere.getByRole('button', { name: t('account.offer.sign-in') }).click();
  await signInAtProvider(elsewhere, person);
  await expect(offer(elsewhere)).toBeVisible();
  expect(await findViolations(elsewhere)).toEqual([]);
  await offer(elsewhere).getByRole('button').click();
  await expect(elsewhere.getByRole('heading', { name: t('transfer.renewed') })).toBeFocused();

  // The link is new and leads to the same file; a program continues where it stopped.
  await elsewhere.getByText(t('transfer.programs'), { exact: true }).click();
  const [, url = ''] = /curl.exe -L -C - -o \S+ "(.+)"/.exec(await elsewhere.getByRole('main').innerText())!;
  expect(new URL(url).pathname).toBe(begun);
  const answer = await elsewhere.request.get(url, { headers: { range: 'bytes=1000-1009' } });
  expect([answer.status(), (await answer.body()).length]).toEqual([206, 10]);
  fs.rmSync(releasesDirectory, { recursive: true });
});

test('a download of which every byte has been sent is not offered', async ({ page }) => {
  await (await beginDownload(page)).path();
  await expect(async () => {
    await page.goto(paths.account);
    await expect(downloadForm(page).accept).toBeVisible();
    await expect(offer(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass();
});

test('the form is there when the offer cannot be asked for', async ({ page, guard }) => {
  guard.allow(/status of 503/);
  await page.route('**/api/downloads', (route) => route.fulfill({ status: 503, json: {} }));
  await page.reload();
  await expect(downloadForm(page).accept).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
