import type { Page } from '@playwright/test';
import { readInventory } from '../../scripts/build/licences/inventory.ts';
import { locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const shownWorks = (page: Page) => page.locator('.work:visible');
const workNamed = (page: Page, name: string) =>
  page.locator('.work').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('the page says where it stands and what the list is, and names every work with owner, licence and source', async ({
  page,
}) => {
  const { works } = readInventory();
  for (const locale of locales)
    await test.step(locale, async () => {
      const words = wordsOf(locale);
      await page.goto(localizedPath(paths.licenses, locale));
      const trail = page.getByRole('navigation', { name: words('legal.breadcrumb.label') }).getByRole('listitem');
      await expect(trail).toHaveText([words('legal.breadcrumb.legal'), words('legal.licenses.title')]);
      await expect(page.getByText(words('licenses.notice'))).toBeVisible();
      await expect(shownWorks(page)).toHaveCount(works.length);
    });
  await page.goto(`${paths.licenses}?lang=en`);
  const fastify = workNamed(page, 'fastify 5.12.8');
  await expect(fastify).toContainText('Copyright (c) 2016-present The Fastify team');
  await expect(fastify).toContainText(t('licenses.place.server'));
  await expect(fastify.getByRole('link', { name: 'github.com/fastify/fastify' })).toHaveAttribute(
    'href',
    'https://github.com/fastify/fastify',
  );
  for (const name of ['Fraunces', 'Instrument Sans', 'PostgreSQL', 'FFmpeg', 'x264'])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
});

test('typing narrows the list, the count is announced politely, and Escape brings everything back', async ({
  page,
}) => {
  const { works } = readInventory();
  await page.goto(paths.licenses);
  const search = page.getByRole('searchbox', { name: t('licenses.search') });
  const status = page.getByRole('search').getByRole('status');
  await search.focus();
  await becomeInteractive(page);
  await expect(status).toBeEmpty();
  await page.keyboard.type('Apache browser');
  const matching = works.filter(
    ({ licence, places, name }) => name !== 'Playwright' && licence === 'Apache-2.0' && places.includes('browser'),
  );
  await expect(shownWorks(page)).toHaveCount(matching.length);
  await expect(status).toHaveText(t('licenses.search.found', { count: matching.length }));
  await search.fill('sans');
  await expect(status).not.toBeEmpty();
  for (const width of [390, 1440])
    await test.step(`usable at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expectUsable(page);
    });
  await search.fill('fraunces');
  await expect(shownWorks(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: t('licenses.software'), exact: true })).toBeHidden();
  await search.fill('no such work');
  await expect(status).toHaveText(t('licenses.search.found', { count: 0 }));
  await expect(shownWorks(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(status).toBeEmpty();
  await expect(shownWorks(page)).toHaveCount(works.length);
});

test('what was typed before the page had its script is searched for', async ({ page }) => {
  const { works } = readInventory();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(paths.licenses);
  const search = page.getByRole('searchbox');
  await search.pressSequentially('fraunces');
  await expect(shownWorks(page)).toHaveCount(works.length);
  release();
  await expect(shownWorks(page)).toHaveCount(1);
  await expect(search).toHaveValue('fraunces');
});

test('with the keyboard a licence leads to its text, with all who have a part in it', async ({ page }) => {
  await page.goto(paths.licenses);
  await becomeInteractive(page);
  await workNamed(page, 'Fraunces 5.3.0').getByRole('link', { name: 'OFL-1.1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/legal-texts/licence-ofl-1.1.txt');
  const text = page.locator('body');
  await expect(text).toContainText('SIL OPEN FONT LICENSE Version 1.1');
  await expect(text).toContainText('Fraunces 5.3.0');
  await page.goBack();
  await expect(workNamed(page, 'Fraunces 5.3.0')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the whole list is there and leads to the texts, and there is no search that could not work', async ({
    page,
  }) => {
    const { works } = readInventory();
    await page.goto(paths.licenses);
    await expect(shownWorks(page)).toHaveCount(works.length);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await workNamed(page, 'fastify 5.12.8').getByRole('link', { name: 'MIT' }).click();
    await expect(page.locator('body')).toContainText('Permission is hereby granted, free of charge');
  });
});
