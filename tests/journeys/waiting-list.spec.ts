import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { WaitingList } from '../../shared/business/access.ts';
import { type Locale, localeNames } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable, findOverflow, findViolations } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

type Texts = Record<string, { title: string; text: string; action: string }>;
const readTexts = (locale: Locale, name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../content/server/${locale}/${name}.json`), 'utf8'));

for (const locale of walkedLocales)
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

const macAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** The lists beside that of the beta: where somebody meets the way to the form, and what is typed there. */
interface Way {
  list: WaitingList;
  start: string;
  way: 'lists.sale.link' | 'layout.hand-over.mac-list';
  title: 'lists.sale.title' | 'lists.macos.title';
}
const lists: readonly Way[] = [
  { list: 'sale', start: paths.pricing, way: 'lists.sale.link', title: 'lists.sale.title' },
  { list: 'macos', start: paths.landing, way: 'layout.hand-over.mac-list', title: 'lists.macos.title' },
];

/** Goes from where it is met to the form, and fills it in. */
async function fillIn(page: Page, { start, way, title, list }: Way, email: string) {
  const t = wordsOf('en');
  await page.goto(start);
  await page
    .getByRole('link', { name: t(way) })
    .first()
    .click();
  const form = page.getByRole('region', { name: t(title) });
  await expect(form).toBeInViewport();
  await form.getByLabel(t('lists.email'), { exact: true }).fill(email);
  if (list === 'sale') {
    await form.getByLabel(t('lists.country'), { exact: true }).selectOption('CH');
    await form.getByLabel(t('lists.kind'), { exact: true }).selectOption('private');
  }
  return form;
}

test.describe('on a Mac', () => {
  test.use({ userAgent: macAgent });

  for (const each of lists)
    test(`somebody waits for ${each.list}, confirms and leaves again`, async ({ page, site, person }) => {
      const t = wordsOf('en');
      const pages = readTexts('en', 'access-pages') as Texts;
      const { letters } = readTexts('en', 'list-mails') as { letters: Record<string, { subject: string }> };
      await page.setViewportSize({ width: 390, height: 844 });
      const form = await fillIn(page, each, 'nobody');
      await becomeInteractive(page);
      // Until the form's own code is here, the browser says it.
      await expect(async () => {
        await form.getByRole('button', { name: t('lists.submit') }).click();
        await expect(page.getByRole('alert')).toBeFocused({ timeout: 500 });
      }).toPass();
      await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([t('form.type.email')]);
      await form.getByLabel(t('lists.email'), { exact: true }).fill(person.email);
      await expectUsable(page);
      await form.getByRole('button', { name: t('lists.submit') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.sent!.title);

      const { text } = await site.waitForMail(person.email, letters[`${each.list}-confirm`]!.subject);
      const [confirm, leave] = [/\S+\/confirm\/\S+/.exec(text)![0], /\S+\/leave\/\S+/.exec(text)![0]];
      await page.goto(confirm);
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('button', { name: pages[`confirm-${each.list}`]!.action }).click();
      await expect(page.getByText(pages[`confirmed-${each.list}`]!.text)).toBeVisible();
      await site.waitForMail(person.email, letters[`${each.list}-waiting`]!.subject);
      await page.goto(leave);
      await page.getByRole('button', { name: pages.leave!.action }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.left!.title);
    });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  for (const each of lists)
    test(`the form of ${each.list} works`, async ({ page, site, person }) => {
      const t = wordsOf('en');
      // Which device it is, only a script knows: the guide leads everybody to the list.
      const start = each.list === 'macos' ? paths.downloadGuide : each.start;
      const form = await fillIn(page, { ...each, start }, person.email);
      await form.getByRole('button', { name: t('lists.submit') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        (readTexts('en', 'access-pages') as Texts).sent!.title,
      );
      const { letters } = readTexts('en', 'list-mails') as { letters: Record<string, { subject: string }> };
      await site.waitForMail(person.email, letters[`${each.list}-confirm`]!.subject);
    });

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
