import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aDetailsFile, aStatementFile, forgetStatements } from '../../../tests/factories/bank-statement.ts';
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

const now = new Date('2026-12-02T08:00:00Z');
const day = '2026-12-01';
const [first, second] = ['RF462026000123', 'RF192026000124'] as const;
let database: Database;
let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
});
afterEach(async () => {
  const found = await verifyBooks(database.kysely, new Date(now.getTime() + 7_200_000));
  expect(found.map(({ name }) => name).filter((name) => name !== 'waiting')).toEqual([]);
  await forgetStatements(database);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const load = (file: string) => database.kysely.transaction().execute((trx) => importStatements(trx, file, now));
/** What is kept of what came and counts, as `<Rappen> <reference>`; `?` where a person has to look at it. */
const kept = async () => {
  const rows = await database.kysely.selectFrom('bank_entries').selectAll().where('state', '<>', 'ignored').execute();
  return rows
    .map(({ amount_rappen, reference, note }) => `${amount_rappen} ${reference}${note === null ? '' : ' ?'}`)
    .toSorted();
};
const gone = async () => {
  const rows = await database.kysely.selectFrom('bank_debits').select('amount_rappen').execute();
  return rows.map(({ amount_rappen }) => Number(amount_rappen)).toSorted((one, other) => one - other);
};

/** A payment within an entry. */
const paid = (rappen: number, reference: string, ...more: string[]) =>
  xml('TxDtls', ...more, amountXml(rappen), referenceXml(reference));
/** One within an entry of version .02, which has amounts only there. */
const paidBefore = (rappen: number, reference: string) =>
  xml('TxDtls', xml('AmtDtls', xml('TxAmt', amountXml(rappen))), referenceXml(reference));
const chargesXml = (rappen: number) => xml('Chrgs', xml('Rcrd', amountXml(rappen), xml('CdtDbtInd', 'DBIT')));
const both = detailsXml(paid(4900, first), paid(4900, second));
const salary = bookedXml(4900, day, bankNameXml('R1'), detailsXml(paid(4900, first)));

describe('a sum', () => {
  const sum = (...more: string[]) => statementsFile(statementXml({ closing: 19_800 }, bookedXml(9800, day, ...more)));

  it('whose bank does not say how many it is gives way to its details', async () => {
    await load(sum(bankNameXml('SUM')));
    expect(await load(notificationFile(bookedXml(9800, day, bankNameXml('SUM'), both)))).toMatchObject({
      added: 2,
      left: [],
    });
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${first}`]);
  });

  it('of one payment, beside a sum of two', async () => {
    const statement = statementXml(
      { closing: 24_700 },
      bookedXml(9800, day, bankNameXml('SUM'), detailsXml(xml('Btch', xml('NbOfTxs', '2')))),
      bookedXml(4900, day, bankNameXml('ONE'), detailsXml(xml('Btch', xml('NbOfTxs', '1')))),
    );
    await load(statementsFile(statement));
    const details = notificationFile(
      bookedXml(9800, day, bankNameXml('SUM'), both),
      bookedXml(4900, day, bankNameXml('ONE'), detailsXml(paid(4900, 'RF892026000125'))),
    );
    expect(await load(details)).toMatchObject({ added: 3, left: [] });
    expect(await load(details.replace('N-1', 'N-2'))).toMatchObject({ known: 1, added: 0 });
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${first}`, '4900 RF892026000125']);
  });

  it('that is called otherwise in its details, and announced as details of another file', async () => {
    const announced = xml('AddtlInfInd', xml('MsgNmId', 'camt.054.001.08'), xml('MsgId', 'M'));
    expect(await load(sum(bankNameXml('SUM'), announced))).toMatchObject({
      unsure: [expect.stringContaining('camt.054')],
    });
    expect(await load(notificationFile(bookedXml(9800, day, both)))).toMatchObject({ added: 2 });
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${first}`]);
  });

  it('that has a charge within it, in its own file and in another', async () => {
    const charged = statementXml({ closing: 19_720 }, bookedXml(9720, day, chargesXml(80), both));
    await load(statementsFile(charged));
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${first}`]);
    expect(await gone()).toEqual([80]);
    await load(
      statementsFile(
        statementXml({ id: 'S-2', opening: 19_720, closing: 29_440 }, bookedXml(9720, day, bankNameXml('SUM'))),
      ),
    );
    await load(notificationFile(bookedXml(9720, day, bankNameXml('SUM'), chargesXml(80), both)));
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${second}`, `4900 ${first}`, `4900 ${first}`]);
  });

  it('whose charges stand with each payment, or before version .04 by themselves', async () => {
    const own = detailsXml(paid(4900, first, chargesXml(40)), paid(4900, second, chargesXml(40)));
    await load(statementsFile(statementXml({ closing: 19_720 }, bookedXml(9720, day, own))));
    const old = xml('Chrgs', amountXml(80), xml('CdtDbtInd', 'DBIT'));
    const before = detailsXml(paidBefore(4900, first), paidBefore(4900, second));
    await load(statementsFile(statementXml({ opening: 19_720, closing: 29_440 }, bookedXml(9720, day, old, before))));
    expect(await gone()).toEqual([80, 80]);
    expect((await kept()).length).toBe(4);
  });

  it('of version .02', async () => {
    const before = detailsXml(paidBefore(4900, first), paidBefore(4900, second));
    await load(sum(before).replaceAll('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>').replace('.001.08', '.001.02'));
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${first}`]);
  });

  it('whose parts do not add up to it, or have no amounts, is shown whole, with its place', async () => {
    const file = sum(detailsXml(paid(4900, first), paid(4800, second)));
    expect((await load(file)).unsure).toEqual([
      expect.stringMatching(/^CHF 98\.00 of 2026-12-01, line 2, Ntry 1: .*its 2 parts are CHF 97\.00.*"bank assign"/),
    ]);
    expect(await kept()).toEqual(['9800 null ?']);
    const without = detailsXml(xml('TxDtls', referenceXml(first)), xml('TxDtls', referenceXml(second)));
    const next = statementXml({ opening: 19_800, closing: 29_600 }, bookedXml(9800, day, without));
    expect((await load(statementsFile(next))).unsure).toEqual([expect.stringContaining('TxDtls 1: no amount in CHF')]);
    expect(await kept()).toEqual(['9800 null ?', '9800 null ?']);
  });
});

