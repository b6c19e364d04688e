import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const theme = fs.readFileSync(path.resolve(import.meta.dirname, '../../app/styles/theme.css'), 'utf8');
const colors = Object.fromEntries(
  [...theme.matchAll(/--color-([a-z0-9-]+): #([0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
);

/** Relative luminance (WCAG 2.2, glossary). */
function luminance(hex: string): number {
  const [red, green, blue] = [0, 2, 4].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast ratio of two tokens (WCAG 2.2, glossary). */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(colors[one]!), luminance(colors[other]!)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const surfaces = ['ink-0', 'ink-1', 'ink-2', 'amber-wash'];

test.each(surfaces)('on %s body text has 7:1, coloured text 4.5:1 and the edge of a control 3:1', (surface) => {
  for (const text of ['paper', 'paper-dim']) expect(contrast(text, surface), text).toBeGreaterThanOrEqual(7);
  for (const text of ['amber', 'amber-deep', 'moss', 'rust'])
    expect(contrast(text, surface), text).toBeGreaterThanOrEqual(4.5);
  expect(contrast('line-strong', surface)).toBeGreaterThanOrEqual(3);
});

test.each(['amber', 'amber-light', 'amber-deep'])('ink on %s has 4.5:1', (fill) => {
  expect(contrast('ink-0', fill)).toBeGreaterThanOrEqual(4.5);
});
