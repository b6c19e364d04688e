import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inFrancs } from '../../../shared/numbers.ts';
import { forgetStatements } from '../../../tests/factories/bank-statement.ts';
import {
  amountXml,
  bankNameXml,
  bookedXml,
  detailsXml,
  notificationFile,
  referenceXml,
  sideXml,
  statementsFile,
  statementXml,
  wordsXml,
  xml,
} from '../../../tests/factories/bank-xml.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import type { Database } from '../../database/database.ts';
import { verifyBooks } from '../books/books.ts';
import { importStatements } from './bank-import.ts';
import { StatementFault } from './statement-fault.ts';

const now = new Date('2026-12-20T08:00:00Z');
/** CI runs few; FC_RUNS asks for more. */
const numRuns = Number(process.env.FC_RUNS ?? 20);
let database: Database;
let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const load = (file: string) => database.kysely.transaction().execute((trx) => importStatements(trx, file, now));

/** How a bank tells of an entry; `counts` is what it moves the balance by, `details` are for another file. */
interface Told {
  entry: string;
  counts: number;
  details?: string;
}

const rappen = fc.integer({ min: 1, max: 50_000 });
const sign = fc.constantFrom(1, -1);
/** Banks call several entries the same. */
const bankName = fc.constantFrom('', bankNameXml('NONREF'), bankNameXml('A'), bankNameXml('B'));
const words = fc.constantFrom(
  '',
  referenceXml('RF462026000123'),
  wordsXml('RF46 2026 0001 23 49.00'),
  wordsXml('RF462026000123, RF192026000124'),
  wordsXml('Miete'),
  xml('RtrInf', xml('Rsn', xml('Cd', 'AC01'))),
);
const status = fc.constantFrom(xml('Cd', 'BOOK'), 'BOOK', xml('Prtry', 'booked'));
const fault = fc.constantFrom<[string | RegExp, string]>(
  ['', ''],
  [/<BookgDt>.*?<\/BookgDt>/, ''],
  [/<ValDt>.*?<\/ValDt>/, ''],
  ['Ccy="CHF"', 'Ccy="SEK"'],
  [/<CdtDbtInd>.*?<\/CdtDbtInd>/, ''],
  ['<Amt Ccy="CHF">', '<Amt Ccy="CHF">x'],
);

const single = (day: string): fc.Arbitrary<Told> =>
  fc
    .record({ rappen, sign, bankName, words, status, fault, flag: fc.constantFrom('', xml('RvslInd', 'true')) })
    .map((one) => {
      const counts = one.rappen * one.sign;
      const whole = bookedXml(counts, day, one.flag, one.bankName, detailsXml(xml('TxDtls', one.words)));
      return { entry: whole.replace(xml('Cd', 'BOOK'), one.status).replace(...one.fault), counts };
    });

const sum = (day: string): fc.Arbitrary<Told> =>
  fc
    .record({
      ...{ parts: fc.array(rappen, { minLength: 1, maxLength: 4 }), sign, bankName, words },
      ...{ wrong: fc.constantFrom(0, 0, 0, 1), charge: fc.constantFrom(0, 0, 80) },
      amounts: fc.constantFrom<(amount: string) => string>(
        (amount) => amount,
        (amount) => xml('AmtDtls', xml('TxAmt', amount)),
        () => '',
      ),
      way: fc.constantFrom('within', 'apart', 'both'),
      announced: fc.constantFrom('', xml('AddtlInfInd', xml('MsgNmId', 'camt.054.001.08'))),
      count: fc.boolean(),
    })
    .map((one): Told => {
      const total = one.parts.reduce((all, each) => all + each, 0) + one.wrong;
      const charge = one.sign > 0 && total > one.charge ? one.charge : 0;
      const counts = one.sign * total - charge;
      const charges = charge ? xml('Chrgs', xml('Rcrd', amountXml(charge), sideXml(-1))) : '';
      const transactions = one.parts.map((each) => xml('TxDtls', one.amounts(amountXml(each)), one.words));
      const batch = one.count ? xml('Btch', xml('NbOfTxs', one.parts.length)) : '';
      const told = detailsXml(batch, ...transactions);
      const within = one.way === 'apart' ? detailsXml(batch) : told;
      return {
        entry: bookedXml(counts, day, one.bankName, charges, one.announced, within),
        counts,
        ...(one.way === 'within' ? {} : { details: bookedXml(counts, day, one.bankName, charges, told) }),
      };
    });

