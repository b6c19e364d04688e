import { locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { expect, test } from './fixtures/test.ts';

/** What the page may ask of a reader (docs/design.md): words, places where a second column begins, sizes of letters. */
const most = { words: 900, columns: 2, sizes: 9 };

test.use({ viewport: { width: 1440, height: 900 } });

test('in every language the product page is short, and stands in one grid and one scale', async ({ page }) => {
  for (const locale of locales) {
    await page.goto(localizedPath(paths.landing, locale));
    await expect(page.locator('html:not([data-asleep])')).toBeAttached();
    const main = page.getByRole('main');
    const words = (await main.innerText()).split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
    expect(words.length, locale).toBeLessThanOrEqual(most.words);
    await expect(main.getByRole('table')).toHaveCount(0);

    const { columns, sizes } = await main.evaluate((element) => {
      const frame = element.querySelector('.page-width')!.getBoundingClientRect().left;
      const blocks = [...element.querySelectorAll('.page-width > *, .page-width > * > *')].filter(
        (block) => !getComputedStyle(block).display.startsWith('inline'),
      );
      const starts = blocks.map((block) => Math.round(block.getBoundingClientRect().left - frame));
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const sizes = new Set<string>();
      while (texts.nextNode()) {
        const holder = texts.currentNode.parentElement!;
        if (texts.currentNode.textContent!.trim() && holder.checkVisibility({ visibilityProperty: true }))
          sizes.add(getComputedStyle(holder).fontSize);
      }
      return { columns: [...new Set(starts.filter((start) => start > 300))], sizes: [...sizes] };
    });
    expect(columns.length, locale).toBeLessThanOrEqual(most.columns);
    expect(sizes.length, locale).toBeLessThanOrEqual(most.sizes);
  }
});
