import type { Page } from '@playwright/test';
import { anchors, paths } from '../../shared/paths.ts';
import { holdRequests } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

/** What extensions do to a page before its scripts have started, by the reports about them. */
const changes: Record<string, () => void> = {
  // LastPass.
  'an element behind each field': () => {
    for (const field of document.querySelectorAll('main input')) {
      const mark = document.createElement('div');
      mark.dataset.lastpassIconRoot = '';
      field.after(mark);
    }
  },
  // Binnen-I be gone.
  'other words': () => {
    const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) (walker.currentNode as Text).data = (walker.currentNode as Text).data.replace(/e/g, 'ë');
  },
  'an element around each text': () => {
    const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement!.closest('option')) continue;
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  },
};

const forms = [
  { path: paths.withdrawal, field: '#notice-fullName', next: '#notice-contract', typed: 'Ada Lin' },
  { path: paths.cancellation, field: '#notice-fullName', next: '#notice-contract', typed: 'Ada Lin' },
  // No space: of an address, what is typed so far is told without the one at its end.
  { path: `${paths.beta}#${anchors.accessRequest}`, field: '#access-email', next: '#access-country', typed: 'ada@lin' },
];

/** Changes every page before a visitor does anything. */
const changePages = (page: Page, change: () => void) =>
  page.addInitScript(`document.addEventListener('DOMContentLoaded', ${change})`);

for (const [what, change] of Object.entries(changes))
  for (const { path, field, next, typed } of forms)
    test(`what is typed on ${path} stays with ${what} by an extension`, async ({ page, guard }) => {
      guard.allow(/Minified React error #418/);
      await changePages(page, change);
      await page.goto(path);
      const box = page.locator(field);
      await box.click();
      // The first key starts the scripts; the page is drawn anew among those that follow.
      await box.pressSequentially(typed, { delay: 30 });
      await page.keyboard.press('ArrowLeft');
      await page.locator('html[data-interactive]').waitFor({ state: 'attached' });
      await expect(box).toBeFocused();
      await page.keyboard.press('X');
      await expect(box).toHaveValue(typed.replace(/n$/, 'Xn'));
      await page.keyboard.press('Tab');
      await expect(page.locator(next)).toBeFocused();
    });

test('ticks, choices, open answers and a press stay, too', async ({ page, guard }) => {
  guard.allow(/Minified React error #418/);
  await changePages(page, changes['other words']!);
  await page.goto(paths.pricing);
  const slider = page.locator('#value-pages');
  const question = page.locator('details').first();
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  const period = page.locator('fieldset input[type=radio]:not(:checked):visible').first();
  const id = await period.evaluate((radio: HTMLInputElement) => `${radio.name}=${radio.value}`);
  await period.check({ force: true });
  await question.locator('summary').click();
  await slider.fill('12');
  await page.getByRole('contentinfo').getByRole('button').last().click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const [name, value] = id.split('=');
  await expect(page.locator(`input[name="${name}"][value="${value}"]`)).toBeChecked();
  await expect(question).toHaveAttribute('open', '');
  await expect(slider).toHaveValue('12');
  await expect(slider).toHaveAttribute('aria-valuetext', t('pricing.value.pages-count', { pages: 12 }));
});
