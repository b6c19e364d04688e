import fs from 'node:fs';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { paths } from '../../shared/paths.ts';
import { readZip } from '../factories/zip.ts';
import { expectUsable } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { beginDirectly, signInAtProvider, signInDirectly, signInToAccount, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

for (const locale of walkedLocales)
  test(`a person saves a copy of everything stored, in ${locale}`, async ({ page, site, person }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    await signInToAccount(page, site, person, { locale });
    await speak(page, locale);
    await page.goto(paths.account);
    await page.getByRole('link', { name: t('account.room.data'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('personal-data.title') })).toBeVisible();
    await expectUsable(page);

    const saving = page.waitForEvent('download');
    const button = page.getByRole('button', { name: t('personal-data.save') });
    await button.focus();
    await page.keyboard.press('Enter');
    const file = await saving;
    const fileName = file.suggestedFilename();
    expect(fileName).toMatch(/^writing-ant-\d{4}-\d{2}-\d{2}\.zip$/);
    await expect(page.getByRole('status').filter({ hasText: fileName })).toBeVisible();
    await expect(button).toBeFocused();
    await expectUsable(page);
    const files = readZip(fs.readFileSync(await file.path()));
    expect(files.get('index.html')!.toString()).toContain(`<html lang="${locale}`);
    const { data } = JSON.parse(files.get('data.json')!.toString());
    expect(data.account.email).toBe(person.email);
    expect(data.downloads).toHaveLength(1);
    expect(data.acceptances[0].locale).toBe(locale);
  });

test('who is not signed in reads what there is, signs in and is back', async ({ page, site, person }) => {
  const t = wordsOf('en');
  await site.createAccount(person);
  await page.goto(paths.accountData);
  await page.getByText(t('personal-data.contents.parts')).click();
  await expect(page.getByText(t('personal-data.part.usage'))).toBeVisible();
  await page.getByRole('button', { name: t('personal-data.sign-in') }).click();
  await signInAtProvider(page, person);
  await page.waitForURL(`**${paths.accountData}`);
  await expect(page.getByRole('button', { name: t('personal-data.save') })).toBeVisible();
});

test('a copy that cannot be had is said so, and can be asked for again', async ({ page, site, person, guard }) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await signInDirectly(page, site, person);
  await page.goto(paths.accountData);
  const save = page.getByRole('button', { name: t('personal-data.save') });
  await page.route(`**${apiPaths.accountArchive}*`, (route) => route.abort());
  await save.click();
  await expect(page.getByRole('alert')).toContainText(t('personal-data.archive.problem.otherwise'));
  await expectUsable(page);
  await page.unroute(`**${apiPaths.accountArchive}*`);
  const saving = page.waitForEvent('download');
  await save.click();
  await saving;
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const locale of walkedLocales)
  test(`a person corrects, restricts and objects, in ${locale}`, async ({ page, site, person }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 320, height: 640 });
    const token = await signInDirectly(page, site, person);
    await speak(page, locale);
    await page.goto(paths.accountData);
    await expect(page.getByText(t('personal-data.nothing'))).toBeVisible();
    await beginDirectly(site, person, token, { locale });
    await page.goto(paths.accountData);

    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByLabel(t('account.form.full-name')).fill('Åsa Miller');
    await page.getByLabel(t('account.form.country')).selectOption('ZZ');
    const leaving = page.getByText(t('personal-data.correct.leaving', { days: 30 }));
    await expect(leaving).toBeVisible();
    await expectUsable(page);
    const save = button(t('personal-data.correct.save'));
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('personal-data.correct.saved'))).toBeVisible();
    await expect(save).toBeFocused();
    await expect(leaving).toHaveCount(0);
    await expectUsable(page);
    await page.getByLabel(t('account.form.country')).selectOption('IT');
    await save.click();
    await page.reload();
    await expect(page.getByLabel(t('account.form.full-name'))).toHaveValue('Åsa Miller');

    for (const kind of ['restrict', 'object'] as const) {
      await button(t(`personal-data.${kind}.begin`)).click();
      const end = button(t(`personal-data.${kind}.end`));
      await expect(end).toBeFocused();
      await expectUsable(page);
      await page.reload();
      await end.click();
      await expect(button(t(`personal-data.${kind}.begin`))).toBeFocused();
    }
  });

test('a change that cannot be made is said so, and a restricted account downloads and orders nothing', async ({
  page,
  site,
  person,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const t = wordsOf('en');
  await signInToAccount(page, site, person);
  await page.goto(paths.accountData);
  const restrict = page.getByRole('button', { name: t('personal-data.restrict.begin') });
  await page.route(`**${apiPaths.accountRestriction}`, (route) => route.abort());
  await restrict.click();
  await expect(page.getByRole('alert')).toContainText(t('personal-data.problem.otherwise'));
  await expectUsable(page);
  await page.unroute(`**${apiPaths.accountRestriction}`);
  await restrict.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Nor can it order anything, which is no fault of ours.
  for (const address of [paths.account, paths.accountPlan, orderAddress({ product: 'moderate', months: 1 })]) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(t('problems.account-restricted'));
    await expectUsable(page);
  }
});
