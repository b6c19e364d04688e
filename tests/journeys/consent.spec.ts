import type { Page } from '@playwright/test';
import { choiceKey } from '../../app/consent/choice.ts';
import { legalVersions } from '../../content/legal/versions.ts';
import type { DocumentsAnswer } from '../../shared/api/documents.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { consentDocument } from '../../shared/business/consent.ts';
import { locales } from '../../shared/locales.ts';
import { paths } from '../../shared/paths.ts';
import { findOverflow, findViolations } from './fixtures/axe.ts';
import { scriptOf } from './fixtures/chunks.ts';
import { consentOf, nextRecord, waitingRecords, watchConsentCalls } from './fixtures/consent.ts';
import { type RunningSite, runSite } from './fixtures/running-site.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.use({ isAsked: true });

const dayMs = 24 * 60 * 60 * 1000;

/** The version of the cookie policy that applies by the clock of `site`. */
async function versionInForce(site: Pick<RunningSite, 'origin'>): Promise<string> {
  const { documents } = (await (await fetch(site.origin + apiPaths.documents)).json()) as DocumentsAnswer;
  return documents.find(({ document }) => document === consentDocument)!.version;
}

/** Serves the next page as it may lie in a browser's cache: from a day on which another cookie policy applied. */
async function serveOutdated(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace(/"cookie-policy":"[\d-]+"/, '"cookie-policy":"2024-01-01"')
        .replace(/data-version="[\d-]+"/, 'data-version="2024-01-01"');
      await route.fulfill({ response, body });
    },
    { times: 1 },
  );
}

/** What this browser stores for the site. */
const readStorage = async (page: Page) => ({
  cookies: await page.context().cookies(),
  local: await page.evaluate(() => Object.keys(localStorage)),
});

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

for (const locale of ['de', 'fr'] as const)
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

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
])
  test(`at ${viewport.width} × ${viewport.height} px the bar leaves title, subtitle and main button in sight`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    for (const locale of locales) {
      const words = wordsOf(locale);
      await page.goto(`${paths.landing}?lang=${locale}`);
      await expect(page.locator('html:not([data-fonts])')).toBeAttached();
      const bar = (await consentOf(page, locale).bar.boundingBox())!;
      expect(bar.height).toBeLessThanOrEqual(160);
      const main = page.getByRole('main');
      for (const part of [
        main.getByRole('heading', { level: 1 }),
        main.getByText(words('landing.hero.subtitle')),
        main.getByRole('link', { name: words('landing.hero.get') }).first(),
      ]) {
        const { y, height } = (await part.boundingBox())!;
        expect(y).toBeGreaterThan(0);
        expect(y + height).toBeLessThan(bar.y);
      }
    }
  });

for (const [when, claimed] of [
  ['300 days behind', new Date(Date.now() - 300 * dayMs)],
  ['31 days ahead', new Date(Date.now() + 31 * dayMs)],
  ['400 days ahead', new Date(Date.now() + 400 * dayMs)],
  ['in 2020', new Date('2020-05-04T03:02:01.000Z')],
] as const)
  test(`a browser whose clock is ${when} records the cookie policy that the page shows`, async ({ page, site }) => {
    const calls = watchConsentCalls(page);
    await page.clock.setFixedTime(claimed);
    const { bar } = consentOf(page);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    const recorded = nextRecord(page);
    await bar.accept.click();
    const { document, decidedAt, recordedAt } = await recorded;
    expect(document.version).toBe(await versionInForce(site));
    expect(decidedAt).toBe(claimed.toISOString());
    expect(Math.abs(Date.parse(recordedAt) - Date.now())).toBeLessThan(dayMs);
    await expect.poll(() => waitingRecords(page)).toEqual([]);
    // It counts on the next page, too, and was recorded once.
    await page.goto(paths.pricing);
    await becomeInteractive(page);
    await expect(bar).toBeHidden();
    expect(calls.consents).toHaveLength(1);
  });

