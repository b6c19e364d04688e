/**
 * Measures what a visitor without a session transfers for each page of the built site, compressed as sent: its HTML
 * including the styles, and what the first action fetches. Exits with 1 when a budget is exceeded.
 */
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Boot, bootElementId } from '../../app/site/boot.ts';
import { brotliQuality } from '../../server/site/site-file.ts';
import { locales } from '../../shared/locales.ts';

const site = path.resolve(import.meta.dirname, '../../dist/site');
const kibibyte = 1024;

/** Compressed bytes per page. */
const budgets = { scripts: 77 * kibibyte, html: 52 * kibibyte };

type Part = keyof typeof budgets;

/**
 * Pages that hold more by their purpose: forms of buyers and of people who want their rights, and what they have used. Nobody meets
 * them before a decision.
 */
const ownBudgets: Readonly<Record<string, Partial<Record<Part, number>>>> = {
  'cancellation.html': { scripts: 80 * kibibyte },
  'order.html': { scripts: 92 * kibibyte },
  'personal-data.html': { scripts: 79 * kibibyte },
  'plan.html': { scripts: 83 * kibibyte },
  'usage.html': { scripts: 78 * kibibyte },
};

const allowed = (page: string, part: Part): number => ownBudgets[path.basename(page)]?.[part] ?? budgets[part];
type PageSize = { page: string } & Record<Part, number>;

const parts = Object.keys(budgets) as Part[];

const pages = await Promise.all(
  locales.flatMap((locale) =>
    fs
      .readdirSync(path.join(site, 'pages', locale), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => measure(`${locale}/${name}`)),
  ),
);
if (pages.length === 0) throw new Error('The built site has no pages.');

const excesses = pages.flatMap((size) =>
  parts
    .filter((part) => size[part] > allowed(size.page, part))
    .map(
      (part) =>
        `${size.page}: ${inKibibytes(size[part])} of ${part}, allowed are ${inKibibytes(allowed(size.page, part))}.`,
    ),
);
for (const part of parts) {
  const usual = pages.filter(({ page }) => ownBudgets[path.basename(page)]?.[part] === undefined);
  const largest = usual.reduce((largest, size) => (size[part] > largest[part] ? size : largest));
  console.log(`Largest ${part}: ${inKibibytes(largest[part])} of ${inKibibytes(budgets[part])} (${largest.page}).`);
}
if (excesses.length > 0) {
  console.error(excesses.join('\n'));
  process.exitCode = 1;
}

async function measure(page: string): Promise<PageSize> {
  const html = fs.readFileSync(path.join(site, 'pages', page));
  const { scripts } = readBoot(html.toString(), page);
  return {
    page,
    scripts: scripts.reduce((sum, address) => sum + compressedBytes(address), 0),
    html: (await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }))
      .length,
  };
}

/** The data block that tells a page which scripts to start. */
function readBoot(html: string, page: string): Boot {
  const block = new RegExp(`<script type="application/json" id="${bootElementId}">(.*?)</script>`, 's').exec(html)?.[1];
  if (!block) throw new Error(`${page} does not say which scripts it starts.`);
  return JSON.parse(block) as Boot;
}

/** Of a script: the build has compressed it. */
function compressedBytes(address: string): number {
  return fs.statSync(path.join(site, 'public', `${address}.br`)).size;
}

function inKibibytes(bytes: number): string {
  return `${(bytes / kibibyte).toFixed(1)} KiB`;
}