const pending = (day: string): fc.Arbitrary<Told> =>
  fc.constantFrom('PDNG', 'INFO', 'FUTR').map((code) => ({
    entry: bookedXml(700, day)
      .replace('BOOK', code)
      .replace(/<BookgDt>.*?<\/BookgDt>/, ''),
    counts: 0,
  }));

const days = ['2026-12-01', '2026-12-02', '2026-12-03'];
const statements = fc.tuple(
  ...days.map((day) =>
    fc.array(fc.oneof({ weight: 4, arbitrary: single(day) }, { weight: 4, arbitrary: sum(day) }, pending(day)), {
      maxLength: 4,
    }),
  ),
);
/** What goes wrong on the way: a statement is lost or comes twice, later ones first, in one file or each in its own. */
const ways = fc.record({
  lost: fc.constantFrom(-1, -1, 1),
  twice: fc.constantFrom(-1, 0, 2),
  isTogether: fc.boolean(),
  detailsFirst: fc.boolean(),
  isCut: fc.boolean(),
  id: fc.constantFrom('S', undefined),
});

/** What is kept of a statement: what waits for nobody, what a person sees, and what went out; and what of sums is told in detail. */
async function readKept() {
  const entries = await database.kysely.selectFrom('bank_entries').selectAll().execute();
  const debits = await database.kysely.selectFrom('bank_debits').selectAll().execute();
  const rows = entries.filter(({ state, amount_rappen }) => !(state === 'ignored' && Number(amount_rappen) > 0));
  const total = (all: readonly { amount_rappen: number }[]) =>
    all.reduce((sum, each) => sum + Number(each.amount_rappen), 0);
  const shown = rows.filter(({ note, state }) => note !== null && state === 'open');
  const statements = await database.kysely
    .selectFrom('bank_statements')
    .select('id')
    .where('closing_rappen', 'is not', null)
    .execute();
  return {
    booked: total(rows) - total(shown),
    shown: total(shown),
    gone: total(debits),
    statements: statements.length,
  };
}

it('whatever a bank sends, what is booked, shown and refused is what its balances moved by', async () => {
  const seen = { imported: 0, refused: 0, shown: 0 };
  await fc.assert(
    fc.asyncProperty(statements, ways, async (told, way) => {
      await forgetStatements(database);
      let opening = 10_000_000;
      const all = told.map((entries, index) => {
        const moved = entries.reduce((sum, { counts }) => sum + counts, 0);
        const given = { id: way.id ?? `S-${index}`, day: days[index]!, opening, closing: opening + moved };
        opening += moved;
        return { moved, text: statementXml(given, ...entries.map(({ entry }) => entry)) };
      });
      const sent = all.flatMap((each, index) =>
        index === way.lost ? [] : index === way.twice ? [each, each] : [each],
      );
      const files = way.isTogether ? [sent.toReversed()] : sent.map((each) => [each]);
      const details = told.flat().flatMap(({ details }) => details ?? []);
      const notification = details.length ? notificationFile(...details) : undefined;
      const kept = new Set<{ moved: number }>();
      const refused: string[] = [];
      const deliver = async (text: string, parts: readonly { moved: number }[]) => {
        try {
          await load(text);
          for (const part of parts) kept.add(part);
        } catch (error) {
          if (!(error instanceof StatementFault)) throw error;
          expect(error.message).toMatch(/\.$/);
          refused.push(error.message);
        }
      };
      if (notification && way.detailsFirst) await deliver(notification, []);
      for (const parts of files) {
        const text = statementsFile(...parts.map((each) => each.text));
        if (way.isCut) await deliver(text.slice(0, -80), []);
        await deliver(text, parts);
      }
      if (notification) await deliver(notification, []);
      if (notification) await deliver(notification.replace('N-1', 'N-2'), []);
      const books = await readKept();
      const moved = [...kept].reduce((sum, each) => sum + each.moved, 0);
      expect(books.booked + books.shown - books.gone).toBe(moved);
      const unkept = all.filter((each) => !kept.has(each)).reduce((sum, each) => sum + each.moved, 0);
      expect(inFrancs(moved + unkept)).toBe(inFrancs(opening - 10_000_000));
      // What is not kept was refused in words, or never sent.
      expect(sent.every((each) => kept.has(each)) || refused.length > 0).toBe(true);
      const faults = await verifyBooks(database.kysely, now);
      expect(faults.map(({ name }) => name).filter((name) => name !== 'waiting')).toEqual([]);
      seen.imported += kept.size;
      seen.refused += refused.length;
      seen.shown += books.shown === 0 ? 0 : 1;
    }),
    { numRuns },
  );
  expect(Object.values(seen).every((count) => count > numRuns / 10)).toBe(true);
}, 600_000);
