import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type Boot, bootElementId } from '../../app/site/boot.ts';
import { notFoundRoute } from '../../app/site/routes.ts';
import { localeNames } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { wholeBrowser } from './fixtures/browsers.ts';
import { walkedLocales } from './fixtures/languages.ts';
import { eachKindOfPage } from './fixtures/pages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const addresses = [...eachKindOfPage, notFoundRoute].flatMap((route) =>
  (route.paths.length > 0 ? route.paths : ['/no-such-page']).map((path) => ({ path, route })),
);

test.beforeEach(({ guard }) => {
  // The browser's own message about the not-found page.
  guard.allow(/status of 404 .*no-such-page/);
});

test.describe('on a first visit', () => {
  // The shell counts what is transferred in another way.
  test.use(wholeBrowser);
  // For visitors who have chosen about statistics, the choice is looked up by a script of its own.
  test.use({ isAsked: true });

  test('without a session a page transfers the scripts that its size is measured by, and nothing else', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const queue = addresses.map(({ path }) => path);
    const work = async () => {
      const tab = await page.context().newPage();
      const transfer = await watchScripts(tab);
      for (let path = queue.shift(); path !== undefined; path = queue.shift())
        await test.step(path, async () => {
          transfer.reset();
          await tab.goto(path!);
          await becomeInteractive(tab);
          await tab.waitForLoadState('networkidle');
          const boot = JSON.parse((await tab.locator(`#${bootElementId}`).textContent())!) as Boot;
          const counted = boot.scripts.map((script) => fs.statSync(`dist/site/public${script}.br`).size);
          expect(transfer.addresses().sort(), path).toEqual(boot.scripts.toSorted());
          expect(transfer.bytes(), path).toBe(counted.reduce((sum, size) => sum + size, 0));
        });
    };
    // Each of them mostly waits until nothing more comes.
    await Promise.all([work(), work(), work(), work()]);
  });
});

/** Records all scripts as they arrive over the network: their compressed bytes, without headers. */
async function watchScripts(page: Page) {
  const client = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.endsWith('.js')) scripts.set(requestId, pathname);
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  return {
    addresses: () => [...scripts.values()],
    bytes: () => bytes,
    reset: () => {
      scripts.clear();
      bytes = 0;
    },
  };
}

test.describe('under a resting pointer', () => {
  // In the shell no content moves there.
  test.use(wholeBrowser);

  test('until the visitor does something, a page that is complete as it is fetches no script', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.addInitScript(() => {
      const told = Object.assign(window, { told: [] as string[] }).told;
      addEventListener('pointermove', ({ clientX, clientY }) => told.push(`${clientX} ${clientY}`), true);
    });
    await page.goto(paths.features);
    // Content moves under a resting pointer; the browser reports that as if the pointer had moved.
    await page.mouse.move(90, 290);
    await page.mouse.move(90, 290);
    const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
    await expect.poll(told).toEqual(['90 290', '90 290']);
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await page.mouse.move(100, 300);
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of walkedLocales)
    test(`every page can be read in ${localeNames[locale]}`, async ({ page }) => {
      const t = wordsOf(locale);
      for (const { path } of addresses)
        await test.step(path, async () => {
          await page.goto(`${path}?lang=${locale}`);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await expect(page.locator('h1')).toBeVisible();
          expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(50);
          await expect(page.getByText(t('page.loading'))).toBeHidden();
        });
    });

  test('the login page says what is needed and why, and offers nothing that cannot work', async ({ page }) => {
    for (const path of [paths.account, paths.login, paths.download]) {
      await page.goto(path);
      await expect(page.getByText(wordsOf('en')('account.no-script'))).toHaveCount(1);
      await expect(page.getByText(wordsOf('en')('account.no-script'))).toBeVisible();
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      await expect(page.getByText(wordsOf('en')('account.checking'))).toBeHidden();
    }
  });

  test('the languages and the menu of small screens can be used', async ({ page }) => {
    await page.goto(paths.features);
    await page.locator('[popovertarget=languages]').click();
    await page.locator('#languages').getByRole('link', { name: localeNames.fr }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: wordsOf('fr')('layout.menu.open') }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: wordsOf('fr')('layout.menu.contact') })
      .click();
    await expect(page).toHaveURL(localizedPath(paths.contact, 'fr'));
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});
