import type { Page } from '@playwright/test';
import { operator } from '../../shared/business/company.ts';
import { objectionDays } from '../../shared/business/measures.ts';
import type { Locale } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import type { Person, RunningSite } from './fixtures/running-site.ts';
import { signInToAccount, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

/** For looking at: `SCREENSHOTS=<folder>`. */
const look = async (page: Page, name: string) => {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 320, height: 640 });
};

async function examine(page: Page, name: string) {
  await expectUsable(page);
  await look(page, name);
}

/** By an operator, in effect at once. Returns the account's id. */
async function suspend(site: RunningSite, email: string): Promise<string> {
  const id = /\bid: (user_\w+)/.exec(await site.operate('account', 'show', email))![1]!;
  const why = ['--reason', 'security', '--sentence', 'Somebody else uses it.', '--at-once', 'security'];
  await site.operate('measure', 'suspend', id, ...why);
  await site.operate('clock', 'move', '1m');
  return id;
}

const at = (message: string) => new RegExp(`^${message.split('|')[0]!.trim()}`);

async function beSuspended(page: Page, site: RunningSite, person: Person, locale: Locale): Promise<string> {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInToAccount(page, site, person, { locale });
  await speak(page, locale);
  return suspend(site, person.email);
}

for (const locale of walkedLocales)
  test(`a suspended holder objects by a button, in ${locale}`, async ({ page, site, person, guard }) => {
    guard.allow(/Failed to load resource/);
    const t = wordsOf(locale);
    const id = await beSuspended(page, site, person, locale);
    await page.goto(paths.account);
    const notice = page.getByRole('alert').filter({ hasText: t('measures.suspend') });
    await expect(notice).toContainText(t('measures.object', { address: operator.supportEmail, days: objectionDays }));
    await expect(notice.getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await page.getByRole('button', { name: t('measures.objection.open') }).click();
    const words = page.getByRole('textbox', { name: t('measures.objection.words') });
    await expect(words).toBeFocused();
    await examine(page, `objection-${locale}`);

    // What was typed stays where it does not arrive.
    const said = 'I lent my computer to nobody.';
    await words.fill(said);
    await page.route('**/objection', (route) => route.abort());
    const send = page.getByRole('button', { name: t('measures.objection.send') });
    await send.click();
    await expect(page.getByText(t('measures.objection.fault'))).toBeVisible();
    await expect(words).toHaveValue(said);
    await examine(page, `objection-failed-${locale}`);
    await page.unroute('**/objection');
    await send.click();
    const arrived = page.getByText(at(t('measures.objection.waiting', { at: '|', by: '' })));
    await expect(arrived).toBeVisible();
    await page.reload();
    await expect(arrived).toBeVisible();
    await examine(page, `objection-sent-${locale}`);
    expect(await site.operate('measure', 'list', '--account', id)).toContain(JSON.stringify(said));
  });

for (const locale of walkedLocales)
  test(`a suspended holder can close the account, in ${locale}`, async ({ page, site, person }) => {
    const t = wordsOf(locale);
    await beSuspended(page, site, person, locale);
    await page.goto(paths.accountClosing);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await expect(button(t('closing.open'))).toBeVisible();
    await examine(page, `close-suspended-${locale}`);
    await button(t('closing.open')).click();
    await examine(page, `close-suspended-asked-${locale}`);
    await button(t('closing.confirm.close')).click();
    await expect(page.getByRole('heading', { name: t('closing.closed.title'), exact: true })).toBeFocused();
    await examine(page, `close-suspended-closed-${locale}`);
    await button(t('closing.keep')).click();
    await expect(page.getByText(t('closing.suspended')), 'as it was').toBeVisible();
    await page.goto(paths.account);
    await expect(page.getByText(t('measures.suspend'), { exact: true }), 'as it was').toBeVisible();
  });
