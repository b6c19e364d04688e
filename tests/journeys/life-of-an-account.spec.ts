import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { legalVersions } from '../../content/legal/versions.ts';
import { consentDocument } from '../../shared/business/consent.ts';
import { retention } from '../../shared/business/retention.ts';
import { dayMs } from '../../shared/durations.ts';
import { type Locale, localeNames } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { readZip } from '../factories/zip.ts';
import { consentOf, nextRecord, versionInForce } from './fixtures/consent.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { type RunningSite, runSite } from './fixtures/running-site.ts';
import { acceptConditions, becomeInteractive, downloadForm, speak } from './fixtures/steps.ts';
import { test as base, expect } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/** A site of its own: its clock is moved, which other journeys would notice. */
const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await runSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const readTexts = (locale: Locale, name: string) =>
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, `../../content/server/${locale}/${name}.json`), 'utf8'));

async function closeAccount(page: Page, locale: Locale) {
  const t = wordsOf(locale);
  await page.goto(paths.accountClosing);
  await page.getByRole('button', { name: t('closing.open'), exact: true }).click();
  await page.getByRole('button', { name: t('closing.confirm.close'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('closing.closed.title'), exact: true })).toBeVisible();
}

// With one site, and in this order: its clock only goes on.
test.describe.configure({ mode: 'default' });

for (const locale of walkedLocales)
  test.describe(() => {
    test.use({ locale });

    test(`in ${localeNames[locale]}, somebody asks, is invited, downloads, takes a copy, closes, keeps, closes and is gone`, async ({
      page,
      site,
      person,
      guard,
    }) => {
      const t = wordsOf(locale);
      const { email } = person;
      const subjectOf = (file: string, kind: string): string => readTexts(locale, file).letters[kind].subject;

      await page.goto(localizedPath(paths.beta, locale));
      await becomeInteractive(page);
      await page.getByLabel(t('beta.access.email'), { exact: true }).fill(email);
      await page.getByLabel(t('beta.access.country'), { exact: true }).selectOption('CH');
      await page.getByRole('button', { name: t('beta.access.submit') }).click();
      const asked = await site.waitForMail(email, subjectOf('access-mails', 'access-confirm'));
      await page.goto(/\S+\/confirm\/\S+/.exec(asked.text)![0]);
      await page.getByRole('button', { name: readTexts(locale, 'access-pages').confirm.action }).click();
      await site.waitForMail(email, subjectOf('access-mails', 'access-waiting'));

      const waiting = (await site.operate('invite', 'list')).split('\n').find((line) => line.includes(email))!;
      await site.operate('invite', 'send', waiting.split(' ')[0]!);
      await site.operate('clock', 'move', '1m');
      const invitation = await site.waitForMail(email, subjectOf('access-mails', 'invitation'));
      await speak(page, locale);
      await page.goto(/\S+invitation_token=\S+/.exec(invitation.text)![0]);
      // The address is the invitation's.
      await expect(page.locator('#email')).toHaveValue(email);
      await page.locator('#firstName').fill(person.firstName);
      await page.locator('#lastName').fill(person.lastName);
      await page.locator('#password').fill(person.password);
      await page.getByRole('button').click();

      await page
        .getByRole('main')
        .getByRole('link', { name: t('layout.account.download'), exact: true })
        .click();
      const form = downloadForm(page, locale);
      await acceptConditions(page, locale);
      const receiving = page.waitForEvent('download');
      await form.accept.click();
      expect(fs.statSync(await (await receiving).path()).size).toBeGreaterThan(0);
      await expect(form.thanks).toBeVisible();
      await site.waitForMail(email, subjectOf('contract-mails', 'contract-confirmation'));
      // Each minute the login provider is asked whose request for access it was.
      await site.operate('clock', 'move', '1m');

      await page.goto(paths.accountData);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('personal-data.save') }).click();
      const files = readZip(fs.readFileSync(await (await saving).path()));
      const { data } = JSON.parse(files.get('data.json')!.toString());
      expect([data.account.email, data.accessRequests[0].email]).toEqual([email, email]);

      await closeAccount(page, locale);
      await site.waitForMail(email, subjectOf('account-mails', 'closed'));
      await page.getByRole('button', { name: t('closing.keep'), exact: true }).click();
      await expect(page.getByText(t('closing.kept'))).toBeVisible();
      await site.waitForMail(email, subjectOf('account-mails', 'kept'));
      await closeAccount(page, locale);

      await site.operate('clock', 'move', `${retention.deletedAccountDays - 1}d`);
      await site.waitForMail(email, subjectOf('account-mails', 'closing-soon'));
      expect(await site.operate('account', 'show', email)).toContain(email);
      await site.operate('clock', 'move', '25h');
      expect(await site.operate('account', 'show', email)).toContain('No account has this e-mail address.');
      expect(await site.operate('retention', 'verify')).toContain('Nothing is kept longer than promised.');
      await expect(site.startSession(email)).rejects.toThrow();
      guard.allow(/status of 40\d/);
    });
  });

test.describe('somebody who is asked about statistics', () => {
  test.use({ isAsked: true });

  test('gets a record that names what applies by the clock of the service, whatever the machine’s says', async ({
    page,
    site,
  }) => {
    // After all that is published, and after all that was done above.
    const last = Object.values(legalVersions).flat().toSorted().at(-1)!;
    const moved = new Date(Math.max(Date.parse(last), Date.now()) + 400 * dayMs);
    await site.operate('clock', 'set', moved.toISOString());
    const { bar } = consentOf(page);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    const recorded = nextRecord(page);
    await bar.reject.click();
    const { document, recordedAt } = await recorded;
    expect(document.version).toBe(await versionInForce(site));
    expect(document.version).toBe(legalVersions[consentDocument].at(-1));
    expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(moved.getTime());
  });
});
