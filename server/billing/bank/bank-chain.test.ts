import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  aDetailsFile,
  aStatementFile,
  forgetStatements,
  type ToldEntry,
} from '../../../tests/factories/bank-statement.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import type { Database } from '../../database/database.ts';
import { verifyBooks } from '../books/books.ts';
import { importStatements } from './bank-import.ts';

const now = new Date('2026-12-02T08:00:00Z');
let database: Database;
let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
});
afterEach(async () => {
  // Whatever is told, what is kept adds up to the balances.
  const found = await verifyBooks(database.kysely, new Date(now.getTime() + 7_200_000));
  expect(found.map(({ name }) => name).filter((name) => name !== 'waiting')).toEqual([]);
  await forgetStatements(database);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const load = (xml: string) => database.kysely.transaction().execute((trx) => importStatements(trx, xml, now));
const loadCase = (name: string) => load(readFileSync(path.join(import.meta.dirname, 'cases', name), 'utf8'));
/** In Rappen, what is kept; sums whose details are known are no payments. */
const amounts = async () => {
  const rows = await database.kysely.selectFrom('bank_entries').selectAll().where('state', '<>', 'ignored').execute();
  return rows.map(({ amount_rappen }) => Number(amount_rappen)).toSorted((one, other) => one - other);
};

const keller = { amount: '49.00', bankReference: 'R1', payments: [{ debtor: 'Keller', message: 'Rechnung' }] };
const meier = { amount: '176.00', bankReference: 'R2', payments: [{ debtor: 'Meier' }] };
const rent = { amount: '49.00', side: 'DBIT', bankReference: 'R3' } as const;
const inFrancs = (rappen: number) => (rappen / 100).toFixed(2);

/** A statement whose closing balance follows from its entries. */
function told(
  opening: number,
  entries: readonly ToldEntry[],
  given: { id?: string; day?: string; until?: string } = {},
) {
  const moved = entries.reduce(
    (sum, { amount, side }) => sum + Math.round(Number(amount) * 100) * (side === 'DBIT' ? -1 : 1),
    0,
  );
  return aStatementFile({ opening: inFrancs(opening), closing: inFrancs(opening + moved), entries, ...given });
}

describe('what continues the last statement is new', () => {
  it('under the id of a statement of the year before', async () => {
    expect(await loadCase('01a-first-year.xml')).toMatchObject({ known: 0, added: 1 });
    expect(await loadCase('01b-same-id-next-year.xml')).toMatchObject({ known: 0, added: 1, repeated: 0 });
    expect(await amounts()).toEqual([4900, 4900]);
  });

  it('under a reference that stands for none', async () => {
    expect(await loadCase('02a-placeholder.xml')).toMatchObject({ added: 1 });
    expect(await loadCase('02b-placeholder-next-day.xml')).toMatchObject({ known: 0, added: 1, repeated: 0 });
    expect(await amounts()).toEqual([4900, 17_600]);
  });

  it('under the id of another one of the same day, with other balances', async () => {
    await load(told(10_000, [keller], { id: '1' }));
    expect(await load(told(14_900, [meier], { id: '1' }))).toMatchObject({ known: 0, added: 1 });
    expect(await amounts()).toEqual([4900, 17_600]);
  });

  it('also where a payment is equal in everything to one of the same day', async () => {
    await load(told(10_000, [keller], { id: '1' }));
    expect(await load(told(14_900, [keller], { id: '2' }))).toMatchObject({ known: 0, added: 1 });
    expect(await amounts()).toEqual([4900, 4900]);
  });

  it('also where as much went out before as came in', async () => {
    await load(told(10_000, [keller, rent], { id: '1' }));
    expect(await load(told(10_000, [meier, { ...rent, amount: '176.00' }], { id: '1' }))).toMatchObject({ added: 1 });
    expect(await amounts()).toEqual([4900, 17_600]);
  });

  it('in two statements of a day in one file', async () => {
    const second = { id: '2', opening: '149.00', closing: '325.00', entries: [meier] };
    const file = aStatementFile({ id: '1', closing: '149.00', entries: [keller] }, second);
    expect(await load(file)).toMatchObject({ known: 0, added: 2 });
    expect(await load(file)).toMatchObject({ known: 2, added: 0 });
  });

  it('in a file whose later statement comes first', async () => {
    const later = { id: '2', day: '2026-12-02', opening: '149.00', closing: '325.00', entries: [meier] };
    expect(await load(aStatementFile(later, { closing: '149.00', entries: [keller] }))).toMatchObject({ added: 2 });
  });
});

describe('within a statement each entry counts', () => {
  it('under one reference that stands for none', async () => {
    const entries = ['NONREF', 'NONREF', 'NOTPROVIDED'].map((bankReference) => ({ amount: '49.00', bankReference }));
    expect(await load(told(10_000, [...entries, { ...meier, bankReference: 'NONREF' }]))).toMatchObject({ added: 4 });
    expect(await amounts()).toEqual([4900, 4900, 4900, 17_600]);
  });

  it('twice, where the balances count it twice, and not at all where they do not', async () => {
    await expect(load(aStatementFile({ closing: '149.00', entries: [keller, keller] }))).rejects.toThrow('not add up');
    expect(await load(told(10_000, [keller, keller]))).toMatchObject({ added: 2, repeated: 0 });
  });
});

describe('what is told again counts once', () => {
  it('under another id, or in other words', async () => {
    await load(told(10_000, [keller, rent]));
    expect(await load(told(10_000, [keller, rent], { id: 'again' }))).toMatchObject({ known: 1, added: 0 });
    expect(await load(told(10_000, [rent, keller]))).toMatchObject({ known: 1, added: 0 });
    expect(await amounts()).toEqual([4900]);
  });

  it('after later statements', async () => {
    await load(told(10_000, [keller]));
    await load(told(14_900, [meier], { day: '2026-12-02' }));
    expect(await load(told(10_000, [keller], { id: 'again' }))).toMatchObject({ known: 1, added: 0 });
  });

  it('when an import was killed half-way', async () => {
    const xml = told(10_000, [keller, meier]);
    const died = database.kysely.transaction().execute(async (trx) => {
      await importStatements(trx, xml, now);
      throw new Error('The server died.');
    });
    await expect(died).rejects.toThrow('died');
    expect(await load(xml)).toMatchObject({ known: 0, added: 2 });
    expect(await load(xml)).toMatchObject({ known: 1, added: 0 });
  });

  it('in the statement of a day after those of its hours', async () => {
    await load(told(10_000, [keller], { id: 'morning' }));
    await load(told(14_900, [rent], { id: 'noon' }));
    expect(await load(told(10_000, [keller, rent, meier], { id: 'day' }))).toMatchObject({ added: 1, repeated: 1 });
    expect(await amounts()).toEqual([4900, 17_600]);
    expect(await load(told(27_600, [keller], { day: '2026-12-02' }))).toMatchObject({ added: 1 });
  });

  it('in the statement of a month after those of its days, and in those after it', async () => {
    const third = { ...keller, bookedOn: '2026-12-03', bankReference: 'R4' };
    await load(told(10_000, [keller]));
    await load(told(14_900, [rent, meier], { id: 'S-2', day: '2026-12-02' }));
    const month = [{ ...keller }, { ...rent, bookedOn: '2026-12-02' }, { ...meier, bookedOn: '2026-12-02' }, third];
    expect(await load(told(10_000, month, { id: 'M', until: '2026-12-31' }))).toMatchObject({ added: 1, repeated: 2 });
    expect(await load(told(27_600, [third], { id: 'S-3', day: '2026-12-03' }))).toMatchObject({ known: 1, added: 0 });
    expect(await load(told(32_500, [], { id: 'S-4', day: '2026-12-04' }))).toMatchObject({ known: 1, added: 0 });
    expect(await amounts()).toEqual([4900, 4900, 17_600]);
    const other = told(32_500, [{ ...meier, bankReference: 'R9' }], { id: 'S-4', day: '2026-12-04' });
    await expect(load(other)).rejects.toThrow('tells of CHF 176.00 of 2026-12-04 (R9), which');
  });

  it('without a new entry, and says until when the account is known', async () => {
    await load(told(10_000, [keller]));
    expect(await load(told(10_000, [keller], { until: '2026-12-02' }))).toMatchObject({ known: 0, added: 0 });
    const last = await database.kysely.selectFrom('bank_statements').select('until_on').orderBy('number', 'desc');
    expect(await last.executeTakeFirst()).toEqual({ until_on: '2026-12-02' });
  });
});

describe('what is not certain is refused', () => {
  it('a day that is told otherwise', async () => {
    await load(told(10_000, [keller]));
    const other = { ...keller, payments: [{ debtor: 'Meier' }] };
    for (const entries of [[other], [other, meier]])
      await expect(load(told(10_000, entries))).rejects.toThrow('not of CHF 49.00 of 2026-12-01 (R1), which was told');
    expect(await amounts()).toEqual([4900]);
  });

  it('a day that begins with other balances, and one before the first', async () => {
    await load(told(14_900, [meier], { id: 'S-2', day: '2026-12-02' }));
    await expect(load(told(10_000, [keller]))).rejects.toThrow('begins on 2026-12-01 with CHF 100.00');
    await expect(load(told(14_800, [keller], { id: 'S-2', day: '2026-12-02' }))).rejects.toThrow('is missing');
    expect(await amounts()).toEqual([17_600]);
  });

  it('an older version’s statement that was told otherwise', async () => {
    await database.kysely
      .insertInto('bank_statements')
      .values({
        ...{ id: crypto.randomUUID(), file_sha256: 'ab'.repeat(32), message_id: 'S-1', iban: 'CH9300762011623852957' },
        ...{ from_on: '2026-12-01', until_on: '2026-12-01', opening_rappen: 10_000, closing_rappen: 10_000 },
        imported_at: now,
      })
      .execute();
    expect(await load(told(10_000, [keller, rent], { id: 'S-1' }))).toMatchObject({ known: 1, added: 0 });
    await expect(load(told(5000, [keller], { id: 'S-0', day: '2026-11-30' }))).rejects.toThrow('before 2026-12-01');
    expect(await load(told(10_000, [keller], { id: 'S-1' }))).toMatchObject({ known: 0, added: 1 });
  });
});

describe('money whose balance counts and that is booked nowhere is named', () => {
  it.each([
    ['an entry is lost', 'delete from bank_entries where amount_rappen = 4900'],
    ['what went out is lost', 'delete from bank_debits'],
    ['an entry is less than the bank wrote', 'update bank_entries set amount_rappen = 1 where amount_rappen = 4900'],
    ['a sum has no details', "update bank_entries set state = 'ignored', note = null where amount_rappen = 4900"],
    [
      'an older version has lost an entry',
      'update bank_statements set number = null; delete from bank_debits; delete from bank_entries',
    ],
  ])('%s', async (_, plant) => {
    await load(told(10_000, [keller, meier, { ...rent, amount: '20.00' }]));
    const at = new Date(now.getTime() + 7_200_000);
    const undo = new Error('undo');
    let found: string[] = [];
    // As nobody could who is not the database's administrator.
    const planted = database.kysely.transaction().execute(async (trx) => {
      await sql`set local role none`.execute(trx);
      for (const statement of plant.split('; ')) await sql.raw(statement).execute(trx);
      found = (await verifyBooks(trx, at)).map(({ name }) => name).filter((name) => name !== 'waiting');
      throw undo;
    });
    await expect(planted).rejects.toBe(undo);
    expect(found).toEqual(['missing']);
  });
});

describe('details', () => {
  const sum = { amount: '176.00', bankReference: 'NONREF', count: 2 };
  const parts = [
    { amount: '100.00', bankReference: 'P-1', debtor: 'Keller' },
    { amount: '76.00', bankReference: 'P-2', debtor: 'Meier' },
  ];
  const swapped = [
    { amount: '76.00', bankReference: 'P-1', debtor: 'Keller' },
    { amount: '100.00', bankReference: 'P-2', debtor: 'Meier' },
  ];
  const detailsOf = (id: string, day: string, payments = parts) =>
    aDetailsFile({ id, day, entries: [{ amount: '176.00', bankReference: 'NONREF', payments }] });

  it('take the place of the sum of their day, once, though another one is called the same', async () => {
    await load(told(10_000, [sum]));
    await load(told(27_600, [sum], { day: '2026-12-02' }));
    expect(await load(detailsOf('N', '2026-12-02'))).toMatchObject({ known: 0, added: 2 });
    expect(await load(detailsOf('again', '2026-12-02'))).toMatchObject({ known: 1, added: 0 });
    expect(await load(detailsOf('N', '2026-12-01', swapped))).toMatchObject({ known: 0, added: 2 });
    expect(await amounts()).toEqual([7600, 7600, 10_000, 10_000]);
  });

  it('of two sums of a day that are called the same', async () => {
    await load(told(10_000, [sum, sum]));
    expect(await load(detailsOf('N', '2026-12-01'))).toMatchObject({ added: 2 });
    expect(await load(detailsOf('N', '2026-12-01'))).toMatchObject({ known: 1, added: 0 });
    expect(await load(detailsOf('N', '2026-12-01', swapped))).toMatchObject({ added: 2 });
    await expect(load(detailsOf('N', '2026-12-01', parts.toReversed()))).resolves.toMatchObject({ known: 1, added: 0 });
  });

  it('in a file that came before the statement of one of its sums', async () => {
    const other = { amount: '176.00', bankReference: 'SUM', payments: parts };
    const day = { day: '2026-12-01', entries: [{ ...other, bankReference: 'NONREF' }, other] };
    await load(told(10_000, [sum]));
    expect(await load(aDetailsFile(day))).toMatchObject({
      added: 2,
      left: [expect.stringContaining('CHF 176.00 of 2026-12-01 (SUM)')],
    });
    await load(told(27_600, [{ ...sum, bankReference: 'SUM' }], { id: 'S-2' }));
    expect(await load(aDetailsFile(day))).toMatchObject({ added: 2, repeated: 2, left: [] });
  });

  it('leave out what stands alone, whatever it is called', async () => {
    await load(told(10_000, [sum, { ...keller, bankReference: 'NONREF' }]));
    const both = [
      { amount: '49.00', bankReference: 'NONREF', payments: [{ debtor: 'Keller' }] },
      { amount: '176.00', bankReference: 'NONREF', payments: parts },
    ];
    expect(await load(aDetailsFile({ entries: both }))).toMatchObject({ added: 2, repeated: 1, left: [] });
    expect(await amounts()).toEqual([4900, 7600, 10_000]);
  });
});
