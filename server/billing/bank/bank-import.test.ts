import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aDetailsFile, aStatementFile, forgetStatements } from '../../../tests/factories/bank-statement.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { readConfig } from '../../config/config.ts';
import { act } from '../../contract/act.ts';
import type { TransactionCommand } from '../../contract/command.ts';
import type { Database } from '../../database/database.ts';
import { bankImport, bankList } from './bank.operator.ts';
import { importStatements } from './bank-import.ts';
import { bankAssign, bankReturned } from './decisions.operator.ts';

const now = new Date('2026-12-02T08:00:00Z');
const folder = mkdtempSync(path.join(os.tmpdir(), 'bank-import-'));
let database: Database;
let place: Awaited<ReturnType<typeof openTestDatabase>>['place'];
beforeAll(async () => {
  ({ database, place } = await openTestDatabase());
});
afterEach(() => forgetStatements(database));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
  await place.remove();
});

const load = (xml: string) => database.kysely.transaction().execute((trx) => importStatements(trx, xml, now));
const run = (command: TransactionCommand, ...args: string[]) =>
  act({ config: readConfig({}), database, clock: () => now }, (given) =>
    command.run(given, args, {
      config: readConfig({}),
      clock: () => now,
      accountParts: [],
      retentionRules: [],
      promiseChecks: [],
      waitingKinds: [],
    }),
  );
const entries = () => database.kysely.selectFrom('bank_entries').selectAll().orderBy('bank_reference').execute();
const names = async () => (await entries()).map(({ bank_reference, state }) => `${bank_reference} ${state}`).toSorted();
const debits = () => database.kysely.selectFrom('bank_debits').selectAll().execute();

const first = aStatementFile({
  id: 'S-1',
  closing: '276.00',
  entries: [{ amount: '176.00', bankReference: 'A', payments: [{ reference: 'RF46 2026 0001 23', debtor: 'Keller' }] }],
});
const second = aStatementFile({
  id: 'S-2',
  day: '2026-12-02',
  opening: '276.00',
  closing: '300.00',
  entries: [{ amount: '24.00', bankReference: 'B' }],
});

describe('a file', () => {
  it('is kept once, whatever its name', async () => {
    const of = { unsure: [], left: [], from: '2026-12-01', until: '2026-12-01' };
    expect(await load(first)).toEqual({ known: 0, added: 1, repeated: 0, ...of });
    expect(await load(first)).toEqual({ known: 1, added: 0, repeated: 0, ...of });
    expect(await load(first.replace('?>\n', '?>\n<!-- again -->'))).toEqual({ known: 1, added: 0, repeated: 0, ...of });
    const kept = { bank_reference: 'A', reference: 'RF462026000123', state: 'open', note: null };
    expect(await entries()).toMatchObject([kept]);
  });

  it('continues where the last one ended', async () => {
    await load(first);
    const gap = aStatementFile({ id: 'S-3', day: '2026-12-03', opening: '300.00' });
    await expect(load(gap)).rejects.toThrow('one between them is missing');
    await load(second);
    await load(gap);
    const early = aStatementFile({ id: 'S-0', day: '2026-11-30', opening: '300.00' });
    await expect(load(early)).rejects.toThrow('begins on 2026-11-30 with CHF 300.00');
    expect(await names()).toEqual(['A open', 'B open']);
  });

  it('tells what came, what the bank took back under the same reference, and what went out', async () => {
    const entries = [
      { amount: '10.00', bankReference: 'R' },
      { amount: '10.00', side: 'DBIT', reversal: true, bankReference: 'R' },
      { amount: '30.00', side: 'DBIT', bankReference: 'R', payments: [{ creditorIban: 'CH5604835012345678009' }] },
    ] as const;
    await load(aStatementFile({ closing: '70.00', entries }));
    expect(await names()).toEqual(['R open', 'R open']);
    expect(await debits()).toMatchObject([{ amount_rappen: 3000, creditor_iban: 'CH5604835012345678009' }]);
  });

  it('that continues the last one is new, also where an entry is called as one before', async () => {
    await load(first);
    const entries = [{ amount: '176.00', bankReference: 'A' }];
    const again = aStatementFile({ id: 'S-2', opening: '276.00', closing: '452.00', entries });
    expect(await load(again)).toMatchObject({ known: 0, added: 1, repeated: 0 });
    expect(await names()).toEqual(['A open', 'A open']);
  });

  it('of several days is kept whole or not at all', async () => {
    const both = aStatementFile(
      { id: 'D-1', closing: '110.00', entries: [{ amount: '10.00', bankReference: 'X' }] },
      { id: 'D-2', day: '2026-12-02', opening: '999.00' },
    );
    await expect(load(both)).rejects.toThrow('is missing');
    expect(await names()).toEqual([]);
  });
});

