import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aStatementFile } from '../../../tests/factories/bank-statement.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { readInOffice, readTable } from '../../../tests/factories/bookkeeper.ts';
import { hasOffice } from '../../../tests/factories/libre-office.ts';
import { OperatorMistake } from '../../contract/command.ts';
import { bookPayment, wantRefund } from '../payments/payments.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'books-'));
  api = await createTestApi({ SALES_OPEN: 'ch' });
  // In Zurich, a new year has begun.
  api.time.now = new Date('2026-12-31T23:30:00Z');
  const buyer = aBuyerAt(api);
  await buyer.give({ kind: 'business', company: '=1+1, "Ants" AG' });
  await buyer.order();
  await buyer.pay();
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen: 195_00 - 49_00 });
  await buyer.act({ action: 'cancel', followedBy: 'free' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

const read = (year: string, name: string) => readFileSync(path.join(folder, year, `${name}.csv`), 'utf8').split('\r\n');

it('writes the books of a year, by the days of Zurich', async () => {
  expect(await api.runDueJobs()).toEqual([]);
  const { lines, failed } = await api.operate('billing export', '2027', path.join(folder, '2027'));
  expect([lines[0], failed]).toEqual(['invoices: 3 rows', false]);
  const [head, first, , note, end] = read('2027', 'invoices');
  expect(head).toMatch(/^\uFEFFnumber,kind,corrects,issued_on,/);
  expect(first).toContain(
    '2027-000001,invoice,,2027-01-01,2027-01-11,invoice,"\'=1+1, ""Ants"" AG",CH,,4900,0,0,4900,',
  );
  expect(first).toMatch(/,4900,0,0,4900,not-registered,RF\d\d2027000001$/);
  expect(note).toMatch(/^2027-000003,credit-note,2027-000002,.*,-14600,0,0,-14600,not-registered,/);
  expect(end).toBe('');
  expect(read('2027', 'lines').slice(1, 4)).toEqual([
    '2027-000001,1,term,moderate,1,2026-12-31,2027-01-31,4900',
    '2027-000002,1,term,high,1,2026-12-31,2027-01-31,19500',
    '2027-000002,2,unused,moderate,1,2026-12-31,2027-01-31,-4900',
  ]);
  expect(read('2027', 'payments')[1]).toMatch(/,2027-01-01,manual,4900,/);
  expect(read('2027', 'allocations')[1]).toMatch(/,2027-000001,2027-01-01,4900$/);
  expect(read('2027', 'refunds')).toEqual([
    '\uFEFFid,wanted_on,sent_on,method,amount_rappen,reason,state,reference,payment_id',
    '',
  ]);
  expect(readdirSync(path.join(folder, '2027/documents'))).toEqual([1, 2, 3].map((each) => `2027-00000${each}.pdf`));

  await api.operate('billing export', '2026', path.join(folder, '2026'));
  expect(read('2026', 'invoices')).toHaveLength(2);
});

it.skipIf(!hasOffice)(
  'opens in LibreOffice, where that is installed, cell for cell and to the Rappen',
  () => {
    const year = path.join(folder, '2027');
    expect(readInOffice(year, 'payments')).toEqual(readTable(year, 'payments'));
    const invoices = readInOffice(year, 'invoices');
    expect(invoices).toEqual(readTable(year, 'invoices'));
    const totals = invoices.map(({ total_rappen }) => Number(total_rappen));
    expect(totals).toEqual([49_00, 146_00, -146_00]);
  },
  600_000,
);

it('lists what goes back in the year in which it was owed, and in that in which it left, whenever it is asked for', async () => {
  const { kysely } = api.database;
  const payment = {
    accountId: null,
    method: 'manual',
    amountRappen: 300,
    receivedOn: '2028-12-30',
    operatorRef: 'two',
  } as const;
  const sent = await kysely.transaction().execute(async (trx) => {
    const paymentId = (await bookPayment(trx, payment, new Date('2028-12-30T09:00:00Z')))!;
    const wantedAt = new Date('2028-12-31T09:00:00Z');
    await wantRefund(trx, { paymentId, amountRappen: 100, reason: 'waits' }, wantedAt);
    return wantRefund(trx, { paymentId, amountRappen: 200, reason: 'left' }, wantedAt);
  });
  const refundsOf = async (year: string, name = year) => {
    await api.operate('billing export', year, path.join(folder, name));
    // Without the ids.
    return read(name, 'refunds')
      .slice(1, -1)
      .map((line) => line.split(',').slice(1, 7).join())
      .toSorted();
  };
  const waits = '2028-12-31,,manual,-100,waits,wanted';
  expect(await refundsOf('2028')).toEqual(['2028-12-31,,manual,-200,left,wanted', waits].toSorted());
  api.time.now = new Date('2029-01-03T09:00:00Z');
  await api.operate('payment refund', sent, '--yes');
  const left = '2028-12-31,2029-01-03,manual,-200,left,sent';
  expect(await refundsOf('2028', '2028 again')).toEqual([waits, left].toSorted());
  expect(await refundsOf('2029')).toEqual([left]);
});

it('tells what the bank brought that belongs to nothing, and when it went back', async () => {
  const xml = aStatementFile({
    ...{ day: '2030-02-01', opening: '100.00', closing: '120.00' },
    entries: [
      { amount: '50.00', bankReference: 'IN-1', payments: [{ message: 'By mistake' }] },
      { amount: '30.00', bankReference: 'OUT-1', side: 'DBIT', reversal: true, payments: [{ message: 'Recalled' }] },
    ],
  });
  api.time.now = new Date('2030-02-02T09:00:00Z');
  const file = path.join(folder, 'statement.xml');
  writeFileSync(file, xml);
  await api.operate('bank import', file);
  expect(await api.runDueJobs()).not.toContain('bank-booking');
  const { lines } = await api.operate('bank list');
  api.time.now = new Date('2030-02-05T09:00:00Z');
  for (const line of lines.filter((each) => each.includes('  open  ')))
    await api.operate('bank returned', line.split('  ')[0]!, '--yes');
  await api.operate('billing export', '2030', path.join(folder, '2030'));
  const payment = /^([^,]+),2030-02-01,bank,5000,IN-1,refunded$/.exec(read('2030', 'payments')[1]!)![1];
  expect(read('2030', 'refunds').slice(1)).toEqual([
    expect.stringMatching(`,2030-02-05,2030-02-05,bank,-5000,surplus,sent,,${payment}$`),
    '',
  ]);
  expect(read('2030', 'bank').slice(1).toSorted()).toEqual([
    '',
    `IN-1,2030-02-01,5000,refunded,${payment},it has no reference`,
    'OUT-1,2030-02-01,-3000,ignored,,it has no reference',
  ]);
});

it('writes over nothing', async () => {
  for (const args of [[], ['26', folder], ['2027'], ['2027', folder], ['2027', folder, 'more']])
    await expect(api.operate('billing export', ...args)).rejects.toThrow(OperatorMistake);
});
