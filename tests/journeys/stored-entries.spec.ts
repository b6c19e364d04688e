import fs from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { folderName } from '../../app/account/delivery/parts/browser-part-store.ts';
import { databaseName } from '../../app/account/delivery/parts/kept-download.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import { paths } from '../../shared/paths.ts';
import { clientId } from '../../stand-ins/login/config.ts';
import { consentOf } from './fixtures/consent.ts';
import { runSite } from './fixtures/running-site.ts';
import {
  acceptConditions,
  becomeInteractive,
  chooseLanguage,
  downloadForm,
  keepSession,
  signInAtProvider,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use({ isAsked: true });

/** The names in the table of the cookie policy's newest version, each with its kind. */
function readPolicy(): string[] {
  const text = fs.readFileSync(`content/legal/cookie-policy/${legalVersions['cookie-policy'].at(-1)}/en.md`, 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].slice(1);
  return rows.map(([, name = '', kind = '']) => `${kind.replace(' (HttpOnly)', '')} ${name.replaceAll('`', '')}`);
}

/** Records every entry that pages of `origin` write in `context`, even one that is gone a moment later. */
async function watchStorage(context: BrowserContext, origin: string, seen: Set<string>): Promise<void> {
  await context.exposeBinding('noteEntry', (_, entry: string) => seen.add(entry.replace(clientId, '<client id>')));
  await context.addInitScript((site) => {
    if (location.origin !== site) return;
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      const kind = this === sessionStorage ? 'session storage' : 'local storage';
      (window as unknown as { noteEntry(entry: string): void }).noteEntry(`${kind} ${name}`);
      setItem.call(this, name, value);
    };
  }, origin);
}

async function noteCookies(page: Page, seen: Set<string>): Promise<void> {
  for (const { name } of await page.context().cookies()) {
    // Its name is the provider's own affair; this is the stand-in's.
    seen.add(`cookie ${name === 'login-refresh-token' ? 'session cookie of the login provider' : name}`);
  }
}

test('the cookie policy names exactly what is stored', async ({ page, site, person, openVisitor, guard }) => {
  guard.allow(/Request to another origin: http:\/\/(auth\.)?app\.localhost/);
  const t = wordsOf('de');
  const seen = new Set<string>();
  await watchStorage(page.context(), site.origin, seen);

  // A visitor reads, chooses, signs in and downloads.
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await consentOf(page).bar.accept.click();
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

  // The public website, where the login provider keeps the session in cookies.
  const publicSite = await runSite({ inCookieMode: true });
  const visitor = await openVisitor({ baseURL: publicSite.origin });
  await watchStorage(visitor.context(), publicSite.origin, seen);
  await publicSite.createAccount(person);
  await visitor.goto(`${paths.account}?screen_hint=sign-in`);
  await signInAtProvider(visitor, person);
  await expect(visitor.getByRole('heading', { name: wordsOf('en')('account.form.heading') })).toBeVisible();
  await noteCookies(visitor, seen);
  await visitor.close();
  await publicSite.close();

  // A download in the page: download-in-page.spec.ts checks that these are written.
  seen.add(`database in the browser (IndexedDB) ${databaseName}`);
  seen.add(`files in the browser’s own storage ${folderName}`);

  // What is typed into the order form, which is there only where sales are open: order.spec.ts.
  seen.add('session storage writing-ant:order-draft');

  expect([...seen].toSorted()).toEqual(readPolicy().toSorted());
});
