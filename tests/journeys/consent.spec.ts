import { choiceKey } from '../../app/consent/choice.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { locales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { expectUsable, findOverflow, findViolations } from './fixtures/axe.ts';
import { scriptOf } from './fixtures/chunks.ts';
import { consentOf, nextRecord, readStorage, waitingRecords, watchConsentCalls } from './fixtures/consent.ts';
import { otherLocales } from './fixtures/languages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.use({ isAsked: true });

test('before a choice nothing is counted or kept; agreeing counts, withdrawing ends it', async ({ page }) => {
  const calls = watchConsentCalls(page);
  const { bar, dialog, open } = consentOf(page);
  await page.goto(paths.contact);
  await expect(bar).toBeVisible();
  await becomeInteractive(page);
  await page.goto(paths.pricing);
  await becomeInteractive(page);
  expect(await readStorage(page)).toEqual({ cookies: [], local: [] });
  expect(calls).toEqual({ consents: [], statistics: [] });

  const recorded = nextRecord(page);
  await bar.accept.click();
  await expect(bar).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  const agreed = await recorded;
  expect(agreed).toMatchObject({ method: 'banner', categories: { statistics: true }, isCurrent: true, locale: 'en' });
  await expect.poll(() => calls.statistics).toEqual([{ page: paths.pricing, locale: 'en', isView: true, vitals: [] }]);
  await expect.poll(() => waitingRecords(page)).toEqual([]);
  expect(await readStorage(page)).toEqual({ cookies: [], local: [choiceKey] });

  // A page opened later is counted without asking again, and reports how fast it was when it is left.
  await page.goto(paths.terms);
  await becomeInteractive(page);
  await expect(bar).toBeHidden();
  await expect.poll(() => calls.statistics.at(-1)).toMatchObject({ page: paths.terms, isView: true });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect
    .poll(() => calls.statistics)
    .toContainEqual(
      expect.objectContaining({
        page: paths.terms,
        isView: false,
        vitals: expect.arrayContaining([expect.objectContaining({ metric: 'TTFB' })]),
      }),
    );

  // Withdrawing is as easy: the footer of every page, and one press.
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await open.click();
  await expect(dialog.statistics).toBeChecked();
  const withdrawn = nextRecord(page);
  await dialog.reject.click();
  expect(await withdrawn).toMatchObject({
    method: 'settings',
    categories: { statistics: false },
    sessionId: agreed.sessionId,
  });
  await expect(dialog.getByRole('status')).toHaveText(t('consent-settings.saved'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  const counted = calls.statistics.length;
  await page.goto(paths.features);
  await becomeInteractive(page);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('layout.menu.contact') })
    .click();
  await expect(page).toHaveURL(paths.contact);
  expect(calls.statistics).toHaveLength(counted);
});

for (const [signal, property, value] of [
  ['global-privacy-control', 'globalPrivacyControl', true],
  ['do-not-track', 'doNotTrack', '1'],
] as const)
  test(`${signal} is a refusal: recorded once, and nobody is asked`, async ({ page }) => {
    await page.addInitScript(
      ([name, sent]) => Object.defineProperty(Navigator.prototype, name, { get: () => sent, configurable: true }),
      [property, value] as const,
    );
    const calls = watchConsentCalls(page);
    const { bar, dialog } = consentOf(page);
    await page.goto(paths.cookiePolicy);
    await expect(bar).toBeHidden();
    const recorded = nextRecord(page);
    await becomeInteractive(page);
    expect(await recorded).toMatchObject({ method: signal, categories: { statistics: false } });
    // A page that leaves before it has read the answer sends the record again, which the server knows by its id.
    await expect.poll(() => waitingRecords(page)).toEqual([]);
    await page.reload();
    await becomeInteractive(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('layout.legal.cookie-settings') })
      .click();
    const name = signal === 'do-not-track' ? 'Do Not Track' : 'Global Privacy Control';
    await expect(dialog).toContainText(t('consent-settings.signal', { signal: name }));
    await expect(dialog.statistics).toBeDisabled();
    await expect(dialog.accept).toHaveCount(0);
    expect(calls.consents).toHaveLength(1);
    expect(calls.statistics).toEqual([]);
  });

test('a choice without a connection counts, survives, and reaches the server as it was made', async ({
  page,
  guard,
}) => {
  guard.allow(/Failed to load resource/);
  const { bar, dialog, open } = consentOf(page);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await page.route('**/api/consents', (route) => route.abort());
  await bar.reject.click();
  await expect(bar).toBeHidden();
  const [made] = await waitingRecords(page);
  await page.reload();
  await becomeInteractive(page);
  await expect(bar).toBeHidden();
  await open.click();
  await expect(dialog).toContainText(t('consent-settings.waiting'));
  expect(await waitingRecords(page)).toEqual([made]);
  const recorded = nextRecord(page);
  await page.unroute('**/api/consents');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  expect(await recorded).toMatchObject({ ...made! });
  await expect.poll(() => waitingRecords(page)).toEqual([]);
  await expect(dialog).not.toContainText(t('consent-settings.waiting'));
  await expect(dialog).toContainText(t('consent-settings.record', { id: made!.id }));
});

test('where a blocker takes away what the site reports, a choice counts and nothing else is lost', async ({
  page,
  guard,
}) => {
  guard.allow(/Failed to load resource|ERR_BLOCKED_BY_CLIENT/);
  const blocked: string[] = [];
  await page.route(/\/api\/(?:consents|statistics)$/, (route) => {
    blocked.push(new URL(route.request().url()).pathname);
    return route.abort('blockedbyclient');
  });
  const { bar } = consentOf(page);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await bar.accept.click();
  await expect(bar).toBeHidden();
  await expect.poll(() => blocked).toContain(apiPaths.consents);
  await page.goto(paths.pricing);
  await becomeInteractive(page);
  await expect(bar).toBeHidden();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('layout.menu.contact'), exact: true })
    .click();
  // The address changes before the page is there.
  await expect(page.locator('main h1')).toHaveText(t('contact.title'));
  await expect(page).toHaveURL(paths.contact);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expectUsable(page);
});

