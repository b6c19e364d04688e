import { describe, expect, it } from 'vitest';
import { aDetailsFile, aStatementFile, type ToldEntry } from '../../../tests/factories/bank-statement.ts';
import { type BankDetails, type BankStatement, readBankStatements } from './bank-statement.ts';
import { StatementFault } from './statement-fault.ts';

const iban = 'CH93 0076 2011 6238 5295 7';
const read = (xml: string) => readBankStatements(xml, iban).told;
const readStatement = (xml: string) => read(xml)[0] as BankStatement;
const readDetails = (xml: string) => read(xml)[0] as BankDetails;
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
            bankReference: 'A-1',
            amountRappen: 17_600,
            bookedOn: '2026-12-01',
            valueOn: '2026-11-30',
            debtorName: 'Keller & Söhne AG',
            debtorIban: 'CH5604835012345678009',
            message: 'Rechnung 2026-000123',
            reference: 'RF462026000123',
            isReversal: false,
            isSum: false,
            found: ['RF462026000123'],
            words: null,
            doubt: null,
            mayHaveDetails: false,
            place: 'line 2, Ntry 1',
          },
        ],
        debits: [],
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

  it('keeps to what is booked, and tells what came or was taken back from what went out', () => {
    const entries = [
      { amount: '10.00', bankReference: 'in' },
      { amount: '99.00', bankReference: 'pending', status: 'PDNG' },
      { amount: '30.05', side: 'DBIT', bankReference: 'rent' },
      { amount: '5', side: 'DBIT', reversal: true, bankReference: 'back' },
      { amount: '0.00', bankReference: 'nothing' },
    ] as const;
    const statement = readStatement(aStatementFile({ closing: '74.95', entries }));
    expect(statement.entries.map(({ bankReference, amountRappen }) => [bankReference, amountRappen])).toEqual([
      ['in', 1000],
      ['back', -500],
    ]);
    expect(statement.debits).toEqual([
      { bankReference: 'rent', amountRappen: 3005, bookedOn: '2026-12-01', creditorIban: null },
    ]);
  });

  it('tells transfers that went out together one by one, where it says how much each was', () => {
    const creditorIban = 'CH5604835012345678009';
    const sum = { amount: '100.00', side: 'DBIT', bankReference: 'OUT' } as const;
    const debitsOf = (...payments: { amount?: string; creditorIban?: string }[]) =>
      readStatement(aStatementFile({ closing: '0.00', entries: [{ ...sum, payments }] })).debits.map((debit) => [
        debit.amountRappen,
        debit.creditorIban,
      ]);
    expect(debitsOf({ amount: '70.00', creditorIban }, { amount: '30.00' })).toEqual([
      [7000, creditorIban],
      [3000, null],
    ]);
    expect(debitsOf({ creditorIban }, {})).toEqual([[10_000, null]]);
    expect(debitsOf({ creditorIban })).toEqual([[10_000, creditorIban]]);
    expect(debitsOf()).toEqual([[10_000, null]]);
  });

  it('names each payment of a sum by the bank’s reference, else by its place', () => {
    const payments = [
      { ...payment, amount: '100.00', bankReference: 'T-1' },
      { ...payment, amount: '76.00' },
    ];
    const entries = [{ amount: '176.00', bankReference: 'SUM', payments }];
    const statement = readStatement(aStatementFile({ closing: '276.00', entries }));
    expect(statement.entries.map(({ bankReference, amountRappen }) => [bankReference, amountRappen])).toEqual([
      ['T-1', 10_000],
      ['SUM/2', 7600],
    ]);
  });

  it('says of a sum without details that it is one, and another file has them', () => {
    const sum = readStatement(
      aStatementFile({ closing: '276.00', entries: [{ amount: '176.00', bankReference: 'S', count: 2 }] }),
    );
    expect(sum.entries).toMatchObject([{ bankReference: 'S', amountRappen: 17_600, isSum: true }]);
    const payments = [
      { ...payment, amount: '100.00', bankReference: 'T-1' },
      { ...payment, amount: '76.00', bankReference: 'T-2' },
    ];
    const details = readDetails(aDetailsFile({ entries: [{ amount: '176.00', bankReference: 'S', payments }] }));
    expect(details).toMatchObject({
      kind: 'details',
      sums: [{ bankReference: 'S', entries: [{ bankReference: 'T-1' }, { bankReference: 'T-2' }] }],
    });
  });

  it.each([
    ['0.05', 5],
    ['12345678.9', 1_234_567_890],
    ['7', 700],
    ['7.00000', 700],
  ])('%s francs are %d Rappen', (amount, rappen) => {
    const details = readDetails(aDetailsFile({ entries: [{ amount }] }));
    expect(details.sums[0]?.entries[0]?.amountRappen).toBe(rappen);
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
    ['of another kind', good.replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'), 'no bank statement'],
    ['that is empty', '', 'not whole'],
    ['that is no XML', 'IBAN;Betrag', 'not whole'],
    ['with NUL in a name', good.replace('Keller', 'Kel\0ler'), 'a character that XML does not allow'],
    ['with NUL by its number', good.replace('Keller', 'Kel&#0;ler'), 'a character that XML does not allow'],
    ['with half a character', good.replace('Keller', 'Kel&#xD800;ler'), 'a character that XML does not allow'],
    ['with a control of terminals', good.replace('Keller', 'Kel&#x1B;ler'), 'a character that XML does not allow'],
    ['with a character past the last', good.replace('Keller', 'Kel&#99999999999;ler'), 'a character that XML does not'],
    ['with an element named __proto__', good.replace('<Ntry>', '<__proto__>x</__proto__><Ntry>'), 'forbidden names'],
    [
      'with 20,000 elements in each other',
      good.replace('<Ntry>', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}<Ntry>`),
      'too deep in each other',
    ],
    ['with text after its root element', `${good}<![CDATA[more]]>`, 'something follows its root element'],
    ['with an element after its root element', `${good}<Document/>`, 'something follows its root element'],
    [
      'of a day that is none',
      good.replaceAll('2026-12-01', '2026-02-30'),
      'line 2, FrToDt: FrDtTm "2026-02-30T00:00:00" is no day',
    ],
    ['of a time that is none', good.replace('2026-12-01T00:00:00', 'yesterday'), 'FrDtTm "yesterday" is no day'],
    ['that ends before it begins', good.replace('2026-12-01T00:00:00', '2026-12-02T00:00:00'), 'before it begins'],
  ])('%s', (_, xml, reason) => {
    expect(() => read(xml)).toThrow(StatementFault);
    expect(() => read(xml)).toThrow(reason);
  });
});

describe('details are left out, with their place and their sum,', () => {
  it.each<[string, ToldEntry, string]>([
    ['in another currency', { amount: '1.00', currency: 'EUR' }, 'Ntry 1 of NTFCTN-1 (line 2): Amt is in EUR (1.00)'],
    ['with a third decimal', { amount: '1.005' }, 'Amt "1.005" is no amount in CHF'],
    ['with a negative amount', { amount: '-1.00' }, 'Amt "-1.00" is no amount in CHF'],
    [
      'whose payments are not their sum',
      { amount: '3.00', payments: [{ amount: '1.00' }, { amount: '1.00' }] },
      'CHF 3.00, line 2, Ntry 1 of NTFCTN-1 (line 2): its payments do not add up to it',
    ],
  ])('%s', (_, entry, reason) => {
    const { told, left } = readBankStatements(aDetailsFile({ entries: [entry, { amount: '7.00' }] }), iban);
    expect(told).toMatchObject([{ sums: [{ amountRappen: 700 }] }]);
    expect(left).toEqual([expect.stringContaining(reason)]);
  });
});
