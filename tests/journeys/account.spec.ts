import type { Locator, Page } from '@playwright/test';
import { type AccountAnswer, accountAnswer } from '../../shared/api/account.ts';
import { type SubscriptionAnswer, subscriptionAnswer } from '../../shared/api/subscription.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { formatDay, formatPrice } from '../../shared/format.ts';
import { locales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable, findOverflow } from './fixtures/axe.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { planAnswers } from './fixtures/plan-answers.ts';
import {
  becomeInteractive,
  beginAccount,
  downloadForm,
  headerSignOut,
  signInDirectly,
  signInToAccount,
  speak,
} from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

/** The cards of the overview, by their names. */
const cards = (page: Page) =>
  (['account.overview.app', 'account.room.plan', 'account.overview.quota'] as const).map((id) =>
    page.getByRole('region', { name: t(id), exact: true }),
  );

async function answerWith(page: Page, account: Partial<AccountAnswer>, plan: Partial<SubscriptionAnswer>) {
  await page.route(`**${apiPaths.account}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: accountAnswer.parse({ ...(await response.json()), ...account }) });
  });
  await page.route(`**${apiPaths.subscription}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: subscriptionAnswer.parse({ ...(await response.json()), ...plan }) });
  });
}

test('who has accepted nothing yet meets the form; afterwards the account is seen at a glance, and the form below', async ({
  page,
  site,
  person,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInDirectly(page, site, person);
  await page.goto(paths.account);
  await expect(page.getByRole('heading', { level: 1, name: t('account.form.heading') })).toBeVisible();
  await expect(downloadForm(page).accept).toBeVisible();
  for (const card of cards(page)) await expect(card).toHaveCount(0);
  await expectUsable(page);

  await beginAccount(page);
  await page.goto(paths.account);
  await expect(page.getByRole('heading', { level: 1, name: t('account.rooms') })).toBeVisible();
  // As on the other pages of an account: their names, then whose it is.
  const rooms = (await page.getByRole('navigation', { name: t('account.rooms') }).boundingBox())!;
  const holder = page.getByText(t('account.form.lead', { email: person.email }));
  expect((await holder.boundingBox())!.y).toBeGreaterThanOrEqual(rooms.y + rooms.height);
  const [app, plan, quota] = cards(page);
  await expect(app!).toContainText('Writing Ant');
  await expect(app!).not.toContainText('0.0.0');
  await expect(app!).toContainText(t('account.overview.last-download', { time: '' }).trim());
  await expect(plan!).toContainText(t('account.overview.no-charge'));
  await expect(quota!).toContainText(t('account.overview.left', { left: '45', limit: '45' }));
  // As the words: what is left.
  await expect(quota!.getByRole('meter')).toHaveJSProperty('value', 45);
  for (const card of cards(page)) {
    const { y, height } = (await card.boundingBox())!;
    expect(y + height).toBeLessThan(500);
  }
  await expectUsable(page);
  const again = page.getByRole('heading', { level: 2, name: t('account.form.heading') });
  expect((await again.boundingBox())!.y).toBeGreaterThan((await quota!.boundingBox())!.y);
  await expect(page.getByRole('form', { name: t('account.form.heading') })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(page);
});

test('the overview tells what is charged next, what is owed, and that nothing is left', async ({
  page,
  site,
  person,
}) => {
  await signInToAccount(page, site, person);
  await answerWith(page, {}, planAnswers.active);
  await page.goto(paths.account);
  const [, plan, quota] = cards(page);
  const charge = { price: formatPrice('en', 49_00), date: formatDay('en', '2026-12-09') };
  await expect(plan!).toContainText(t('account.overview.charge', charge));

  await page.unrouteAll();
  const spent = { limit: 450, used: 451, remaining: 0, resetsAt: '2026-12-09T10:00:00.000Z' };
  await answerWith(page, { usage: { online: spent, offline: { ...spent, limit: null } } }, planAnswers.failed);
  await page.goto(paths.account);
  await expect(plan!).toContainText(t('account.overview.payment'));
  await expect(quota!).toContainText(t('account.overview.left', { left: '0', limit: '450' }));
  await expect(quota!.getByRole('meter')).toHaveJSProperty('value', 0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectUsable(page);
  await quota!.getByRole('link', { name: t('account.overview.more') }).click();
  await page.waitForURL(`**${paths.accountUsage}`);
});

const widths = [320, 390, 480, 768, 1024, 1136, 1200, 1248, 1280, 1440];

test('the header has room for all that it holds, at every width and in every language, and the account is one press away', async ({
  page,
  site,
  person,
}) => {
  await signInDirectly(page, site, person);
  const heightOf = async (place: Locator) => (await place.boundingBox())!.height;
  for (const locale of locales) {
    const words = wordsOf(locale);
    const button = page.getByRole('banner').getByRole('button', { name: words('layout.account.account'), exact: true });
    const menu = page.getByRole('navigation', { name: words('layout.account.account'), exact: true });
    const rooms = page.getByRole('navigation', { name: words('account.rooms') });
    await page.setViewportSize({ width: widths[0]!, height: 700 });
    await speak(page, locale);
    await page.goto(paths.accountData);
    await becomeInteractive(page);
    await expect(headerSignOut(page, locale)).toBeVisible();
    // The rooms are one line, and the one that is shown is in sight.
    const here = rooms.getByRole('link', { name: words('account.room.data'), exact: true });
    await expect(here).toBeInViewport({ ratio: 1 });
    await expect(rooms.getByRole('link')).toHaveCount(4);

    for (const width of widths)
      await test.step(`${locale}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 700 });
        expect(await findOverflow(page)).toBeLessThanOrEqual(0);
        if (width < 400) expect(await heightOf(rooms.getByRole('list'))).toBeLessThanOrEqual(48);
        const ends = await page
          .locator('.site-header-row > :is(.logo, button, a)')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0));
        expect(ends.length).toBeGreaterThanOrEqual(3);
        for (const [index, { left }] of ends.entries())
          if (index > 0) expect(left).toBeGreaterThanOrEqual(ends[index - 1]!.right - 1);

        if (!walkedLocales.includes(locale)) return;
        await expect(button).toBeVisible();
        await expect(headerSignOut(page, locale)).toBeVisible();
        await button.click();
        await expect(menu).toContainText(person.email);
        const { x, width: breadth } = (await menu.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + breadth).toBeLessThanOrEqual(width);
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      });

    if (!walkedLocales.includes(locale)) continue;
    await page.setViewportSize({ width: 390, height: 700 });
    await page.getByRole('button', { name: words('layout.menu.open') }).click();
    const drawer = page.getByRole('dialog', { name: words('layout.menu.label') });
    await expect(drawer.getByRole('button', { name: words('layout.account.sign-out') })).toBeVisible();
    await page.keyboard.press('Escape');
    await button.click();
    if (locale === 'en') await expectUsable(page);
    await menu.getByRole('link', { name: words('layout.account.usage'), exact: true }).click();
    await page.waitForURL(`**${paths.accountUsage}`);
    await expect(menu).toBeHidden();
  }
});

test('facts begin at the same place on every page of the account', async ({ page, site, person }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToAccount(page, site, person);
  await page.goto(paths.account);
  const facts = page.locator('.beside-facts');
  const places = [(await facts.boundingBox())!.x];
  for (const room of ['plan', 'usage'] as const) {
    await page
      .getByRole('navigation', { name: t('account.rooms') })
      .getByRole('link', { name: t(`account.room.${room}`), exact: true })
      .click();
    await expect(page.locator('h1')).toHaveText(t(`${room}.title`));
    places.push((await facts.boundingBox())!.x);
  }
  expect(new Set(places).size).toBe(1);
  await page.setViewportSize({ width: 1000, height: 900 });
  const acts = (await page.locator('.beside > :first-child').boundingBox())!;
  expect((await facts.boundingBox())!.y).toBeGreaterThanOrEqual(acts.y + acts.height);
});