test('a record names what applies by the clock of the service, whatever the machine’s says', async ({
  page,
  guard,
}) => {
  const own = await runSite();
  guard.allow(new RegExp(`^Request to another origin: ${own.origin}/`));
  try {
    // After all that is published, and in any case on another day.
    const last = Object.values(legalVersions).flat().toSorted().at(-1)!;
    const moved = new Date(Math.max(Date.parse(last), Date.now()) + 2 * dayMs);
    await own.operate('clock', 'set', moved.toISOString());
    const { bar } = consentOf(page);
    await page.goto(own.origin + paths.contact);
    await becomeInteractive(page);
    const recorded = nextRecord(page);
    await bar.reject.click();
    const { document, decidedAt, recordedAt } = await recorded;
    expect(document.version).toBe(await versionInForce(own));
    expect(document.version).toBe(legalVersions[consentDocument].at(-1));
    expect(Date.parse(recordedAt)).toBeGreaterThanOrEqual(moved.getTime());
    expect(Math.abs(Date.parse(decidedAt) - Date.now())).toBeLessThan(dayMs);
  } finally {
    await own.close();
  }
});

test.describe('on a page that was served while another cookie policy applied', () => {
  test('the bar asks again, leads to the new text, and takes the next choice', async ({ page, site, guard }) => {
    guard.allow(/status of 409/);
    const { bar } = consentOf(page);
    const note = bar.getByRole('alert');
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await bar.accept.click();
    await expect(note).toHaveText(t('page.consent-again'));
    expect(await readStorage(page)).toEqual({ cookies: [], local: [] });
    const recorded = nextRecord(page);
    await bar.accept.click();
    await expect(bar).toBeHidden();
    expect(await recorded).toMatchObject({ document: { version: await versionInForce(site) } });

    // Where the text is read first, the page behind the link is a new one.
    await page.evaluate(() => localStorage.clear());
    await serveOutdated(page, paths.cookiePolicy);
    await page.goto(paths.cookiePolicy);
    await becomeInteractive(page);
    await bar.reject.click();
    await expect(note).toBeVisible();
    const read = page.waitForRequest((request) => request.isNavigationRequest());
    await bar.getByRole('link').click();
    await read;
    await becomeInteractive(page);
    await expect(note).toBeHidden();
    const refused = nextRecord(page);
    await bar.reject.click();
    expect(await refused).toMatchObject({ document: { version: await versionInForce(site) } });
  });

  test('the settings say so, and keep open what was not taken', async ({ page, site, guard }) => {
    guard.allow(/status of 409/);
    const { bar, dialog } = consentOf(page);
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await bar.settings.click();
    await dialog.statistics.check();
    await dialog.save.click();
    await expect(dialog.getByRole('alert')).toHaveText(t('page.consent-again'));
    await expect(dialog).toContainText(t('consent-settings.open'));
    await expect(dialog.getByRole('status')).toBeEmpty();
    await expect(dialog.statistics).toBeChecked();
    const recorded = nextRecord(page);
    await dialog.save.click();
    expect(await recorded).toMatchObject({ document: { version: await versionInForce(site) } });
    await expect(dialog.getByRole('status')).toHaveText(t('consent-settings.saved'));
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  });

  test('a signal of the browser is recorded all the same', async ({ page, site, guard }) => {
    guard.allow(/status of 409/);
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true, configurable: true }),
    );
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    const recorded = nextRecord(page);
    await becomeInteractive(page);
    expect(await recorded).toMatchObject({
      method: 'global-privacy-control',
      document: { version: await versionInForce(site) },
    });
    await expect(consentOf(page).bar).toBeHidden();
  });

  test('one that is asked without a connection asks again as soon as there is one', async ({ page, site, guard }) => {
    guard.allow(/status of 409|Failed to load resource/);
    const { bar } = consentOf(page);
    await serveOutdated(page, paths.contact);
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await page.route(`**${apiPaths.documents}`, (route) => route.abort());
    for (let time = 0; time < 2; time++) {
      const refused = page.waitForResponse((response) => response.status() === 409);
      await bar.accept.click();
      await refused;
      await expect(bar.getByRole('alert')).toBeVisible();
    }
    await page.unroute(`**${apiPaths.documents}`);
    const told = page.waitForResponse(`**${apiPaths.documents}`);
    await bar.accept.click();
    await told;
    const recorded = nextRecord(page);
    await bar.accept.click();
    expect(await recorded).toMatchObject({ document: { version: await versionInForce(site) } });
  });
});
