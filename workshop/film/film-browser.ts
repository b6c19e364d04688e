import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { film, poster } from '../../content/film/timeline.ts';
import { chromiumArguments, findChromium } from '../../scripts/commands/chromium.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The page is never served: the browser's requests are answered here from the built files. */
const origin = 'http://film.invalid';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

type PosterFormat = 'webp' | 'jpeg';

/** High enough for amber on ink without a shadow around it. */
const posterQuality: Record<PosterFormat, number> = { webp: 88, jpeg: 88 };

/** The film's page in a browser, ready to show any moment. */
export interface FilmBrowser extends AsyncDisposable {
  /** Shows a moment, given in milliseconds; equal return values mean equal pictures. */
  show(timeMs: number): Promise<string>;
  /** The current picture, as a lossless PNG file. */
  picture(): Promise<Buffer>;
  /** The player's poster with these words, ready for the page. */
  poster(text: string, format: PosterFormat): Promise<Buffer>;
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

/** Builds the film's page and opens it. Throws when there is no Chromium. */
export async function openFilm(): Promise<FilmBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('The film is drawn in Chromium, and none was found. Install one first.');
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'film-page-'));
  let browser: Browser | undefined;
  try {
    await buildPage(directory);
    browser = await chromium.launch({
      executablePath,
      args: [...chromiumArguments(), '--font-render-hinting=none', '--force-color-profile=srgb', '--hide-scrollbars'],
    });
    const page = await browser.newPage({ viewport: { width: film.width, height: film.height }, deviceScaleFactor: 1 });
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
    const close = async () => {
      await browser?.close();
      fs.rmSync(directory, { recursive: true, force: true });
    };
    return {
      show: (timeMs) => page.evaluate((moment) => window.showMoment(moment), timeMs),
      picture: async () => {
        // Larger files in a third less time; still without loss.
        const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
        return Buffer.from(data, 'base64');
      },
      poster: async (text, format) => {
        await page.evaluate((words) => window.showPoster(words), text);
        const { data } = await session.send('Page.captureScreenshot', {
          format,
          quality: posterQuality[format],
          clip: { x: 0, y: 0, width: film.width, height: film.height, scale: poster.width / film.width },
        });
        return Buffer.from(data, 'base64');
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await browser?.close();
    fs.rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}
