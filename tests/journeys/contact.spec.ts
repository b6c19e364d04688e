import { support } from '../../shared/business/support.ts';
import { paths } from '../../shared/paths.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.describe('support hours, by the clock in Zurich', () => {
  test.use({ timezoneId: 'Europe/Dublin' });

  test('open until 20:00, then closed until the next weekday', async ({ page }) => {
    // A Friday in summer, one minute to eight in Zurich.
    await page.clock.install({ time: new Date('2025-08-08T17:59:00Z') });
    await page.goto(paths.contact);
    // Nobody has to do anything for it.
    await expect(page.getByText(t('contact.hours.open', { time: support.closesAt }))).toBeVisible();
    const loaded = () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length;
    expect(await page.evaluate(loaded)).toBe(0);
    await becomeInteractive(page);
    await expect(page.getByText(t('contact.hours.open', { time: support.closesAt }))).toBeVisible();
    await expect(page.getByText(t('contact.hours.here', { opens: '10:00', closes: '19:00' }))).toBeVisible();

    await expect(page.locator('.day-line-now')).toBeVisible();

    await page.clock.runFor(90_000);
    await expect(page.locator('.day-line-now')).toBeHidden();
    await expect(page.getByText(t('contact.hours.opens-on', { day: 'Monday', time: support.opensAt }))).toBeVisible();
  });

  test('before eleven on a weekday it opens today', async ({ page }) => {
    // Clocks went back the day before.
    await page.clock.install({ time: new Date('2025-10-27T09:30:00Z') });
    await page.goto(paths.contact);
    await becomeInteractive(page);
    await expect(page.getByText(t('contact.hours.opens-today', { time: support.opensAt }))).toBeVisible();
  });
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 412, height: 823 } });

  test('whether support answers now is worked out once its line is in view', async ({ page }) => {
    await page.clock.install({ time: new Date('2025-08-08T17:59:00Z') });
    await page.goto(paths.contact);
    const status = page.locator('.support-status');
    await page.clock.runFor(20_000);
    await expect(status).toBeEmpty();
    await status.scrollIntoViewIfNeeded();
    await expect(status).toHaveText(t('contact.hours.open', { time: support.closesAt }));
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the hours are stated and nothing is claimed about now', async ({ page }) => {
    await page.goto(paths.contact);
    await expect(
      page.getByText(
        t('contact.hours.text', {
          first: 'Monday',
          last: 'Friday',
          opens: support.opensAt,
          closes: support.closesAt,
        }),
      ),
    ).toBeVisible();
    await expect(page.getByText(t('contact.hours.open', { time: support.closesAt }))).toHaveCount(0);
  });
});
