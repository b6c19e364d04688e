import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { orderAddress } from '../../app/account/billing/order/offer.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { confirmationNames } from '../../shared/business/documents.ts';
import { plans } from '../../shared/business/plans.ts';
import { periods } from '../../shared/business/sales.ts';
import { formatPrice } from '../../shared/numbers.ts';
import { paths } from '../../shared/paths.ts';
import { type Engine, openFirefox, openWebKit } from './fixtures/engines.ts';
import { expect, test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

test.use({ salesOpen: 'ch,eu-business' });
// A whole browser starts for each, on a machine that may have other work.
test.describe.configure({ timeout: 300_000 });

const t = wordsOf('en');
const button = (name: string) => `//button[normalize-space()="${name}"]`;
const field = (label: string) => `//*[@id=//label[normalize-space()="${label}"]/@for]`;

for (const [name, open] of Object.entries({ Firefox: openFirefox, WebKit: openWebKit }))
  test(`in ${name} somebody signs up, gets the installer, orders a plan and closes the account`, async ({
    site,
    person,
  }, { outputDir }) => {
    fs.mkdirSync(outputDir, { recursive: true });
    const engine = await open(outputDir);
    const reads = (expression: string) => expect.poll(() => engine.read(expression));
    try {
      await engine.open(site.origin + paths.landing);
      await engine.press(button(t('consent.reject')));
      await engine.press(`//header//a[@href="${paths.download}"]`);
      await engine.press(button(t('account.offer.sign-up')));
      for (const [name, text] of Object.entries(person)) await engine.type(`//*[@id="${name}"]`, text);
      await engine.press('//button');

      await engine.choose(field(t('account.form.country')), 'CH');
      await tickAll(engine, confirmationNames.length);
      await engine.press(button(t('account.form.submit')));
      const { releases } = await (await fetch(site.origin + apiPaths.releases)).json();
      const offered = releases.find((release: { platform: string }) => release.platform === 'windows');
      const file = path.join(outputDir, offered.fileName);
      await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size).toBe(offered.sizeBytes);
      expect(createHash('sha256').update(fs.readFileSync(file)).digest('hex')).toBe(offered.sha256);
      await reads('document.activeElement.textContent').toBe(t('account.started.title'));

      await engine.open(site.origin + orderAddress({ product: 'moderate', months: periods[0] }));
      await engine.type(field(t('order.street')), 'Bahnhofstrasse');
      await engine.type(field(t('order.postal-code')), '6300');
      await engine.type(field(t('order.town')), 'Zug');
      await engine.choose(field(t('order.country')), 'CH');
      await engine.press(button(t('order.continue')));
      await engine.press(`//label[contains(normalize-space(), "${t('order.method.invoice')}")]`);
      await tickAll(engine);
      await engine.press(button(t('order.submit', { price: formatPrice('en', plans.moderate.monthlyRappen) })));
      await reads('document.querySelector("main").innerText').toContain(t('order-done.received.title'));

      await engine.open(site.origin + paths.accountClosing);
      await engine.press(button(t('closing.open')));
      await engine.press(button(t('closing.confirm.close')));
      await reads('document.activeElement.textContent').toBe(t('closing.closed.title'));
    } finally {
      await engine.close();
    }
  });

/** Ticks every box of the page, once there are some, and sees that there are so many. */
async function tickAll(engine: Engine, wanted?: number): Promise<void> {
  const boxes = '//main//input[@type="checkbox"]';
  const countThem = async () => Number(await engine.read(`document.querySelectorAll('main [type=checkbox]').length`));
  if (wanted) await expect.poll(countThem).toBe(wanted);
  else await expect.poll(countThem).toBeGreaterThan(0);
  for (let place = 1, count = await countThem(); place <= count; place++) await engine.press(`(${boxes})[${place}]`);
}
