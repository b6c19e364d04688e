import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { anchors, paths } from '../../shared/paths.ts';
import { publicKeyHash } from './certificate.ts';
import { formatTable, medianOf } from './measurement.ts';
import type { MeasuringBrowser } from './measuring-browser.ts';
import { withServedSite } from './served-site.ts';

/** Lighthouse's idea of a phone and its line: 150 ms latency, 1.6 Mbit/s (in bytes a second). */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;

/** The targets (docs/decisions/0003): from the press to the first visible reaction, and to its effect. */
const wanted = { answerMs: 100, effectMs: 1000 };

/** A control, and what appears once it has done its work. */
interface Press {
  name: string;
  path: string;
  control: string;
  effect: string;
  /** The effect is that it disappears. */
  isGone?: true;
}

const presses: readonly Press[] = [
  { name: 'Menu', path: paths.landing, control: '[commandfor=drawer]', effect: '.drawer[open]' },
  {
    name: 'Language menu',
    path: paths.landing,
    control: '[popovertarget=languages]',
    effect: '#languages:popover-open',
  },
  {
    name: 'Bullet points',
    path: paths.landing,
    control: '.switch-output .switch-option:nth-of-type(2)',
    effect: '[data-shown-for=bullets]',
  },
  { name: 'Enterprise', path: paths.pricing, control: '.tab:nth-of-type(2)', effect: `#${anchors.enterprise}` },
  { name: 'Four months', path: paths.pricing, control: '.segment:nth-of-type(2)', effect: '.by-four-months' },
  {
    name: 'Refuse statistics',
    path: paths.landing,
    control: '.consent-bar-choices .button:first-child',
    effect: '.consent-bar',
    isGone: true,
  },
  {
    name: 'Consent settings',
    path: paths.landing,
    control: '.consent-bar button.consent-link',
    effect: '.consent-dialog[open]',
  },
  {
    name: 'Sign in',
    path: paths.account,
    control: '.offer-choice .button-secondary',
    effect: '.offer-choice [aria-busy]',
  },
  { name: 'Show the versions', path: paths.releases, control: '.releases-wait .button', effect: '.guide-section' },
  {
    name: 'Stay here',
    path: '/no-such-page',
    control: '[data-part=cancel]',
    effect: '[data-part=cancel]',
    isGone: true,
  },
];

interface Seen {
  answerMs: number;
  effectMs: number;
}

/**
 * In the page: resolves when the effect of the press is visible. Times are those of frames, from the lifting of the
 * finger.
 */
function watchPress({ control, effect, isGone }: Press): Promise<Seen> {
  return new Promise((resolve) => {
    const find = (selector: string) => document.querySelector(selector);
    const isSeen = (selector: string) => find(selector)?.checkVisibility({ visibilityProperty: true }) ?? false;
    addEventListener(
      'pointerup',
      ({ timeStamp }) => {
        let answerMs: number | undefined;
        const look = (now: number) => {
          const hasEffect = isGone ? !isSeen(effect) : isSeen(effect);
          if (hasEffect || find(control)?.hasAttribute('data-awaits-script')) answerMs ??= now - timeStamp;
          if (hasEffect) resolve({ answerMs: answerMs!, effectMs: now - timeStamp });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
}

/** Presses a control of a page that nobody has touched, in a browser that has cached nothing of the site. */
async function measurePress(browser: Browser, origin: string, press: Press): Promise<Seen> {
  const context = await browser.newContext({ ...devices['Pixel 7'] });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', line);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(origin + press.path);
    await page.locator('html:not([data-fonts], [data-asleep])').waitFor({ state: 'attached' });
    await page.waitForTimeout(500);
    const { x, y } = await middleOf(page, press.control);
    const seen = page.evaluate(watchPress, press);
    // Once the page has its listener.
    await page.evaluate(() => undefined);
    await page.touchscreen.tap(x, y);
    return await seen;
  } finally {
    await context.close();
  }
}

async function middleOf(page: Page, control: string): Promise<{ x: number; y: number }> {
  const place = page.locator(control).first();
  await place.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForTimeout(200);
  const box = (await place.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Prints for each control how soon after the press there is a visible reaction, and the effect (docs/decisions/0003).
 */
export async function measureFirstPress(runs: number, { executablePath, args }: MeasuringBrowser): Promise<void> {
  const rows = [['Control', 'Page', 'Answer', 'Worst', 'Effect', 'Worst', 'Targets']];
  await withServedSite(async ({ origin, certificate }) => {
    const browser = await chromium.launch({
      executablePath,
      args: [...args, `--ignore-certificate-errors-spki-list=${publicKeyHash(certificate)}`],
    });
    try {
      for (const press of presses) {
        const seen: Seen[] = [];
        for (let run = 0; run < runs; run++) seen.push(await measurePress(browser, origin, press));
        rows.push([press.name, press.path, ...cellsOf(seen)]);
        console.log(press.name);
      }
    } finally {
      await browser.close();
    }
  });
  console.log(`\n${formatTable(rows)}`);
}

function cellsOf(seen: readonly Seen[]): string[] {
  const answers = seen.map(({ answerMs }) => answerMs);
  const effects = seen.map(({ effectMs }) => effectMs);
  const inMs = (value: number) => `${value.toFixed(0)} ms`;
  const isMet = medianOf(answers) <= wanted.answerMs && medianOf(effects) <= wanted.effectMs;
  return [
    inMs(medianOf(answers)),
    inMs(Math.max(...answers)),
    inMs(medianOf(effects)),
    inMs(Math.max(...effects)),
    isMet ? 'met' : 'missed',
  ];
}
