import type { Page } from '@playwright/test';
import { operator } from '../../shared/business/company.ts';
import { locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

/** What the law requires on the way to a withdrawal (Directive 2011/83/EU, Art. 11a), or the same in plain words. */
const labels = {
  en: 'Withdraw from contract here',
  de: 'Vertrag widerrufen',
  sv: 'Ångra avtalet här',
  it: 'Recedere dal contratto qui',
  fr: 'Renoncer au contrat ici',
};

/** Opens no mail program: only the address of the link counts. */
const keepMailClosed = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[href^="mailto:"]')) event.preventDefault();
    }),
  );

for (const locale of locales)
  test(`from the foot of a page in ${locale} a withdrawal is stated, checked and confirmed, without an account`, async ({
    page,
  }) => {
    const words = wordsOf(locale);
    await keepMailClosed(page);
    const requests: string[] = [];
    await page.goto(localizedPath(paths.pricing, locale));
    await page.getByRole('contentinfo').getByRole('link', { name: labels[locale], exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${paths.withdrawal}(\\?|$)`));
    await becomeInteractive(page);
    await expect(page.getByText(words('withdrawal.not-sold'))).toBeVisible();

    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByLabel(words('withdrawal.name')).fill('Ada Lindqvist');
    await page.getByLabel(words('withdrawal.contract'), { exact: true }).fill('Free & 1 August');
    await page.getByLabel(words('withdrawal.email')).fill('ada@example.com');
    await page.keyboard.press('Enter');

    const check = page.getByRole('heading', { name: words('withdrawal.check') });
    await expect(check).toBeFocused();
    const confirm = page.getByRole('link', { name: words('withdrawal.confirm') });
    const address = new URL((await confirm.getAttribute('href'))!);
    expect(address.pathname).toBe(operator.supportEmail);
    expect(address.searchParams.get('subject')).toBe(words('withdrawal.subject'));
    const body = address.searchParams.get('body')!;
    for (const part of ['Ada Lindqvist', 'Free & 1 August', 'ada@example.com', operator.street])
      expect(body).toContain(part);
    expect(body.split('\r\n').length).toBeGreaterThan(6);
    await expect(page.locator('.withdrawal-statement')).toHaveText(body.replaceAll('\r\n', ' ').replace(/ +/g, ' '));

    await confirm.click();
    await expect(page.getByRole('status').getByText(operator.supportEmail)).toBeVisible();
    await page.getByRole('button', { name: words('withdrawal.change') }).click();
    await expect(page.getByLabel(words('withdrawal.name'))).toHaveValue('Ada Lindqvist');
    expect(page.url()).not.toContain('Ada');
    expect(requests.filter((request) => /Ada|ada@/.test(decodeURIComponent(request)))).toEqual([]);
  });

test('what is missing is named, and the focus goes to what says so', async ({ page }) => {
  await page.goto(paths.withdrawal);
  await becomeInteractive(page);
  await page.getByLabel(t('withdrawal.name')).fill('Ada Lindqvist');
  await page.getByLabel(t('withdrawal.email')).fill('ada');
  await page.getByRole('button', { name: t('withdrawal.submit') }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    t('form.required', { label: t('withdrawal.contract') }),
    t('form.type.email'),
  ]);
  await summary.getByRole('link').first().click();
  await expect(page.getByLabel(t('withdrawal.contract'), { exact: true })).toBeFocused();
  await expect(page.getByLabel(t('withdrawal.name'))).toHaveValue('Ada Lindqvist');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the right, the address and the model form are there, and no form that could not work', async ({ page }) => {
    await page.goto(paths.withdrawal);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: operator.supportEmail }).first()).toBeVisible();
    await expect(main.getByText(t('withdrawal.no-script', { address: operator.supportEmail }))).toBeVisible();
    await expect(main.locator('blockquote')).toContainText('I hereby withdraw from my contract');
    await expect(main.getByRole('button')).toHaveCount(0);
  });
});

test('on paper stands what is needed to withdraw by post, and no form of the screen', async ({ page }) => {
  await page.goto(paths.withdrawal);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('blockquote')).toBeVisible();
  await expect(page.getByLabel(t('withdrawal.name'))).toBeHidden();
});

for (const width of [390, 1440])
  test(`axe finds nothing at ${width} px in either step`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(paths.withdrawal);
    await becomeInteractive(page);
    await page.getByRole('button', { name: t('withdrawal.submit') }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel(t('withdrawal.name')).fill('Ada Lindqvist');
    await page.getByLabel(t('withdrawal.contract'), { exact: true }).fill('Free');
    await page.getByLabel(t('withdrawal.email')).fill('ada@example.com');
    await page.getByRole('button', { name: t('withdrawal.submit') }).click();
    await expect(page.getByRole('link', { name: t('withdrawal.confirm') })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toBeLessThanOrEqual(0);
  });
