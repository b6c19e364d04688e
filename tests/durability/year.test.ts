import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInOffice } from '../factories/bookkeeper.ts';
import { testDatabaseUrl } from '../factories/database.ts';
import { hasOffice } from '../factories/libre-office.ts';
import { startYear, type Year } from '../factories/year.ts';

/** What has to happen, and why. */
const story = readFileSync(path.join(import.meta.dirname, 'year.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

/** What the exports of both years add up to, whoever adds. */
const summary = [
  'CH 0 ‰ not-registered: 30 documents, net 2015.42, VAT 0.00',
  'CH 81 ‰ swiss-vat: 1 documents, net 195.00, VAT 15.80',
  'IT 0 ‰ consumer-abroad: 3 documents, net 528.00, VAT 0.00',
  'SE 0 ‰ consumer-abroad: 2 documents, net 39.00, VAT 0.00',
  'SE 0 ‰ reverse-charge: 3 documents, net 2106.00, VAT 0.00',
  // What Hugo had of a month that he never paid.
  'billed less credits 4899.22 = paid 4886.16 + open 13.06',
  'came in 5053.16 − went back 156.00 − surplus of transfers 11.00 = paid 4886.16',
];

const hangsAfterMs = 3_600_000;

/** It takes minutes: A_YEAR=1 npm test -- durability/year (docs/operations.md). The server runs the operator's commands. */
const isHere = process.env.A_YEAR === '1' && testDatabaseUrl === undefined;
let year: Year;
beforeAll(async () => {
  if (isHere) year = await startYear();
}, hangsAfterMs);
afterAll(() => year?.close());

it.runIf(isHere)(
  'in a year of each kind of customer, each mail, invoice and charge has its reason, and there is no other',
  async () => {
    for (const [, reason] of story) expect(reason).toMatch(/\.$/);
    const lines = await year.live();
    // Two mails of one minute may arrive in either order.
    expect(lines.toSorted()).toEqual(story.map(([line = '']) => line.trimEnd()).toSorted());
    expect(await year.verify()).toContain('Everything adds up.');
  },
  hangsAfterMs,
);

it.runIf(isHere)(
  'a bookkeeper, who sees the exports and the statements, finds the year’s books right to the Rappen',
  async () => {
    expect(await year.checkBooks()).toEqual({ faults: [], summary });
  },
  hangsAfterMs,
);

it.runIf(isHere && hasOffice)(
  'so does one who opens the exports in LibreOffice, where that is installed',
  async () => {
    expect(await year.checkBooks(readInOffice)).toEqual({ faults: [], summary });
  },
  hangsAfterMs,
);
