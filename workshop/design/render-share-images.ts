/**
 * Draws the preview picture of a shared link, one in each language, from the site's own mark, trail, fonts and colours:
 * public/share. Run it when one of them or a text of `share-card.ts` changes. Needs a Chromium.
 */
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { shareImageAddress, shareImageSize } from '../../scripts/build/sharing-tags.ts';
import { chromiumArguments, findChromium } from '../../scripts/commands/chromium.ts';
import { locales } from '../../shared/locales.ts';
import { withTitle } from './png-text.ts';
import { type ShareCardTexts, shareCardTexts, shareCardTitle } from './share-card.ts';

const root = path.resolve(import.meta.dirname, '../..');
const publicFolder = path.join(root, 'public');
const readStyle = (name: string) => fs.readFileSync(path.join(root, 'app/styles', name), 'utf8');

/** Fonts are embedded in the page, because it has no address that URLs could be relative to. */
const fontFaces = readStyle('fonts.css').replace(/url\('([^']+)'\)/g, (_, address: string) => {
  const font = fs.readFileSync(path.join(publicFolder, address)).toString('base64');
  return `url('data:font/woff2;base64,${font}')`;
});

/** Outside Tailwind, the theme is a list of custom properties. */
const theme = readStyle('theme.css').replace('@theme', ':root').replace('--*: initial;', '');

const cardStyle = `
  * { margin: 0; box-sizing: border-box; }
  body {
    width: ${shareImageSize.width}px;
    height: ${shareImageSize.height}px;
    background: var(--color-ink-0);
    color: var(--color-paper);
    overflow: hidden;
  }
  .card { display: flex; flex-direction: column; height: 100%; padding: 64px 72px 76px; }
  .logo { font-size: 34px; gap: 20px; }
  .mark { height: 46px; }
  h1 {
    max-width: 16ch;
    margin-block: auto;
    font: var(--font-weight-display) 108px / 1.06 var(--font-display);
    letter-spacing: -0.025em;
    text-wrap: balance;
  }
  h1 > span { white-space: nowrap; }
  .trail.trail { grid-template-columns: 1fr auto; gap: 0; }
  .trail-text { font-size: 32px; white-space: nowrap; }
  .trail-words { padding-bottom: 8px; }
`;

const style = [fontFaces, theme, readStyle('brand.css'), cardStyle].join('\n');

interface Parts {
  Logo: ComponentType;
  Trail: ComponentType<{ text: string }>;
}

/** The site's own drawings. They are TSX, which only the bundler can read. */
async function loadParts(): Promise<Parts> {
  const vite = await createServer({
    configFile: false,
    root,
    plugins: [react()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const parts = await Promise.all(
      ['logo', 'trail'].map((name) => vite.ssrLoadModule(`/app/components/brand/${name}.tsx`)),
    );
    return Object.assign({}, ...parts) as Parts;
  } finally {
    await vite.close();
  }
}

const cardOf = ({ Logo, Trail }: Parts, { title, written }: ShareCardTexts) =>
  renderToStaticMarkup(
    createElement(
      'div',
      { className: 'card' },
      createElement('div', { className: 'logo' }, createElement(Logo)),
      // No line breaks at a hyphen.
      createElement('h1', null, ...title.split(' ').flatMap((word) => [createElement('span', null, word), ' '])),
      createElement(Trail, { text: written }),
    ),
  );

async function draw(browser: Browser, card: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: shareImageSize, reducedMotion: 'reduce' });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style>${card}`);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  await page.close();
  return png;
}

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...chromiumArguments(), '--force-color-profile=srgb'],
});
try {
  const parts = await loadParts();
  for (const locale of locales) {
    const texts = shareCardTexts(locale);
    const file = path.join(publicFolder, shareImageAddress(locale));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const png = withTitle(await draw(browser, cardOf(parts, texts)), shareCardTitle(texts));
    fs.writeFileSync(file, png);
    console.log(`${path.relative(root, file)}: ${(png.length / 1024).toFixed(0)} KiB`);
  }
} finally {
  await browser.close();
}
