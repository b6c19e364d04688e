/**
 * `npm run screenshots`: takes a picture of every page of the built site in every language and width, and lays them out
 * on one sheet for people to judge: .screenshots/index.html, and a PNG for each width beside it.
 * Options: --pages landing,pricing  --locales de,fr  --widths 390
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { routes } from '../../app/site/routes.ts';
import { buildSite } from '../../scripts/commands/build.ts';
import { chromiumArguments, findChromium } from '../../scripts/commands/chromium.ts';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { describeSite } from '../../scripts/commands/site.ts';
import { startProcess, waitForServer } from '../../scripts/commands/site-processes.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { runCommand } from '../../server/operator/run-command.ts';
import { isLocale, type Locale, localeNames, locales } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { type Picture, sheetHtml } from './sheet.ts';

const folder = path.resolve(import.meta.dirname, '../../.screenshots');

/** Heights of the window, which matter to pages that fill it. */
const windowHeights: Record<number, number> = { 390: 844, 768: 1024, 1440: 900 };

const allPages = [
  ...routes.flatMap(({ id, paths: [address] }) => (address ? [{ id, address }] : [])),
  { id: 'not-found', address: '/a-page-that-is-not-there' },
];

interface Wanted {
  pages: typeof allPages;
  locales: Locale[];
  widths: number[];
}

/** Throws, listing the alternatives, when an option names something else. */
function readOptions(): Wanted {
  const { values } = parseArgs({
    options: { pages: { type: 'string' }, locales: { type: 'string' }, widths: { type: 'string' } },
  });
  const chosen = <T>(text: string | undefined, all: readonly T[], nameOf: (each: T) => string) => {
    if (text === undefined) return [...all];
    return text.split(',').map((name) => {
      const found = all.find((each) => nameOf(each) === name);
      if (found === undefined) throw new ExplainedError(`"${name}" is none of: ${all.map(nameOf).join(', ')}`);
      return found;
    });
  };
  return {
    pages: chosen(values.pages, allPages, ({ id }) => id),
    locales: chosen(values.locales, locales, String).filter(isLocale),
    widths: chosen(values.widths, Object.keys(windowHeights).map(Number), String),
  };
}

/** Serves the built site while `use` runs. */
async function withServedSite(use: (origin: string) => Promise<void>): Promise<void> {
  const [port, loginPort] = (await findFreePorts(2)) as [number, number];
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-screenshots-'));
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    LOGIN_PORT: String(loginPort),
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  };
  const { config } = describeSite(environment);
  const server = startProcess('server', environment, () => {});
  try {
    await waitForServer(server, config).catch((error: Error) => {
      throw new ExplainedError(`${error.message}\n${server.output()}`);
    });
    await use(config.siteOrigin);
  } finally {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Waits until the page has its own fonts, content below the fold is laid out (docs/decisions/0015), and no request is
 * pending.
 */
async function becomeComplete(page: Page): Promise<void> {
  await page.locator('html:not([data-asleep]):not([data-fonts])').waitFor({ state: 'attached' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('main .spinner')].every((spinner) => spinner.offsetParent === null),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

/** One picture after the other, each from top to bottom of its page. */
async function takePictures(browser: Browser, origin: string, wanted: Wanted): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const width of wanted.widths)
    for (const locale of wanted.locales) {
      const context = await browser.newContext({
        viewport: { width, height: windowHeights[width]! },
        locale,
        reducedMotion: 'reduce',
      });
      // A visitor who sends this signal is not asked for consent: the pictures show the pages only.
      await context.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }));
      const page = await context.newPage();
      for (const { id, address } of wanted.pages) {
        const file = `${id}-${width}-${locale}.jpg`;
        await page.goto(origin + localizedPath(address, locale));
        await becomeComplete(page);
        await page.screenshot({ path: path.join(folder, file), fullPage: true, type: 'jpeg', quality: 80 });
        pictures.push({ page: id, width, language: localeNames[locale], file });
      }
      await context.close();
      console.log(`${width} px, ${localeNames[locale]}: ${wanted.pages.length} pages`);
    }
  return pictures;
}

/** The sheet as one picture for each width. */
async function takeSheets(browser: Browser, pictures: readonly Picture[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  for (const width of new Set(pictures.map((picture) => picture.width))) {
    const file = path.join(folder, `sheet-${width}.html`);
    fs.writeFileSync(file, sheetHtml(pictures.filter((picture) => picture.width === width)));
    await page.goto(`file://${file}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: path.join(folder, `contact-sheet-${width}.png`), fullPage: true });
    fs.rmSync(file);
  }
  await page.close();
}

await runCommand(async () => {
  const wanted = readOptions();
  const executablePath = findChromium();
  if (!executablePath) throw new ExplainedError('No Chromium was found. "npm test" installs one.');
  await buildSite();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    args: chromiumArguments(),
  });
  try {
    await withServedSite(async (origin) => {
      const pictures = await takePictures(browser, origin, wanted);
      fs.writeFileSync(path.join(folder, 'index.html'), sheetHtml(pictures));
      await takeSheets(browser, pictures);
    });
  } finally {
    await browser.close();
  }
  console.log(`\nThe sheet: ${path.relative(process.cwd(), path.join(folder, 'index.html'))}`);
});
