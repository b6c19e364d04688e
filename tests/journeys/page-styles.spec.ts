import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type Boot, bootElementId } from '../../app/site/boot.ts';
import { notFoundRoute } from '../../app/site/routes.ts';
import { type Locale, localeNames, locales } from '../../shared/locales.ts';
import { localizedPath, paths } from '../../shared/paths.ts';
import { eachKindOfPage } from './fixtures/pages.ts';
import { becomeInteractive } from './fixtures/steps.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const t = wordsOf('en');

const addresses = [...eachKindOfPage, notFoundRoute].map(({ paths }) => paths[0] ?? '/no-such-page');

test.beforeEach(({ guard }) => {
  guard.allow(/status of 404 .*no-such-page/);
});

const readBoot = (page: Page) =>
  page.evaluate((id) => JSON.parse(document.getElementById(id)!.textContent!) as Boot, bootElementId);

/** Rules of the site's styles for something on the page, in whatever state, that the page does not carry itself. */
const listMissingRules = (page: Page, siteStyle: string) =>
  page.evaluate((siteStyle) => {
    /** Top-level selectors, each with all that has an effect on it. */
    const selectorsOf = (list: string) => {
      let depth = 0;
      const marked = [...list].map((mark) => {
        depth += mark === '(' ? 1 : mark === ')' ? -1 : 0;
        return mark === ',' && depth === 0 ? '\n' : mark;
      });
      return marked.join('').split(/\n\s*/);
    };
    const rulesOf = (rules: CSSRuleList, around = ''): [selector: string, rule: string][] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSStyleRule && rule.cssRules.length > 0)
          throw new Error(`Rules within ${rule.selectorText} are not compared.`);
        if (rule instanceof CSSStyleRule)
          return selectorsOf(rule.selectorText).map((selector): [string, string] => [
            selector,
            `${around} ${selector} { ${rule.style.cssText} }`,
          ]);
        if (rule instanceof CSSGroupingRule) {
          const [prelude] = rule.cssText.split('{', 1);
          return rulesOf(rule.cssRules, `${around} ${prelude!.trim()}`);
        }
        return [];
      });
    /** Without what changes while the page is open: attributes, and states such as `:hover`. */
    const stateless = (selector: string): string => {
      const part = /\[[^\]]*\]|::?([a-z-]+)/.exec(selector);
      if (!part) return selector;
      const [text, pseudo = ''] = part;
      const before = selector.slice(0, part.index);
      let rest = selector.slice(part.index + text.length);
      let kept = '';
      if (pseudo && rest.startsWith('(')) {
        let depth = 0;
        const end = [...rest].findIndex((mark) => {
          depth += mark === '(' ? 1 : mark === ')' ? -1 : 0;
          return depth === 0;
        });
        if (pseudo === 'is' || pseudo === 'where') kept = `:is(${stateless(rest.slice(1, end))})`;
        rest = rest.slice(end + 1);
      }
      return before + kept + stateless(rest);
    };
    /** With something in each place that has become empty. */
    const filled = (selector: string) => selector.replace(/(^|[\s>+~(,])(?=$|[\s>+~),])/g, '$1*');
    /** What a rule of one layer has over those of another depends on their order alone. */
    const layersOf = (rules: CSSRuleList) => [
      ...new Set(
        [...rules].flatMap((rule) =>
          rule instanceof CSSLayerStatementRule ? rule.nameList : rule instanceof CSSLayerBlockRule ? rule.name : [],
        ),
      ),
    ];
    const site = new CSSStyleSheet();
    site.replaceSync(siteStyle);
    if (`${layersOf(site.cssRules)}` !== `${layersOf(document.styleSheets[0]!.cssRules)}`)
      throw new Error('The layers of the page are not those of the site.');
    const own = new Set(rulesOf(document.styleSheets[0]!.cssRules).map(([, rule]) => rule));
    return rulesOf(site.cssRules)
      .filter(([selector, rule]) => !own.has(rule) && document.querySelector(filled(stateless(selector))))
      .map(([, rule]) => rule);
  }, siteStyle);

test.describe('as it was sent', () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of locales)
    test(`every page in ${localeNames[locale]} carries all styles that it can need`, async ({ page }) => {
      test.setTimeout(180_000);
      for (const path of addresses)
        await test.step(path, async () => {
          await page.goto(localizedPath(path, locale as Locale));
          expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
          const { style } = await readBoot(page);
          expect(await listMissingRules(page, fs.readFileSync(`dist/site/public${style}`, 'utf8'))).toEqual([]);
        });
    });
});

test('the scripts of a page are not started before the styles of all others are here', async ({ page }) => {
  await page.goto(paths.landing);
  const { style } = await readBoot(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${style}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.mouse.move(200, 200, { steps: 2 });
  await expect(page.locator(`link[rel=stylesheet][href="${style}"]`)).toBeAttached();
  await page.waitForTimeout(500);
  await expect(page.locator('html')).not.toHaveAttribute('data-interactive');
  release();
  await becomeInteractive(page);
});

test('where they do not arrive, the next click has the page loaded anew', async ({ page, guard }) => {
  guard.allow(/status of 503/);
  const styles = '**/assets/site-*.css';
  await page.route(styles, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(paths.account);
  await page.mouse.move(200, 200, { steps: 2 });
  await expect(page.locator('html')).toHaveAttribute('data-failed');
  await page.unroute(styles);
  const loadedAnew = page.waitForEvent('load');
  await page.getByRole('button', { name: t('account.offer.sign-up') }).click();
  await loadedAnew;
  await becomeInteractive(page);
});
