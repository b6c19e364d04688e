import { folderName } from '../../app/account/delivery/parts/browser-part-store.ts';
import { databaseName } from '../../app/account/delivery/parts/kept-download.ts';
import { paths } from '../../shared/paths.ts';
import { consentOf, nextRecord } from './fixtures/consent.ts';
import {
  acceptConditions,
  becomeInteractive,
  chooseLanguage,
  downloadForm,
  keepSession,
  signInAtProvider,
} from './fixtures/steps.ts';
import { entriesOfCookieMode, noteCookies, readPolicy, watchStorage } from './fixtures/stored-entries.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use({ isAsked: true });

test('the cookie policy names exactly what is stored', async ({ page, site, person, openVisitor }) => {
  const t = wordsOf('de');
  const seen = new Set<string>();
  await watchStorage(page.context(), site.origin, seen);

  // A visitor reads, chooses, signs in and downloads.
  await page.goto(paths.contact);
  await becomeInteractive(page);
  const recorded = nextRecord(page);
  await consentOf(page).bar.accept.click();
  await recorded;
  await chooseLanguage(page, 'de');
  await page.goto(paths.pricing);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await site.createAccount(person);
  await page.goto(`${paths.account}?screen_hint=sign-in`);
  await signInAtProvider(page, person);
  await acceptConditions(page, 'de');
  const form = downloadForm(page, 'de');
  const receiving = page.waitForEvent('download');
  await form.accept.click();
  await receiving;
  await expect(form.thanks).toBeVisible();

  // Somebody who belongs to two organizations switches to the other one.
  for (const id of ['org_ink', 'org_trail'])
    await site.saveOrganization({ id, name: id, members: [{ email: person.email }] });
  await keepSession(page, site, person, { organizationId: 'org_ink' });
  await page.goto(`${paths.account}?screen_hint=sign-in&organization_id=org_trail`);
  await expect(page.getByText(t('account.form.organization', { organization: 'org_trail' }))).toBeVisible();
  await noteCookies(page, seen);

  // A browser without Web Locks.
  const old = await openVisitor();
  await watchStorage(old.context(), site.origin, seen);
  await old.addInitScript(() => {
    delete (Navigator.prototype as { locks?: unknown }).locks;
  });
  await keepSession(old, site, person);
  await old.goto(paths.account);
  await expect(old.getByRole('heading', { name: wordsOf('en')('account.form.heading') })).toBeVisible();

  // The public website, where the login provider keeps the session in cookies: session-faults-cookies.spec.ts.
  for (const entry of entriesOfCookieMode) seen.add(entry);

  // A download in the page: download-in-page.spec.ts checks that these are written.
  seen.add(`database in the browser (IndexedDB) ${databaseName}`);
  seen.add(`files in the browser’s own storage ${folderName}`);

  // What is typed into the order form, which is there only where sales are open: order.spec.ts.
  seen.add('session storage writing-ant:order-draft');

  expect([...seen].toSorted()).toEqual(readPolicy().toSorted());
});
