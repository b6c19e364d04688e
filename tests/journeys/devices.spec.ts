import { devices, type Page } from '@playwright/test';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expectUsable } from './fixtures/axe.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const macAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const heroOf = (page: Page) => page.locator('.hero');

for (const [name, locale, where] of [
  ['iPhone 14', 'de', 'phone'],
  ['Pixel 7', 'en', 'phone'],
  ['a Mac', 'en', 'mac'],
] as const)
  test.describe(name, () => {
    const { userAgent, viewport } =
      where === 'mac' ? { userAgent: macAgent, viewport: { width: 1280, height: 800 } } : devices[name as 'Pixel 7'];
    test.use({ userAgent, viewport });

    test('the first screen sends the link to a computer, and starts no download', async ({ page, site, context }) => {
      const t = wordsOf(locale);
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(localizedPath(paths.landing, locale));
      const hero = heroOf(page);
      const address = site.origin + localizedPath(paths.download, locale);
      await expect(hero.getByRole('link', { name: t('layout.account.download') })).toBeHidden();
      const send = hero.getByRole('link', { name: t('layout.hand-over.send') });
      const mail = new URL((await send.getAttribute('href'))!);
      expect(mail.protocol).toBe('mailto:');
      expect(mail.searchParams.get('body')).toBe(address);
      await expect(
        hero.getByText(
          where === 'mac' ? t('layout.hand-over.mac', { versions: '10 and 11' }) : t('layout.hand-over.phone'),
        ),
      ).toBeVisible();
      await becomeInteractive(page);
      await expectUsable(page);

      await page.evaluate(() => {
        Object.assign(navigator, { share: async (data: ShareData) => Object.assign(window, { shared: data.url }) });
      });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await send.click();
      await expect.poll(() => page.evaluate(() => (window as { shared?: string }).shared)).toBe(address);
      await hero.getByRole('button', { name: t('layout.hand-over.copy') }).click();
      await expect(hero.getByRole('button', { name: t('layout.hand-over.copied') })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
      expect(requests).toEqual([]);
    });
  });

test('on a Windows computer there is the download, and nothing of this', async ({ page }) => {
  const t = wordsOf('en');
  await page.goto(paths.landing);
  await expect(heroOf(page).getByRole('link', { name: t('layout.account.download') })).toBeVisible();
  await expect(heroOf(page).getByRole('link', { name: t('layout.hand-over.send') })).toBeHidden();
});

test.describe('a phone without a script', () => {
  test.use({ userAgent: devices['iPhone 14'].userAgent, javaScriptEnabled: false });

  test('it has the way to the download', async ({ page }) => {
    const t = wordsOf('en');
    await page.goto(paths.landing);
    await expect(heroOf(page).getByRole('link', { name: t('layout.account.download') })).toBeVisible();
  });
});
