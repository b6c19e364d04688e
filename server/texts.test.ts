import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { locales } from '../shared/locales.ts';
import { readTextsIn } from './texts.ts';

const schema = z.strictObject({ greeting: z.string(), parts: z.strictObject({ end: z.string() }) });
const complete = { greeting: 'Hello', parts: { end: '{days} days' } };

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'texts-'));
  for (const locale of locales) fs.mkdirSync(path.join(folder, locale));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Reads texts that are `complete` in every language but Swedish. */
function readWithSwedish(swedish: unknown) {
  for (const locale of locales)
    fs.writeFileSync(path.join(folder, locale, 'toy.json'), JSON.stringify(locale === 'sv' ? swedish : complete));
  return readTextsIn(folder, 'toy', schema);
}

it('reads the texts of every language', async () => {
  const swedish = { greeting: 'Hej', parts: { end: '{days} dagar' } };
  expect(await readWithSwedish(swedish)).toMatchObject({ en: complete, sv: swedish });
});

it('refuses a missing text', async () => {
  await expect(readWithSwedish({ greeting: 'Hej', parts: {} })).rejects.toThrow('end');
});

it('refuses a text without its argument', async () => {
  await expect(readWithSwedish({ greeting: 'Hej', parts: { end: 'dagar' } })).rejects.toThrow(
    'toy in sv: /parts/end has the arguments [], English [{days}].',
  );
});

it('refuses a language without texts', async () => {
  await expect(readTextsIn(folder, 'toy', schema)).rejects.toThrow('toy.json');
});
