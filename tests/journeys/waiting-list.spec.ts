import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable, findOverflow, findViolations } from './fixtures/axe.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

type Texts = Record<string, { title: string; action: string }>;
const readTexts = (locale: Locale, name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../content/server/${locale}/${name}.json`), 'utf8'));

for (const locale of locales)
  test(`in ${localeNames[locale]}, somebody asks, confirms by mail and leaves again`, async ({
    page,
    site,
    person,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const t = wordsOf(locale);
    const pages = readTexts(locale, 'access-pages') as Texts;
    const { letters } = readTexts(locale, 'access-mails') as { letters: Record<string, { subject: string }> };
    await page.goto(localizedPath(paths.beta, locale));
    await becomeInteractive(page);
    await page.getByLabel(t('beta.access.email'), { exact: true }).fill(person.email);
    await page.getByLabel(t('beta.access.country'), { exact: true }).selectOption('DE');
    await expectUsable(page);
    await page.getByRole('button', { name: t('beta.access.submit') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.sent!.title);
    await expectUsable(page);
    expect(await findViolations(page)).toEqual([]);

    const { text } = await site.waitForMail(person.email, letters['access-confirm']!.subject);
    const [confirm, leave] = [/\S+\/confirm\/\S+/.exec(text)![0], /\S+\/leave\/\S+/.exec(text)![0]];
    // The browser speaks English throughout: what a mail links to is in the language of the mail.
    await page.goto(confirm);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: pages.confirm!.action }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.confirmed!.title);
    await site.waitForMail(person.email, letters['access-waiting']!.subject);
    await page.goto(leave);
    await page.getByRole('button', { name: pages.leave!.action }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.left!.title);
    expect(await findOverflow(page)).toBeLessThanOrEqual(0);
  });

test('an empty form is answered as every other is, and sent once it is filled in', async ({ page, person }) => {
  const t = wordsOf('de');
  await page.goto(localizedPath(paths.beta, 'de'));
  await becomeInteractive(page);
  const submit = page.getByRole('button', { name: t('beta.access.submit') });
  const summary = page.getByRole('alert');
  const email = page.getByLabel(t('beta.access.email'), { exact: true });
  const required = (label: string) => t('form.required', { label });
  await submit.click();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([
    required(t('beta.access.email')),
    required(t('beta.access.country')),
  ]);
  await expect(email).toHaveAccessibleDescription(required(t('beta.access.email')));
  expect(await findViolations(page)).toEqual([]);

  await email.fill('nobody');
  await page.getByLabel(t('beta.access.country'), { exact: true }).selectOption('DE');
  await email.press('Enter');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveText([t('form.type.email')]);
  await email.fill(person.email);
  await email.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    (readTexts('de', 'access-pages') as Texts).sent!.title,
  );
});

test('the browser sends the form before the page has asked for any script', async ({ page, person }) => {
  const t = wordsOf('en');
  await page.route(/\/assets\/.*\.js$/, () => {});
  await page.goto(paths.beta);
  await page.getByLabel(t('beta.access.email'), { exact: true }).fill(person.email);
  await page.getByLabel(t('beta.access.country'), { exact: true }).selectOption('DE');
  await page.getByRole('button', { name: t('beta.access.submit') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    (readTexts('en', 'access-pages') as Texts).sent!.title,
  );
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the form works, and what is missing is said', async ({ page, site, person }) => {
    const t = wordsOf('sv');
    const pages = readTexts('sv', 'access-pages') as Texts;
    await page.goto(localizedPath(paths.beta, 'sv'));
    await page.getByLabel(t('beta.access.email'), { exact: true }).fill(person.email);
    await page.getByLabel(t('beta.access.country'), { exact: true }).selectOption('IT');
    await page.getByRole('button', { name: t('beta.access.submit') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.sent!.title);
    const { language } = await site.waitForMail(person.email, 'Bekräfta din anmälan till väntelistan för Writing Ant');
    expect(language).toBe('sv');
  });
});