describe('what is of no interest stops nothing', () => {
  it.each<[string, string, number]>([
    [
      'a sum that went out, without amounts',
      bookedXml(
        -9800,
        day,
        detailsXml(xml('TxDtls', xml('Refs', xml('EndToEndId', 'A'))), xml('TxDtls', wordsXml('B'))),
      ),
      -9800,
    ],
    ['what is not booked, without a day', xml('Ntry', amountXml(4900), sideXml(1), xml('Sts', xml('Cd', 'PDNG'))), 0],
    ['what is not booked, without an amount', xml('Ntry', xml('Sts', xml('Cd', 'INFO'))), 0],
    ['what went out, without a day', bookedXml(-500, day).replace(/<BookgDt>.*<\/BookgDt>/, ''), -500],
    ['what went out in another currency', bookedXml(-500, day).replace('Ccy="CHF"', 'Ccy="EUR"'), -700],
  ])('%s', async (_, entry, moved) => {
    await load(statementsFile(statementXml({ closing: 14_900 + moved }, entry, salary)));
    expect(await kept()).toEqual([`4900 ${first}`]);
    expect(await gone()).toEqual(moved === 0 ? [] : [-moved]);
  });

  it('another account, and ours in another currency, each named with what they hold', async () => {
    const other = statementXml({ id: 'EUR', closing: 10_000 }, salary);
    const file = statementsFile(
      statementXml({ closing: 14_900 }, salary),
      other.replace('CH9300762011623852957', 'CH5604835012345678009'),
      other.replaceAll('"CHF"', '"EUR"'),
    );
    expect(await load(file)).toMatchObject({
      added: 1,
      left: [
        'The statement EUR (line 2) is of another account: CH5604835012345678009. Its balances: CHF 100.00, CHF 100.00; its entries: 1.',
        'The statement EUR (line 2) is of our account in EUR. Its balances: EUR 100.00, EUR 100.00; its entries: 1.',
      ],
    });
  });

  it('but what came without a day waits for a person, with its place', async () => {
    const entry = bookedXml(4900, day, detailsXml(paid(4900, first))).replace(/<BookgDt>.*<\/BookgDt>/, '');
    const { unsure } = await load(statementsFile(statementXml({ closing: 14_900 }, entry)));
    expect(unsure).toEqual([expect.stringContaining('line 2, Ntry 1: BookgDt is missing')]);
    expect(await kept()).toEqual([`4900 ${first} ?`]);
  });

  it('and details without a day are refused by their place and element', async () => {
    const entry = bookedXml(4900, day).replace(/<BookgDt>.*<\/BookgDt>/, '');
    await expect(load(notificationFile(entry))).rejects.toThrow('line 2, Ntry 1 of N-1 (line 2): BookgDt is missing');
  });
});

