import { describe, expect, it } from 'vitest';
import { aDetailsFile, aStatementFile } from '../../../tests/factories/bank-statement.ts';
import { readBankStatements, StatementFault } from './bank-statement.ts';

const iban = 'CH93 0076 2011 6238 5295 7';
const read = (xml: string) => readBankStatements(xml, iban);
const payment = {
  debtor: 'Keller & Söhne AG',
  debtorIban: 'CH5604835012345678009',
  reference: 'RF46 2026 0001 23',
  message: 'Rechnung 2026-000123',
};

describe('a statement', () => {
  it('tells what came, from whom and for what', () => {
    const entries = [{ amount: '176.00', bankReference: 'A-1', valueOn: '2026-11-30', payments: [payment] }];
    expect(read(aStatementFile({ closing: '276.00', entries }))).toEqual([
      {
        kind: 'statement',
        id: 'STMT-1',
        from: '2026-12-01',
        until: '2026-12-01',
        openingRappen: 10_000,
        closingRappen: 27_600,
        entries: [
          {
            key: 'A-1',
            amountRappen: 17_600,
            bookedOn: '2026-12-01',
            valueOn: '2026-11-30',
            debtorName: 'Keller & Söhne AG',
            debtorIban: 'CH5604835012345678009',
            message: 'Rechnung 2026-000123',
            reference: 'RF462026000123',
            isReversal: false,
            batch: null,
            isSum: false,
          },
        ],
      },
    ]);
  });

  it('that does not say of what time is of the day of its closing balance', () => {
    const xml = aStatementFile({}).replace(/<FrToDt>.*<\/FrToDt>/, '');
    const madeLater = xml.replace(/<CreDtTm>[^<]*/, '<CreDtTm>2026-12-02T02:00:00+01:00');
    expect(madeLater).not.toContain('FrToDt');
    expect(read(madeLater)[0]).toMatchObject({ from: '2026-12-01', until: '2026-12-01' });
  });

  it('may be empty', () => {
    expect(read(aStatementFile({}))[0]).toMatchObject({ entries: [], openingRappen: 10_000, closingRappen: 10_000 });
  });

  it('keeps to what is booked, and to what came or was taken back', () => {
    const entries = [
      { amount: '10.00', bankReference: 'in' },
      { amount: '99.00', bankReference: 'pending', status: 'PDNG' },
      { amount: '30.05', side: 'DBIT', bankReference: 'rent' },
      { amount: '5', side: 'DBIT', reversal: true, bankReference: 'back' },
    ] as const;
    const [statement] = read(aStatementFile({ closing: '74.95', entries }));
    expect(statement?.entries.map(({ key, amountRappen }) => [key, amountRappen])).toEqual([
      ['in', 1000],
      ['back DBIT', -500],
    ]);
  });

  it('names each payment of a sum by the bank’s reference, else by its place', () => {
    const payments = [
      { ...payment, amount: '100.00', bankReference: 'T-1' },
      { ...payment, amount: '76.00' },
    ];
    const entries = [{ amount: '176.00', bankReference: 'SUM', payments }];
    const [statement] = read(aStatementFile({ closing: '276.00', entries }));
    expect(statement?.entries.map(({ key, amountRappen, batch }) => [key, amountRappen, batch])).toEqual([
      ['T-1', 10_000, 'SUM'],
      ['SUM/2', 7600, 'SUM'],
    ]);
  });

  it('of a bank without references is told apart by what it says', () => {
    const entries = [
      { amount: '10.00', bankReference: null, payments: [{ debtor: 'A' }] },
      { amount: '10.00', bankReference: null, payments: [{ debtor: 'B' }] },
    ];
    const keysOf = (xml: string) => read(xml)[0]!.entries.map(({ key }) => key);
    const keys = keysOf(aStatementFile({ closing: '120.00', entries }));
    expect(new Set(keys).size).toBe(2);
    expect(keysOf(aStatementFile({ id: 'again', closing: '120.00', entries }))).toEqual(keys);
  });

  it('says of a sum without details that it is one, and another file has them', () => {
    const [sum] = read(
      aStatementFile({ closing: '276.00', entries: [{ amount: '176.00', bankReference: 'S', count: 2 }] }),
    );
    expect(sum?.entries).toMatchObject([{ key: 'S', amountRappen: 17_600, isSum: true }]);
    const payments = [
      { ...payment, amount: '100.00', bankReference: 'T-1' },
      { ...payment, amount: '76.00', bankReference: 'T-2' },
    ];
    const [details] = read(aDetailsFile({ entries: [{ amount: '176.00', bankReference: 'S', payments }] }));
    expect(details).toMatchObject({ kind: 'details', openingRappen: null, closingRappen: null });
    expect(details?.entries).toMatchObject([
      { key: 'T-1', batch: 'S' },
      { key: 'T-2', batch: 'S' },
    ]);
  });

  it.each([
    ['0.05', 5],
    ['12345678.9', 1_234_567_890],
    ['7', 700],
    ['7.00000', 700],
  ])('%s francs are %d Rappen', (amount, rappen) => {
    const [details] = read(aDetailsFile({ entries: [{ amount }] }));
    expect(details?.entries[0]?.amountRappen).toBe(rappen);
  });
});

describe('a file is refused', () => {
  const good = aStatementFile({ closing: '276.00', entries: [{ amount: '176.00', payments: [payment] }] });
  const entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

  it.each<[string, string, string]>([
    ['that ends in the middle', good.slice(0, -200), 'not whole'],
    ['that ends after an entry', `${good.slice(0, good.indexOf('<Ntry>'))}`, 'not whole'],
    ['whose sums do not add up', good.replace('276.00', '275.00'), 'does not add up'],
    ['that lost an entry', good.replace(/<Ntry>.*<\/Ntry>/, ''), 'does not add up'],
    ['without a closing balance', good.replace('CLBD', 'XXXX'), 'lacks a balance'],
    ['of another account', aStatementFile({ iban: 'CH5604835012345678009' }), 'another account: CH5604835012345678009'],
    ['with entities', good.replace('?>\n', `?>\n${entity}`), 'entities'],
    ['in another currency', aDetailsFile({ entries: [{ amount: '1.00', currency: 'EUR' }] }), 'EUR'],
    ['with a third decimal', aDetailsFile({ entries: [{ amount: '1.005' }] }), '"1.005"'],
    ['with a negative amount', aDetailsFile({ entries: [{ amount: '-1.00' }] }), '"-1.00"'],
    ['of another kind', good.replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'), 'no bank statement'],
    ['that is empty', '', 'not whole'],
    ['that is no XML', 'IBAN;Betrag', 'not whole'],
    ['that is too large', ' '.repeat(20_000_001), 'too large'],
    [
      'whose payments are not their sum',
      aDetailsFile({ entries: [{ amount: '3.00', payments: [{ amount: '1.00' }, { amount: '1.00' }] }] }),
      'do not add up',
    ],
  ])('%s', (_, xml, reason) => {
    expect(() => read(xml)).toThrow(StatementFault);
    expect(() => read(xml)).toThrow(reason);
  });
});
