import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { forgetStatements } from '../../../tests/factories/bank-statement.ts';
import {
  accountXml,
  amountXml,
  balanceXml,
  bankNameXml,
  bookedXml,
  detailsXml,
  notificationFile,
  referenceXml,
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

const load = (file: string | Buffer) =>
  database.kysely.transaction().execute((trx) => importStatements(trx, file, now));
/** What is kept of what came and counts, as `<Rappen> <reference>`; `?` where a person has to look at it. */
const kept = async () => {
  const rows = await database.kysely.selectFrom('bank_entries').selectAll().where('state', '<>', 'ignored').execute();
  return rows
    .map(({ amount_rappen, reference, note }) => `${amount_rappen} ${reference}${note === null ? '' : ' ?'}`)
    .toSorted();
};

/** A payment within an entry. */
const paid = (rappen: number, reference: string, ...more: string[]) =>
  xml('TxDtls', ...more, amountXml(rappen), referenceXml(reference));
const both = detailsXml(paid(4900, first), paid(4900, second));
const salary = bookedXml(4900, day, bankNameXml('R1'), detailsXml(paid(4900, first)));

const zipOf = async (...files: [string, string | Buffer][]): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

describe('a delivery', () => {
  const monday = statementsFile(statementXml({ closing: 14_900 }, salary));
  const tuesday = statementsFile(
    statementXml(
      { id: 'S-2', day: '2026-12-02', opening: 14_900, closing: 24_700 },
      bookedXml(9800, '2026-12-02', bankNameXml('SUM')),
    ),
  );
  const details = notificationFile(bookedXml(9800, '2026-12-02', bankNameXml('SUM'), both));

  it('in a ZIP is read in the order of its days, details last', async () => {
    const zip = await zipOf(['a-details.xml', details], ['b.xml', tuesday], ['c.xml', monday], ['read me.pdf', '%PDF']);
    expect(await load(zip)).toMatchObject({ added: 4, left: ['read me.pdf in the ZIP is no XML: it was left out.'] });
    expect(await kept()).toEqual([`4900 ${second}`, `4900 ${first}`, `4900 ${first}`]);
    expect(await load(monday)).toMatchObject({ known: 1, added: 0 });
  });

  it('with the same file twice counts once', async () => {
    expect(await load(await zipOf(['a.xml', monday], ['b.xml', monday]))).toMatchObject({ known: 1, added: 1 });
  });

  it('in a ZIP that is not whole, holds nothing, or too much is refused', async () => {
    const zip = await zipOf(['a.xml', monday]);
    await expect(load(zip.subarray(0, -30))).rejects.toThrow('The ZIP is not whole');
    await expect(load(await zipOf(['a.pdf', '%PDF']))).rejects.toThrow('holds no XML file');
    await expect(load(await zipOf(['a.xml', ' '.repeat(20_000_001)]))).rejects.toThrow('too large');
    await expect(load(Buffer.alloc(20_000_001, 32))).rejects.toThrow('too large');
    await expect(load(await zipOf(['a.xml', monday.slice(0, -9)]))).rejects.toThrow('a.xml: The file is not whole');
  });

  it.each<[string, (text: string) => Buffer]>([
    ['ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['windows-1252', (text) => Buffer.from(text, 'latin1')],
    ['UTF-8', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ])('in %s', async (encoding, encode) => {
    const named = xml('TxDtls', xml('RltdPties', xml('Dbtr', xml('Pty', xml('Nm', 'Zoë Müller')))), wordsXml('Grüsse'));
    const file = statementsFile(statementXml({ closing: 14_900 }, bookedXml(4900, day, detailsXml(named))));
    await load(encode(file.replace('encoding="UTF-8"', `encoding='${encoding}'`)));
    const rows = await database.kysely.selectFrom('bank_entries').selectAll().execute();
    expect(rows).toMatchObject([{ debtor_name: 'Zoë Müller', message: 'Grüsse' }]);
  });

  it('in another encoding than it says, or one that is not read, is refused', async () => {
    await expect(load(Buffer.from(monday.replace('S-1', 'Zoë'), 'latin1'))).rejects.toThrow('says that it is in UTF-8');
    await expect(load(monday.replace('UTF-8', 'EBCDIC-CP-CH'))).rejects.toThrow('EBCDIC-CP-CH, which is not read');
    await expect(load(monday.replace('UTF-8', 'UTF-16'))).rejects.toThrow('says that it is in UTF-16');
  });

  it('in pages, in an envelope, with a prefix, and with an IBAN that is none to the bank', async () => {
    const page = (number: number, opening: string, closing: string) =>
      statementXml({ id: 'P', closing: 0 }, xml('StmtPgntn', xml('PgNb', number), xml('LastPgInd', 'true')), salary)
        .replace(/<Bal>.*<\/Bal>/, `${opening}${closing}`)
        .replace(accountXml(), xml('Acct', xml('Id', xml('Othr', xml('Id', 'CH93 0076 2011 6238 5295 7')))));
    const interim = balanceXml('ITBD', 14_900, day);
    const file = statementsFile(
      page(2, interim, balanceXml('CLBD', 19_800, day)),
      page(1, balanceXml('OPBD', 10_000, day), interim),
    );
    const [head, body] = file.split('\n') as [string, string];
    const prefixed = body.replaceAll(/<(\/?)(?=\w)/g, '<$1n:').replace('xmlns=', 'xmlns:n=');
    expect(await load(`${head}\r\n<BizMsgEnvlp><AppHdr/>${prefixed}</BizMsgEnvlp>`)).toMatchObject({ added: 2 });
  });

  it('with days that XML Schema allows, and that ends at midnight', async () => {
    const file = monday
      .replace('<ToDtTm>2026-12-01T23:59:59', '<ToDtTm>2026-12-02T00:00:00.000')
      .replace('<BookgDt><Dt>2026-12-01', '<BookgDt><Dt>2026-12-01+01:00')
      .replace('<ValDt><Dt>2026-12-01</Dt>', '<ValDt><DtTm>2026-12-01T08:00:00Z</DtTm>')
      .replaceAll('>49.00', '>+049.000');
    expect(await load(file)).toMatchObject({ added: 1, until: '2026-12-01' });
  });

  it('whose state the bank calls by a name of its own counts as the balances say', async () => {
    const own = (rappen: number, code: string) => bookedXml(rappen, day).replace('<Cd>BOOK</Cd>', xml('Prtry', code));
    await load(statementsFile(statementXml({ closing: 14_900 }, own(4900, 'done'))));
    const pending = statementXml({ id: 'S-2', opening: 14_900, closing: 19_800 }, salary, own(700, 'planned'));
    await load(statementsFile(pending));
    expect(await kept()).toEqual(['4900 RF462026000123', '4900 null']);
  });

  it('that is no statement says what it is', async () => {
    await expect(load(monday.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'))).rejects.toThrow('camt.052');
    await expect(load(monday.replaceAll('BkToCstmrStmt', 'CstmrPmtStsRpt'))).rejects.toThrow(
      'it holds CstmrPmtStsRpt (line 2)',
    );
  });
});