test('settings that could not be loaded are loaded with the next press', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  const { bar, dialog } = consentOf(page);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await page.route(scriptOf('app/consent/consent-dialog.tsx'), (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await bar.settings.click();
  await failed;
  await page.unrouteAll({ behavior: 'wait' });
  await expect(async () => {
    await bar.settings.click();
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('where nothing can be stored nobody is asked, and a choice reaches the server all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const { bar, dialog, open } = consentOf(page);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await expect(bar).toBeHidden();
  await open.click();
  await expect(dialog).toContainText(t('consent-settings.not-stored'));
  const recorded = nextRecord(page);
  await dialog.reject.click();
  expect(await recorded).toMatchObject({ method: 'settings', categories: { statistics: false } });
});

test('options of another version, or what is no choice, ask again', async ({ page }) => {
  const { bar } = consentOf(page);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await bar.reject.click();
  await expect(bar).toBeHidden();
  const changes: ((kept: string) => string)[] = [
    (kept) => kept.replace(/"optionVersion":"[^"]+"/, '"optionVersion":"2020-01-01"'),
    (kept) => kept.replace(/"until":"[^"]+"/, '"until":"2020-01-01T00:00:00.000Z"'),
    () => '{"record":',
  ];
  const kept = await page.evaluate((key) => localStorage.getItem(key)!, choiceKey);
  for (const change of changes) {
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [choiceKey, change(kept)]);
    await page.reload();
    await becomeInteractive(page);
    await expect(bar).toBeVisible();
  }
});

test('a keyboard reaches every choice and is never held', async ({ page }) => {
  const { bar, dialog } = consentOf(page);
  await page.goto(paths.contact);
  await becomeInteractive(page);
  await bar.settings.focus();
  for (const next of [bar.reject, bar.accept]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(bar.locator(':focus')).toHaveCount(0);
  for (const previous of [bar.accept, bar.reject, bar.settings]) {
    await page.keyboard.press('Shift+Tab');
    await expect(previous).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await dialog.statistics.focus();
  await page.keyboard.press('Space');
  const recorded = nextRecord(page);
  await page.keyboard.press('Enter');
  expect(await recorded).toMatchObject({ method: 'settings', categories: { statistics: true } });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
});

for (const locale of otherLocales)
  test(`axe finds nothing in the bar and the settings in ${locale}, and they fit at 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { bar, dialog } = consentOf(page, locale);
    await page.goto(`${paths.contact}?lang=${locale}`);
    await becomeInteractive(page);
    await expect(bar).toBeVisible();
    const sizes = await Promise.all([bar.accept.boundingBox(), bar.reject.boundingBox()]);
    expect(Math.abs(sizes[0]!.width - sizes[1]!.width)).toBeLessThan(1);
    expect(Math.abs(sizes[0]!.height - sizes[1]!.height)).toBeLessThan(1);
    expect(await findViolations(page)).toEqual([]);
    await bar.settings.click();
    await expect(dialog).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toBeLessThanOrEqual(0);
  });

test('a choice before any script is seen at once and recorded when the scripts are here', async ({ page }) => {
  const { bar } = consentOf(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(paths.contact);
  await bar.reject.click();
  await expect(bar).toBeHidden();
  expect(await readStorage(page)).toEqual({ cookies: [], local: [] });
  const recorded = nextRecord(page);
  letGo();
  expect(await recorded).toMatchObject({ categories: { statistics: false } });
  await expect(bar).toBeHidden();
});

test('a choice whose scripts never arrive is asked for again', async ({ page, guard }) => {
  guard.allow(/Failed to load resource|Failed to fetch/);
  const { bar } = consentOf(page);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(paths.contact);
  await bar.reject.click();
  await expect(page.locator('html')).toHaveAttribute('data-failed');
  await expect(bar).toBeVisible();
});

test('the bar asks in the language of the page, and is there before any script', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, () => {});
  for (const locale of locales) {
    await page.goto(`${paths.contact}?lang=${locale}`);
    await expect(consentOf(page, locale).bar.reject).toBeVisible();
  }
});

test('on a phone the bar leaves title, subtitle and main button in sight', async ({ page }) => {
  const phones = [
    { width: 390, height: 844 },
    { width: 360, height: 740 },
  ];
  await page.setViewportSize(phones[0]!);
  for (const locale of locales) {
    const words = wordsOf(locale);
    await page.goto(`${paths.landing}?lang=${locale}`);
    await expect(page.locator('html:not([data-fonts])')).toBeAttached();
    for (const phone of phones)
      await test.step(`${locale}, ${phone.width} × ${phone.height} px`, async () => {
        await page.setViewportSize(phone);
        const bar = (await consentOf(page, locale).bar.boundingBox())!;
        expect(bar.height).toBeLessThanOrEqual(160);
        const main = page.getByRole('main');
        for (const part of [
          main.getByRole('heading', { level: 1 }),
          main.getByText(words('landing.hero.subtitle')),
          main.getByRole('link', { name: words('layout.account.download') }).first(),
        ]) {
          const { y, height } = (await part.boundingBox())!;
          expect(y).toBeGreaterThan(0);
          expect(y + height).toBeLessThan(bar.y);
        }
      });
  }
});