describe('a sum', () => {
  const sum = aStatementFile({
    id: 'S',
    closing: '276.00',
    entries: [{ amount: '176.00', bankReference: 'SUM', count: 2 }],
  });
  const payments = [
    { amount: '100.00', bankReference: 'P-1', reference: 'RF46 2026 0001 23' },
    { amount: '76.00', bankReference: 'P-2' },
  ];
  const details = aDetailsFile({ id: 'N', entries: [{ amount: '176.00', bankReference: 'SUM', payments }] });

  it('gives way to its details, once', async () => {
    await load(sum);
    expect(await load(details)).toMatchObject({ known: 0, added: 2, repeated: 0 });
    expect(await names()).toEqual(['P-1 open', 'P-2 open', 'SUM ignored']);
    expect(await load(details.replace('<Id>N</Id>', '<Id>N2</Id>'))).toMatchObject({ known: 1, added: 0 });
    expect(await names()).toEqual(['P-1 open', 'P-2 open', 'SUM ignored']);
  });

  it('is neither assigned nor sent back as one payment', async () => {
    await load(sum);
    const [entry] = await entries();
    await expect(run(bankReturned, entry!.id)).rejects.toThrow('Import their details.');
    await expect(run(bankAssign, entry!.id, '2026-000123')).rejects.toThrow('Import their details.');
  });

  it('is waited for', async () => {
    await expect(load(details)).rejects.toThrow('import the statement (camt.053) first');
  });

  it('is the sum of its details', async () => {
    await load(sum.replaceAll('176.00', '177.00').replace('276.00', '277.00'));
    await expect(load(details)).rejects.toThrow(
      'CHF 176.00 of 2026-12-01 (SUM), line 2, Ntry 1: the statement has CHF 177.00 for it',
    );
    expect(await names()).toEqual(['SUM open']);
  });
});

describe('the operator', () => {
  it('imports a file, and sees what is left', async () => {
    const file = path.join(folder, 'statement.xml');
    writeFileSync(file, first);
    expect((await run(bankImport, file)).lines[0]).toBe(
      '1 new entries, 0 known ones, 0 statements that were imported before.',
    );
    const [entry] = await entries();
    expect((await run(bankList)).lines).toEqual([
      `${entry!.id}  2026-12-01  CHF 176.00  open  Keller · RF462026000123  (it is booked within a minute)`,
    ]);
  });

  it('is told why a file is refused, and what cannot be used', async () => {
    const file = path.join(folder, 'other.xml');
    writeFileSync(file, aStatementFile({ iban: 'CH5604835012345678009' }));
    await expect(run(bankImport, file)).rejects.toThrow(
      /another account: CH5604835012345678009\. Its balances: .* Nothing was imported\./,
    );
    await expect(run(bankImport)).rejects.toThrow('Give one file');
    await expect(run(bankImport, path.join(folder, 'none.xml'))).rejects.toThrow('cannot be read');
    await expect(run(bankAssign, 'x', '2026-000123')).rejects.toThrow('id of one entry');
  });

  it('assigns to an invoice that exists', async () => {
    await load(second.replace('276.00', '100.00').replace('300.00', '124.00'));
    const [entry] = await entries();
    await database.kysely.updateTable('bank_entries').set({ note: 'it has no reference' }).execute();
    await expect(run(bankAssign, entry!.id, '2026-999999')).rejects.toThrow('There is no invoice 2026-999999.');
    await expect(run(bankAssign, entry!.id, '123')).rejects.toThrow('such as 2026-000123');
  });
});
