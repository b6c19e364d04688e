import { paths } from '../../shared/paths.ts';
import { describeSessionEvents } from './fixtures/session-events.ts';
import { describeSessionFaults, setSessionStage } from './fixtures/session-faults.ts';
import { describeSessionMeetings } from './fixtures/session-meetings.ts';
import { describeSessionOutages } from './fixtures/session-outages.ts';
import { signInAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

setSessionStage();
describeSessionFaults();
describeSessionEvents();
describeSessionMeetings();
describeSessionOutages();

test('127.0.0.1 is this machine as well', async ({ page, site, person, guard }) => {
  const { port } = new URL(site.origin);
  const { port: loginPort } = new URL(site.loginOrigin);
  guard.allow(new RegExp(`Request to another origin: http://127.0.0.1:(${port}|${loginPort})/`));
  await site.createAccount(person);
  await page.goto(`http://127.0.0.1:${port}${paths.account}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('account.offer.sign-in') })
    .click();
  await signInAtProvider(page, person);
  await expect(page.getByRole('heading', { name: t('account.form.heading') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: t('account.form.heading') })).toBeVisible();
});
