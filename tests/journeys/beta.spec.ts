import { operator } from '../../shared/business/company.ts';
import { anchors, localizedPath, paths } from '../../shared/paths.ts';
import { becomeInteractive, becomeLaidOut, signInDirectly, signUpAtProvider } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

test('signing up goes through the login provider and comes back to the confirmation: one can wait for the invitation or download at once', async ({
  page,
  person,
}) => {
  await page.goto(paths.beta);
  await page.getByRole('button', { name: t('beta.sign-up') }).click();
  await signUpAtProvider(page, person);
  const main = page.getByRole('main');
  await expect(page).toHaveURL(paths.signedUp);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signed-up.title'));
  await main.getByRole('link', { name: t('signed-up.home') }).click();
  await expect(page).toHaveURL(paths.landing);
  await page.goBack();
  await expect(main).toContainText(t('signed-up.step-invitation'));
  await main.getByRole('link', { name: t('layout.account.download'), exact: true }).click();
  await expect(page).toHaveURL(paths.download);
  await expect(page.getByRole('heading', { name: t('account.form.heading') })).toBeVisible();
});

test('the confirmation thanks who has signed up, and tells everybody else where to', async ({ page, site, person }) => {
  const main = page.getByRole('main');
  await page.goto(paths.signedUp);
  await expect(main.getByRole('link', { name: 'you can sign up here' })).toHaveAttribute('href', paths.beta);
  await expect(main).not.toContainText(t('signed-up.description'));
  await becomeInteractive(page);
  await expect(main).not.toContainText(t('signed-up.description'));
  await signInDirectly(page, site, person);
  await page.goto(paths.signedUp);
  await expect(main).toContainText(t('signed-up.description'));
  await expect(main.getByRole('link', { name: 'you can sign up here' })).toHaveCount(0);
});

test('who is signed in is shown the way to the download', async ({ page, site, person }) => {
  await signInDirectly(page, site, person);
  await page.goto(paths.beta);
  await expect(page.getByText(t('beta.signed-in', { email: person.email }))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('layout.account.download'), exact: true })
    .click();
  await expect(page).toHaveURL(paths.download);
});

test('when the sign-up cannot be opened, the page says so and e-mail is left', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await page.goto(paths.beta);
  await becomeInteractive(page);
  await page.route('**/*.js', (route) => route.abort());
  const signUp = page.getByRole('button', { name: t('beta.sign-up') });
  await signUp.click();
  await expect(page.getByRole('alert')).toContainText(t('beta.sign-up.failed', { address: operator.generalEmail }));
  await expect(signUp).toBeEnabled();
});

for (const [width, height, locale] of [
  [1024, 768, 'en'],
  [1280, 680, 'de'],
  [1440, 900, 'fr'],
] as const)
  test(`at ${width} × ${height} both ways in stand side by side, and are seen at once, in ${locale}`, async ({
    page,
  }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width, height });
    await page.goto(localizedPath(paths.beta, locale));
    await becomeLaidOut(page);
    const [open, elsewhere] = await Promise.all(
      (['beta.countries', 'beta.country-missing.title'] as const).map((id) =>
        page.getByRole('heading', { name: t(id) }).boundingBox(),
      ),
    );
    expect(elsewhere!.y).toBe(open!.y);
    expect(elsewhere!.x).toBeGreaterThan(open!.x + open!.width);
    await expect(page.getByRole('button', { name: t('beta.sign-up') })).toBeInViewport({ ratio: 1 });
  });

test('on a phone the way that most people take comes first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.beta);
  await becomeLaidOut(page);
  await expect(page.getByRole('button', { name: t('beta.sign-up') })).toBeInViewport({ ratio: 1 });
});

test('a visitor of another country is told what to do', async ({ page }) => {
  await page.goto(`${paths.beta}#${anchors.countryMissing}`);
  const answer = page.getByRole('region', { name: t('beta.country-missing.title') });
  await expect(answer).toBeInViewport();
  await expect(answer.getByRole('link')).toHaveAttribute('href', `mailto:${operator.supportEmail}`);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the way by e-mail is left', async ({ page }) => {
    await page.goto(paths.beta);
    await expect(page.getByRole('button', { name: t('beta.sign-up') })).toBeHidden();
    await expect(page.getByText(t('beta.no-script'))).toBeVisible();
    await expect(page.getByRole('link', { name: t('beta.by-email') })).toBeVisible();
  });
});
