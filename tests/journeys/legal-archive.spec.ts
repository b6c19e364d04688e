import { legalVersions } from '../../content/legal/versions.ts';
import { publishedDocuments } from '../../shared/business/documents.ts';
import { legalDifferencePath, legalVersionPath } from '../../shared/legal-paths.ts';
import { paths } from '../../shared/paths.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const [terms = ''] = legalVersions.terms;
/** One whose text has changed, where there is one. */
const changed = publishedDocuments.find((document) => legalVersions[document].length > 1);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the archive shows each version, and leads to what changed', async ({ page }) => {
    await page.goto(paths.legalArchive);
    for (const [document, versions] of Object.entries(legalVersions))
      for (const version of versions)
        await expect(
          page.locator(`section[aria-labelledby=${document}] li`, { hasText: version }).first(),
        ).toBeVisible();
    if (!changed) return;
    const [first = '', second = ''] = legalVersions[changed];
    // The newest version is first, and each leads to what changed since every earlier one.
    await page
      .locator(`section[aria-labelledby=${changed}]`)
      .getByRole('link', { name: t('legal.archive.difference', { version: first }) })
      .last()
      .click();
    await expect(page).toHaveURL(legalDifferencePath(changed, first, second));
    await expect(page.locator('ins').first()).toBeVisible();
    await expect(page.locator('summary').first()).toBeVisible();
  });
});

test('a table of contents leads to each section', async ({ page }) => {
  await page.goto(paths.eula);
  const contents = page.getByRole('navigation', { name: t('legal.contents') });
  await expect(contents.getByRole('link')).toHaveCount(17);
  await contents.getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport();
  await expect(page).toHaveURL(/#17-/);
});

test('inside the site a version is fetched when it is visited, and there is a way back', async ({ page }) => {
  await page.goto(paths.legalArchive);
  await becomeInteractive(page);
  const link = page
    .locator('section[aria-labelledby=terms]')
    .getByRole('link', { name: t('legal.archive.version', { version: terms }), exact: true });
  await link.click();
  await expect(page).toHaveURL(legalVersionPath('terms', terms));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('legal.archive.title'));
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
});

test('a version that never was is not found, in the language of the visitor', async ({ page, guard }) => {
  guard.allow(/status of 404/);
  const answer = await page.goto('/legal/terms/1999-01-01?lang=sv');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('sv')('not-found.title'));
});
