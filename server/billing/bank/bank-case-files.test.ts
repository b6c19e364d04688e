import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { forgetStatements } from '../../../tests/factories/bank-statement.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { verifyBooks } from '../books/books.ts';
import { importStatements } from './bank-import.ts';

// Shapes from public bug reports of other importers, each as a file; the comment within says what is right.
const folder = path.join(import.meta.dirname, 'cases');
const now = new Date('2028-01-02T08:00:00Z');

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterEach(async () => {
  const found = await verifyBooks(opened.database.kysely, new Date(now.getTime() + 7_200_000));
  expect(found.map(({ name }) => name).filter((name) => name !== 'waiting')).toEqual([]);
  await forgetStatements(opened.database);
});
afterAll(() => opened.remove());

const load = (name: string) =>
  opened.database.kysely
    .transaction()
    .execute((trx) => importStatements(trx, readFileSync(path.join(folder, name)), now));

/** What counts of all files, as `<Rappen> <reference>`; `?` where a person has to look at it. */
async function kept(): Promise<string[]> {
  const rows = await opened.database.kysely
    .selectFrom('bank_entries')
    .selectAll()
    .where('state', '<>', 'ignored')
    .execute();
  return rows
    .map(({ amount_rappen, reference, note }) => `${amount_rappen} ${reference}${note === null ? '' : ' ?'}`)
    .toSorted();
}

const [first, second] = ['4900 RF462026000123', '4900 RF192026000124'] as const;

it.each<[string, string[], string[]]>([
  ['an id that is given again a year later', ['01a-first-year.xml', '01b-same-id-next-year.xml'], [first, '4900 null']],
  [
    'a reference that stands for none',
    ['02a-placeholder.xml', '02b-placeholder-next-day.xml'],
    ['17600 RF462026000123', '4900 null'],
  ],
  ['a sum, and its details', ['03a-sum-without-details.xml', '03b-its-details.xml'], [second, first]],
  ['a charge within a sum', ['04-fee-within-a-sum.xml'], [second, first]],
  ['a sum that goes out without amounts', ['05-outgoing-sum-without-amounts.xml'], [first]],
  ['a sum of version .02', ['06-sum-of-version-02.xml'], [second, first]],
  ['two accounts', ['07-two-accounts.xml'], [first]],
  ['a ZIP', ['09-zip-of-a-statement.zip'], ['4900 null']],
  ['what is pending, without a day', ['10-pending-without-day.xml'], [first]],
  ['a reference before an amount', ['11-reference-before-an-amount.xml'], ['17600 RF462026000123']],
  [
    'a return without a flag',
    ['12a-paid.xml', '12b-returned-without-flag.xml'],
    ['-17600 RF462026000123 ?', '17600 RF462026000123'],
  ],
])('%s is kept as it is meant', async (_, files, expected) => {
  for (const file of files) await load(file);
  expect(await kept()).toEqual(expected);
});

it('what is left out, or not sure, is told, and what lacks a day by its place', async () => {
  expect((await load('07-two-accounts.xml')).left).toEqual([expect.stringContaining('CH5604835012345678009')]);
  await forgetStatements(opened.database);
  await load('12a-paid.xml');
  expect((await load('12b-returned-without-flag.xml')).unsure).toEqual([
    expect.stringContaining('CHF -176.00 of 2026-12-02 (RET), line 3, Ntry 1: the bank sent it back'),
  ]);
  await expect(load('13-booked-without-day.xml')).rejects.toThrow(/line 3, Ntry 1 of N-1 .*BookgDt is missing/);
});

it('letters are read as the file says', async () => {
  await load('08-iso-8859-1.xml');
  const names = opened.database.kysely.selectFrom('bank_entries').select(['debtor_name', 'reference']);
  expect(await names.execute()).toEqual([{ debtor_name: 'Zoë Müller', reference: 'RF462026000123' }]);
});
