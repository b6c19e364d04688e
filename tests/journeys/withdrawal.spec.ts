import { readFile } from 'node:fs/promises';
import { apiPaths } from '../../shared/api-paths.ts';
import { operator } from '../../shared/business/company.ts';
import { noticeNumber } from '../../shared/notice-number.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable, findViolations } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

for (const locale of walkedLocales)
  test(`from the foot of a page in ${locale} a withdrawal is stated, checked and confirmed, without an account`, async ({
    page,
  }) => {
    const words = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(localizedPath(paths.pricing, locale));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.legal.withdrawal'), exact: true })
      .click();
    await expect(page).toHaveURL(new RegExp(`${paths.withdrawal}(\\?|$)`));
    await becomeInteractive(page);
    await expect(page.getByText(words('withdrawal.not-sold'))).toBeVisible();

    await page.getByLabel(words('notice.name')).fill('Ada Lindqvist');
    await page.getByLabel(words('notice.contract'), { exact: true }).fill('Free & 1 August');
    await page.getByLabel(words('notice.email')).fill(`ada.${locale}@example.com`);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: words('notice.check') })).toBeFocused();
    for (const part of ['Ada Lindqvist', 'Free & 1 August', `ada.${locale}@example.com`, operator.street])
      await expect(page.locator('.withdrawal-statement')).toContainText(part);
    await page.getByRole('button', { name: words('notice.change') }).click();
    await expect(page.getByLabel(words('notice.name'))).toBeFocused();
    await expect(page.getByLabel(words('notice.name'))).toHaveValue('Ada Lindqvist');
    await page.getByRole('button', { name: words('notice.submit') }).click();
    await page.getByRole('button', { name: words('notice.confirm', { kind: 'withdrawal' }) }).click();
    await expect(page.getByRole('heading', { name: words('notice.received', { kind: 'withdrawal' }) })).toBeFocused();
    await expectUsable(page);
    expect(page.url()).not.toContain('Ada');
  });

test('what has arrived can be saved, and printed alone, with number and time', async ({ page }) => {
  await page.goto(paths.withdrawal);
  await becomeInteractive(page);
  await page.getByLabel(t('notice.name')).fill('Ada Lindqvist');
  await page.getByLabel(t('notice.contract'), { exact: true }).fill('Free & 1 August');
  await page.getByLabel(t('notice.email')).fill('ada.keeps@example.com');
  await page.getByRole('button', { name: t('notice.submit') }).click();
  const answered = page.waitForResponse(`**${apiPaths.notices}`);
  await page.getByRole('button', { name: t('notice.confirm', { kind: 'withdrawal' }) }).click();
  const number = noticeNumber((await (await answered).json()).id);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('notice.save') }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`writing-ant-${number}.txt`);
  const text = await readFile(await file.path(), 'utf8');
  for (const part of [number, 'Ada Lindqvist', 'Free & 1 August', 'ada.keeps@example.com', operator.street])
    expect(text).toContain(part);
  expect(text).toMatch(/\d{1,2}:\d\d/);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.withdrawal-statement')).toBeVisible();
  await expect(page.getByText(number)).toBeVisible();
  await expect(page.locator('blockquote')).toBeHidden();
  await expect(page.getByRole('button', { name: t('notice.save') })).toBeHidden();
});

test('what is missing, refused or not sent is said, to be corrected where it was typed', async ({ page, guard }) => {
  guard.allow(new RegExp(`Failed to load resource.*${apiPaths.notices}`));
  const submit = page.getByRole('button', { name: t('notice.submit') });
  const confirm = page.getByRole('button', { name: t('notice.confirm', { kind: 'withdrawal' }) });
  const alert = page.getByRole('alert');
  const [name, contract, email] = [
    page.getByLabel(t('notice.name')),
    page.getByLabel(t('notice.contract'), { exact: true }),
    page.getByLabel(t('notice.email')),
  ];
  const widths = [1440, 390];
  await page.goto(paths.withdrawal);
  await becomeInteractive(page);

  await test.step('missing', async () => {
    await submit.click();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findViolations(page)).toEqual([]);
    }
    await name.fill('Ada Lindqvist');
    await email.fill('ada@example');
    await submit.click();
    await expect(alert).toBeFocused();
    await expect(alert.getByRole('link')).toHaveText([
      t('form.required', { label: t('notice.contract') }),
      t('form.type.email'),
    ]);
    await alert.getByRole('link').first().click();
    await expect(contract).toBeFocused();
    await expect(name).toHaveValue('Ada Lindqvist');
  });

  await contract.fill('Free');
  await email.fill('ada@example.com');
  await submit.click();
  await expect(confirm).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }

  await test.step('refused', async () => {
    // As somebody could who bypasses the page; the real server answers.
    await page.route(
      `**${apiPaths.notices}`,
      (route) =>
        route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), email: 'ada@example' }) }),
      { times: 1 },
    );
    await confirm.click();
    await expect(alert).toBeFocused();
    await expect(alert.getByRole('link')).toHaveText([t('form.type.email')]);
    await expect(email).toHaveValue('ada@example.com');
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('not sent: it does not count', async () => {
    await submit.click();
    await page.route(`**${apiPaths.notices}`, (route) => route.abort(), { times: 1 });
    await confirm.click();
    await expect(alert).toContainText(t('notice.fault', { address: operator.supportEmail }));
    expect(await findViolations(page)).toEqual([]);
    await confirm.click();
    await expect(page.getByRole('heading', { name: t('notice.received', { kind: 'withdrawal' }) })).toBeFocused();
  });
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
  await expect(page.getByLabel(t('notice.name'))).toBeHidden();
});
