import { paths } from '../../shared/paths.ts';
import { keptPages } from './fixtures/kept-pages.ts';
import { describeSessionFaults } from './fixtures/session-faults.ts';
import { describeSessionOutages } from './fixtures/session-outages.ts';
import { signUpAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test.use({ inCookieMode: true, ...keptPages });

describeSessionFaults();
describeSessionOutages();

test('the tokens of a session are out of reach of the page, also after a reload', async ({ page, site, person }) => {
  await page.goto(paths.account);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.offer.sign-up') })
    .click();
  await signUpAtProvider(page, person);
  const heading = page.getByRole('heading', { name: t('account.form.heading') });
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]));
  expect(stored).not.toContain('rt_');
  expect(stored).toContain('workos-has-session');
  const refreshes = (await site.listLoginRequests()).filter(({ grantType }) => grantType === 'refresh_token');
  expect(refreshes.at(-1)).toMatchObject({ refreshTokenIn: 'cookie', status: 200 });
});
