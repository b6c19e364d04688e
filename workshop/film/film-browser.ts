import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { type CutName, cuts } from '../../content/film/cuts.ts';
import { chromiumArguments, findChromium } from '../../scripts/commands/chromium.ts';
import type { PictureMeasures } from './measure-picture.ts';
import type { PosterTexts } from './poster-text.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The page is never served: the browser's requests are answered here from the built files. */
const origin = 'http://film.invalid';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

type PosterFormat = 'webp' | 'jpeg' | 'png';

/** High enough for amber on ink without a shadow around it. */
const posterQuality: Partial<Record<PosterFormat, number>> = { webp: 72, jpeg: 76 };

/** The film's page in a browser, ready to show any moment. */
export interface FilmPage {
  /** Shows a moment, given in milliseconds; equal return values mean equal pictures. */
  show(timeMs: number): Promise<string>;
  /** What can be read in the current picture. */
  measure(): Promise<PictureMeasures>;
  /** The current picture, as a lossless PNG file. */
  picture(): Promise<Buffer>;
  /** The player's poster with these words, ready for the page. */
  poster(texts: PosterTexts, format: PosterFormat): Promise<Buffer>;
}

/** A browser with the film's page, opened once or several times. */
export interface FilmBrowser extends FilmPage, AsyncDisposable {
  pages: readonly FilmPage[];
}

async function buildPage(directory: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: path.join(root, 'public'),
    plugins: [react(), tailwind()],
    logLevel: 'error',
    build: {
      target: 'es2023',
      outDir: directory,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: path.join(import.meta.dirname, 'film-page.html') },
    },
  });
}

async function answerFromFiles(page: Page, directory: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = [directory, path.join(root, 'public')]
      .map((folder) => path.join(folder, pathname))
      .find((candidate) => fs.existsSync(candidate) && fs.statSync(candidate).isFile());
    if (!file) return route.abort();
    await route.fulfill({ path: file, contentType: types[path.extname(file)] ?? 'application/octet-stream' });
  });
}

async function openPage(browser: Browser, directory: string, cut: CutName): Promise<FilmPage> {
  const { width, height, poster } = cuts[cut];
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
  page.on('pageerror', (error) => console.error(error));
  await answerFromFiles(page, directory);
  await page.goto(`${origin}/film-page.html`);
  // Every typeface is loaded before the first picture.
  await page.evaluate(async () => {
    const faces = ["400 40px 'JetBrains Mono'", "400 40px 'Instrument Sans'", "500 40px 'Instrument Sans'"];
    const display = [400, 430, 450, 560].map((weight) => `${weight} 40px Fraunces`);
    await Promise.all([...faces, ...display].map((face) => document.fonts.load(face)));
  });
  const session = await page.context().newCDPSession(page);
  return {
    show: (timeMs) => page.evaluate(([moment, name]) => window.showMoment(moment, name), [timeMs, cut] as const),
    measure: () => page.evaluate(() => window.measurePicture()),
    picture: async () => {
      // Larger files in a third less time; still without loss.
      const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      return Buffer.from(data, 'base64');
    },
    poster: async (texts, format) => {
      await page.evaluate(([words, name]) => window.showPoster(words, name), [texts, cut] as const);
      const { data } = await session.send('Page.captureScreenshot', {
        format,
        ...(posterQuality[format] && { quality: posterQuality[format] }),
        clip: { x: 0, y: 0, width, height, scale: poster.width / width },
      });
      return Buffer.from(data, 'base64');
    },
  };
}

/** Builds the film's page and opens it for a cut, `count` times. Throws when there is no Chromium. */
export async function openFilm(cut: CutName, count = 1): Promise<FilmBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('The film is drawn in Chromium, and none was found. Install one first.');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'film-page-'));
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    await buildPage(directory);
    browser = await chromium.launch({
      executablePath,
      args: [...chromiumArguments(), '--font-render-hinting=none', '--force-color-profile=srgb', '--hide-scrollbars'],
    });
    const first = await openPage(browser, directory, cut);
    const pages = [first];
    while (pages.length < count) pages.push(await openPage(browser, directory, cut));
    return { ...first, pages, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
