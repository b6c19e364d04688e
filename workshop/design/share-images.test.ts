import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { shareImageAddress, shareImageSize } from '../../scripts/build/sharing-tags.ts';
import { locales } from '../../shared/locales.ts';
import { readPng } from './png-text.ts';
import { shareCardTexts, shareCardTitle } from './share-card.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../public');
const largestBytes = 80 * 1024;

/** When the words changed: node workshop/design/render-share-images.ts */
it.each(locales)('the picture for shared links in %s has the right size and the present words', (locale) => {
  const png = fs.readFileSync(path.join(publicFolder, shareImageAddress(locale)));
  expect(readPng(png)).toEqual({ ...shareImageSize, title: shareCardTitle(shareCardTexts(locale)) });
  expect(png.length).toBeLessThanOrEqual(largestBytes);
});
