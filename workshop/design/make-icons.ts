/**
 * Draws the site's icons from the mark and the colours of the style sheet, and writes them with the web app manifest to
 * public/. Needs a Chromium.
 */
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../scripts/commands/chromium.ts';
import { mark, markDots, markLimbs } from '../../shared/mark.ts';

const root = path.resolve(import.meta.dirname, '../..');
const theme = fs.readFileSync(path.join(root, 'app/styles/theme.css'), 'utf8');

function requireColor(name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(theme)?.[1];
  if (!value) throw new Error(`theme.css has no colour ${name}.`);
  return value;
}

const ink = requireColor('ink-0');
const amber = requireColor('amber');
const paper = requireColor('paper');

/** A single dot of the ant with its line, for sizes at which the whole ant would blur. */
const dot = `<circle cx="16" cy="15.4" r="5.8" fill="${amber}"/><path d="M18 10c.3-2.6 1.3-4.2 3-5.2M20.4 11.6c1.4-1.9 3-2.8 5.2-2.8" fill="none" stroke="${amber}" stroke-width="1.9" stroke-linecap="round"/><path d="M6.5 25.4h19" stroke="${paper}" stroke-width="3" stroke-linecap="round"/>`;

/** The mark of the house, 36 × 26, within the safe zone of a maskable icon (a circle of 80 %). */
const ant = `<g transform="translate(5.2 8.2) scale(.6)" fill="none" stroke-linecap="round"><g fill="${amber}">${markDots()}</g><path stroke="${amber}" stroke-width="1.6" d="${markLimbs()}"/><path stroke="${paper}" stroke-width="2.4" d="${mark.line}"/></g>`;

const svg = (content: string, cornerRadius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${cornerRadius}" fill="${ink}"/>${content}</svg>`;

/** `picture` as a PNG of `size` × `size` pixels. */
async function rasterize(browser: Browser, picture: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${picture}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An icon file that contains PNG pictures (the ICO container: a header, one entry each, the pictures). */
function icoOf(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + pictures.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, index) => {
    const entry = 6 + index * 16;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

const write = (name: string, content: string | Buffer) => fs.writeFileSync(path.join(root, 'public', name), content);

const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArguments() });
try {
  const small = svg(dot, 7);
  const whole = svg(ant, 0);
  write('favicon.svg', `${small}\n`);
  write(
    'favicon.ico',
    icoOf(await Promise.all([16, 32].map(async (size) => ({ size, png: await rasterize(browser, small, size) })))),
  );
  write('apple-touch-icon.png', await rasterize(browser, whole, 180));
  for (const size of [192, 512]) write(`icon-${size}.png`, await rasterize(browser, whole, size));
} finally {
  await browser.close();
}

const manifest = {
  name: 'Writing Ant',
  short_name: 'Writing Ant',
  start_url: '/',
  display: 'browser',
  background_color: ink,
  theme_color: ink,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ...[192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  ],
};
write('manifest.webmanifest', `${JSON.stringify(manifest, null, 2)}\n`);
