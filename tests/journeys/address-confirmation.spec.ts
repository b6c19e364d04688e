import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locale, localeNames } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable, findViolations } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { acceptConditions, downloadForm, signInDirectly, speak } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const readTexts = (locale: Locale, name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../content/server/${locale}/${name}.json`), 'utf8'));

for (const locale of walkedLocales)
  test(`in ${localeNames[locale]}, somebody gives another address and confirms it`, async ({
    page,
    site,
    person,
    browser,
    guard,
  }) => {
    guard.allow(/status of 429/);
    const t = wordsOf(locale);
    const typed = `other-${person.email}`;
    const { letters } = readTexts(locale, 'address-mails');
    const pages = readTexts(locale, 'address-pages');
    await page.setViewportSize({ width: 320, height: 640 });
    await signInDirectly(page, site, person);
    await speak(page, locale);
    await page.goto(paths.account);
    const form = downloadForm(page, locale);
    await form.email.fill(typed);
    await acceptConditions(page, locale);
    await form.accept.click();
    const waits = page.getByText(t('account.address.unconfirmed', { email: typed, own: person.email }));
    await expect(waits).toBeVisible();
    await expectUsable(page);

    const { text } = await site.waitForMail(typed, letters['address-confirm'].subject);
    await site.waitForMail(person.email, readTexts(locale, 'contract-mails').letters['contract-confirmation'].subject);
    await page.goto(paths.accountData);
    await expect(waits).toBeVisible();
    await page.getByRole('button', { name: t('account.address.again') }).click();
    await expect(
      page.getByRole('status').filter({ hasText: t('account.address.problem.too-many-requests') }),
    ).toBeVisible();
    await expectUsable(page);

    // Wherever the mail is read: without the session, and without a script.
    const elsewhere = await browser.newContext({ javaScriptEnabled: false });
    const mailReader = await elsewhere.newPage();
    await mailReader.goto(/\S+\/address-confirmations\/\S+/.exec(text)![0]);
    await mailReader.getByRole('button', { name: pages.confirm.action }).click();
    await expect(mailReader.getByRole('heading', { level: 1 })).toHaveText(pages.confirmed.title);
    await elsewhere.close();

    await page.reload();
    await expect(page.getByText(t('personal-data.address', { email: typed }))).toBeVisible();
    await expect(waits).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
  });