describe('what came back', () => {
  const returned = xml('RtrInf', xml('Rsn', xml('Cd', 'FOCR')));
  it('from us without being called a reversal is shown', async () => {
    await load(statementsFile(statementXml({ closing: 14_900 }, salary)));
    const entry = bookedXml(-4900, day, detailsXml(paid(4900, first).replace('</TxDtls>', `${returned}</TxDtls>`)));
    const { unsure } = await load(statementsFile(statementXml({ id: 'S-2', opening: 14_900, closing: 10_000 }, entry)));
    expect(unsure).toEqual([expect.stringContaining('the bank sent it back')]);
    expect(await kept()).toEqual([`-4900 ${first} ?`, `4900 ${first}`]);
  });

  it('to us is no payment', async () => {
    const entry = bookedXml(4900, day, detailsXml(paid(4900, first).replace('</TxDtls>', `${returned}</TxDtls>`)));
    await load(statementsFile(statementXml({ closing: 14_900 }, entry)));
    expect(await kept()).toEqual([`4900 ${first} ?`]);
  });

  it('with the flag, as each version of XML Schema writes it', async () => {
    const entry = bookedXml(-4900, day, xml('RvslInd', ' 1 '), detailsXml(paid(4900, first)));
    await load(statementsFile(statementXml({ closing: 5100 }, entry)));
    expect(await kept()).toEqual([`-4900 ${first}`]);
  });
});

describe('a reference is found', () => {
  const inEntry = (...more: string[]) =>
    statementsFile(statementXml({ closing: 14_900 }, bookedXml(4900, day, ...more)));
  it.each<[string, string]>([
    ['in words', inEntry(detailsXml(xml('TxDtls', wordsXml('RF462026000123 176.00 CHF'))))],
    [
      'in words that the bank has cut',
      inEntry(detailsXml(xml('TxDtls', wordsXml('Rechnung RF46 2026', '0001 23 danke')))),
    ],
    ['in words by their numbers', inEntry(detailsXml(xml('TxDtls', wordsXml('RF46&#160;2026&#xA0;0001&#xa0;23'))))],
    ['in CDATA', inEntry(detailsXml(xml('TxDtls', wordsXml('<![CDATA[<RF46 2026 0001 23>]]>'))))],
    ['as the payer’s own', inEntry(detailsXml(xml('TxDtls', xml('Refs', xml('EndToEndId', first)))))],
    ['as additional words', inEntry(detailsXml(xml('TxDtls', xml('RmtInf', xml('Strd', xml('AddtlRmtInf', first))))))],
    [
      'as a document',
      inEntry(detailsXml(xml('TxDtls', xml('RmtInf', xml('Strd', xml('RfrdDocInf', xml('Nb', first))))))),
    ],
    [
      'beside one of another kind',
      inEntry(
        detailsXml(
          xml(
            'TxDtls',
            `${referenceXml('RF18539007547034').replace('</RmtInf>', xml('Strd', xml('AddtlRmtInf', first)))}</RmtInf>`,
          ),
        ),
      ),
    ],
    [
      'in what the bank says of a payment',
      inEntry(detailsXml(xml('TxDtls', xml('AddtlTxInf', `Gutschrift ${first}`)))),
    ],
    ['in what the bank says of an entry', inEntry(xml('AddtlNtryInf', `GUTSCHRIFT RF46 2026 0001 23 KELLER`))],
  ])('%s', async (_, file) => {
    await load(file);
    expect(await kept()).toEqual([`4900 ${first}`]);
  });

  it('of several, a person says which', async () => {
    expect((await load(inEntry(detailsXml(xml('TxDtls', wordsXml(`${first} ${second}`)))))).unsure).toEqual([
      expect.stringContaining(`it names several invoices (${first}, ${second})`),
    ]);
    expect(await kept()).toEqual(['4900 null ?']);
  });
});

it('details that contradict what is booked as one payment name the next command', async () => {
  await load(
    aStatementFile({
      closing: '198.00',
      entries: [{ amount: '98.00', bankReference: 'SUM', payments: [{ reference: first }] }],
    }),
  );
  await database.kysely
    .updateTable('bank_entries')
    .set({ state: 'settled' })
    .where('amount_rappen', '=', 9800)
    .execute();
  const parts = [
    { amount: '49.00', reference: first },
    { amount: '49.00', reference: second },
  ];
  const details = aDetailsFile({ entries: [{ amount: '98.00', bankReference: 'SUM', payments: parts }] });
  await expect(load(details)).rejects.toThrow(/it is 2 payments, and was booked as one: "bank undo [\da-f-]{36}"/);
  await database.kysely.updateTable('bank_entries').set({ state: 'open' }).execute();
});
