import type { Locator, Page } from '@playwright/test';
import { paths } from '../../shared/paths.ts';
import { becomeLaidOut } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');
const narrow = { width: 390, height: 844 };
const narrowest = { width: 320, height: 700 };
const wide = { width: 1440, height: 900 };

/** The content generated before a cell, which a screen reader does not announce. */
const labelOf = (cell: Locator) =>
  cell.evaluate((td) => getComputedStyle(td, '::before').content.replace(/^"(.*)" \/ ""$/, '$1'));

/**
 * Texts with a line break inside: for addresses, any break in most windows; on a phone a break after the @ is none where the
 * whole is wider than its place.
 */
const brokenTexts = (page: Page) =>
  page.locator('main .email, .unbroken').evaluateAll((all) => {
    const linesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    const widthOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().width;
    };
    const mayBreak = (each: Element) => {
      const place = each.closest('p, li, td, dd, div')!;
      const { paddingLeft, paddingRight } = getComputedStyle(place);
      const room = place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const whole = [...each.childNodes].reduce((sum, node) => sum + widthOf(node), 0);
      return matchMedia('(width < 27rem)').matches && whole > room;
    };
    return all
      .filter((each) => (mayBreak(each) ? [...each.childNodes] : [each]).some((node) => linesOf(node) > 1))
      .map(({ textContent }) => textContent);
  });

test('on a phone each cell of a table says its column, to the eye once and to a screen reader as in a table', async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await page.goto(paths.terms);
  const table = page.getByRole('table').first();
  const headings = ['Plan', 'Price per month', 'Online requests per month'];
  for (const name of headings) await expect(table.getByRole('columnheader', { name, exact: true })).toBeAttached();
  const price = table.getByRole('row').nth(1).getByRole('cell').nth(1);
  await expect(price).toHaveText('CHF 0');
  expect(await labelOf(price)).toBe('Price per month');
  await page.emulateMedia({ media: 'print' });
  expect(await labelOf(price)).toBe('none');
  const printed = await Promise.all([table.getByRole('columnheader').first(), price].map((each) => each.boundingBox()));
  expect(printed[0]!.height).toBeGreaterThan(10);
  expect(printed[1]!.x).toBeGreaterThan(printed[0]!.x);
});

test('no table is wider than its room, and names of entries break after : or _ only', async ({ page }) => {
  const widths = [320, 768, 1024, 1440];
  for (const path of [paths.privacy, paths.terms, paths.cookiePolicy]) {
    await page.goto(path);
    await becomeLaidOut(page);
    const boxes = page.locator('.table-scroll');
    expect(await boxes.count(), path).toBeGreaterThan(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const over = await boxes.evaluateAll((all) => all.map((div) => div.scrollWidth - div.clientWidth));
      expect(Math.max(...over), `${path} at ${width} px`).toBe(0);
    }
  }
  expect(await page.locator('td code').count()).toBeGreaterThan(5);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const parts = await page.locator('td code').evaluateAll((all) =>
      all.flatMap((code) =>
        [...code.childNodes].flatMap((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getClientRects().length > 1 ? [node.textContent] : [];
        }),
      ),
    );
    expect(parts, `${width} px`).toEqual([]);
  }
});

test('a web address is in one piece, and breaks after a stroke rather than be wider than its place', async ({
  page,
}) => {
  const address = page.locator('main .web-address', { has: page.locator('wbr') }).first();
  const lines = () => address.evaluate((span) => new Set([...span.getClientRects()].map(({ top }) => top)).size);
  await page.goto(paths.privacy);
  await becomeLaidOut(page);
  for (const [size, expected] of [
    [narrow, 1],
    [narrowest, 2],
  ] as const) {
    await page.setViewportSize(size);
    // So narrow that only the host fits; a longer one leaves no other choice.
    await address.evaluate((span, isNarrowest) => {
      const block = span.closest<HTMLElement>('p, li, td')!;
      block.style.width = isNarrowest ? `${span.getBoundingClientRect().width - 8}px` : '';
    }, size === narrowest);
    expect(await lines(), `${size.width} px`).toBe(expected);
    expect(
      await address.evaluate(
        (span) =>
          [...span.childNodes].filter((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getClientRects().length > 1;
          }).length,
      ),
    ).toBe(0);
  }
});

test('an address stands on one line, and breaks after its @ on the narrowest of phones', async ({ page }) => {
  for (const path of [paths.privacy, paths.impressum, paths.beta, paths.contact]) {
    await page.goto(path);
    await becomeLaidOut(page);
    expect(await page.locator('main .email').count(), path).toBeGreaterThan(0);
    for (const size of [narrow, narrowest, wide]) {
      await page.setViewportSize(size);
      expect(await brokenTexts(page), `${path} at ${size.width} px`).toEqual([]);
    }
  }
});

test('beside the text the contents begin on the line of the first heading', async ({ page }) => {
  await page.setViewportSize(wide);
  for (const path of [paths.privacy, paths.cookiePolicy]) {
    await page.goto(path);
    await becomeLaidOut(page);
    const [contents, heading] = await Promise.all(
      [page.locator('#contents'), page.getByRole('heading', { level: 2 }).first()].map((each) => each.boundingBox()),
    );
    const middle = (box: typeof contents) => box!.y + box!.height / 2;
    expect(Math.abs(middle(contents) - middle(heading)), path).toBeLessThan(4);
    const list = await page.locator('.document-contents').boundingBox();
    expect(heading!.x - (list!.x + list!.width), path).toBe(48);
  }
});

test('what can be done with a document stands where the document says', async ({ page }) => {
  await page.goto(paths.cookiePolicy);
  const settings = page.getByRole('main').getByRole('button', { name: t('layout.legal.cookie-settings') });
  const [facts, button, section] = await Promise.all(
    [page.locator('.document-facts'), settings, page.getByRole('heading', { level: 2 }).first()].map((each) =>
      each.boundingBox(),
    ),
  );
  expect(button!.y).toBeGreaterThan(facts!.y + facts!.height);
  expect(button!.y).toBeLessThan(section!.y);
  await page.goto(paths.withdrawal);
  await expect(page.getByRole('button', { name: t('legal.print') })).toBeVisible();
});

test('the source of a work stands below its other facts', async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto(paths.licenses);
  await becomeLaidOut(page);
  expect(await page.locator('.work dl').count()).toBeGreaterThan(50);
  const beside = await page.locator('.work dl').evaluateAll((all) =>
    all.filter((list) => {
      const [first, , source] = [...list.children].map((each) => each.getBoundingClientRect());
      return source!.top < first!.bottom || source!.left > first!.left;
    }),
  );
  expect(beside).toHaveLength(0);
});

test('a page is printed without its buttons and without what asks for consent', async ({ page }) => {
  await page.goto(paths.pricing);
  const controls = page.locator('.button, .consent-bar').filter({ visible: true });
  expect(await controls.count()).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'print' });
  await expect(controls).toHaveCount(0);
});
