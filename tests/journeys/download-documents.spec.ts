import { documentsInForce } from '../../content/legal/in-force.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { legalDocuments } from '../../shared/business/documents.ts';
import { formatDay } from '../../shared/dates.ts';
import { dayMs } from '../../shared/durations.ts';
import { legalVersionPath } from '../../shared/legal-paths.ts';
import { paths } from '../../shared/paths.ts';
import {
  acceptConditions,
  beginAccount,
  downloadForm,
  readRecords,
  signInDirectly,
  watchDownloadRequests,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.beforeEach(async ({ page, site, person }) => {
  await signInDirectly(page, site, person);
});

test('what was accepted is listed, and asked again only when it has changed', async ({ page }) => {
  const form = downloadForm(page);
  await page.goto(paths.account);
  await expect(form.confirmations).toHaveCount(4);
  await acceptConditions(page);
  await form.accept.click();
  await expect(form.thanks).toBeVisible();
  const list = page.locator('.beside-facts').getByRole('region', { name: t('account.accepted.title') });
  const accepted = list.getByRole('listitem');
  await expect(accepted).toHaveCount(legalDocuments.length);
  await page.getByRole('button', { name: t('account.started.back') }).click();
  await expect(page.getByText(t('account.accepted.settled'))).toBeVisible();
  await expect(form.confirmations).toHaveCount(2);
  for (const box of await form.confirmations.all()) await box.check();
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await form.accept.click();
  expect((await answer).status()).toBe(201);
  await accepted.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/legal\/[a-z-]+\/2\d{3}-\d\d-\d\d$/);
});

test('the documents open beside the form, and the versions shown are those recorded', async ({
  page,
  context,
  site,
}) => {
  const form = downloadForm(page);
  const attempts = watchDownloadRequests(page);
  await page.goto(paths.account);
  await acceptConditions(page);

  const group = page.getByRole('group', { name: t('account.form.confirmations') });
  const shown: string[] = [];
  for (const link of await group.getByRole('link').all()) {
    const opening = context.waitForEvent('page');
    await link.click();
    const opened = await opening;
    await expect(opened.locator('h1')).toBeVisible();
    shown.push(new URL(opened.url()).pathname);
    await opened.close();
  }
  expect(shown).toEqual(
    documentsInForce(new Date()).map(({ document, version }) => legalVersionPath(document, version)),
  );
  for (const box of await form.confirmations.all()) await expect(box).toBeChecked();

  const text = await group.innerText();
  await form.accept.click();
  await expect(form.thanks).toBeVisible();
  const { acceptedDocuments, profile } = await readRecords(site, attempts[0]!.token);
  expect(profile).toMatchObject({ country: 'CH' });
  expect(acceptedDocuments).toHaveLength(shown.length);
  for (const { version } of acceptedDocuments) expect(text).toContain(formatDay('en', version));
});

for (const [when, now] of [
  ['in 2020', new Date('2020-05-04T03:02:01.000Z')],
  ['300 days behind', new Date(Date.now() - 300 * dayMs)],
  ['400 days ahead', new Date(Date.now() + 400 * dayMs)],
] as const)
  for (const isTold of [true, false])
    test(`a browser whose clock is ${when} shows, and accepts, what the server ${
      isTold ? 'tells' : 'served, where it does not tell more'
    }`, async ({ page, site, guard }) => {
      const attempts = watchDownloadRequests(page);
      await page.clock.setFixedTime(now);
      if (!isTold) {
        guard.allow(/Failed to load resource/);
        await page.route(`**${apiPaths.documents}`, (route) => route.abort());
      }
      await beginAccount(page);
      const { acceptedDocuments } = await readRecords(site, attempts[0]!.token);
      const named = acceptedDocuments.map(({ document, version }) => ({ document, version }));
      expect(named).toEqual(expect.arrayContaining(documentsInForce(new Date())));
      for (const { acceptedAt } of acceptedDocuments)
        expect(Math.abs(Date.parse(acceptedAt) - Date.now())).toBeLessThan(dayMs);
    });
