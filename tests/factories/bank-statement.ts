import { sql } from 'kysely';
import type { Database } from '../../server/database/database.ts';

/** Statements are never removed: as nobody could who is not the database's administrator. */
export const forgetStatements = ({ kysely }: Database): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`truncate bank_statements, payments cascade`.execute(trx);
  });

/** A booking of a statement; amounts as a bank writes them. */
export interface ToldEntry {
  amount: string;
  side?: 'CRDT' | 'DBIT';
  currency?: string;
  status?: string;
  reversal?: boolean;
  bookedOn?: string;
  valueOn?: string;
  bankReference?: string | null;
  /** What it is made up of; none: a sum of so many. */
  payments?: readonly ToldPayment[];
  count?: number;
}

interface ToldPayment {
  amount?: string;
  bankReference?: string;
  debtor?: string;
  debtorIban?: string;
  /** Of what went out. */
  creditorIban?: string;
  reference?: string;
  message?: string;
  /** Says that it goes back to whom it came from. */
  returned?: boolean;
}

export interface ToldStatement {
  id?: string;
  iban?: string;
  day?: string;
  /** The last day, where it is of more than one. */
  until?: string;
  opening?: string;
  closing?: string;
  entries?: readonly ToldEntry[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, inner: string | undefined) => (inner === undefined ? '' : `<${name}>${inner}</${name}>`);

const accountXml = (name: string, iban: string | undefined) => tag(name, iban && tag('Id', tag('IBAN', iban)));

function paymentXml({ amount, bankReference, debtor, debtorIban, reference, message, ...to }: ToldPayment): string {
  const parties = `${tag('Dbtr', debtor && tag('Pty', tag('Nm', escaped(debtor))))}${accountXml('DbtrAcct', debtorIban)}${accountXml('CdtrAcct', to.creditorIban)}`;
  const structured = reference && tag('Strd', tag('CdtrRefInf', tag('Ref', reference)));
  return tag(
    'TxDtls',
    [
      tag('Refs', bankReference && tag('AcctSvcrRef', bankReference)),
      amount ? `<Amt Ccy="CHF">${amount}</Amt>` : '',
      parties && tag('RltdPties', parties),
      tag('RmtInf', `${tag('Ustrd', message && escaped(message))}${structured ?? ''}`),
      to.returned ? tag('RtrInf', tag('Rsn', tag('Cd', 'FOCR'))) : '',
    ].join(''),
  );
}

let count = 0;

function entryXml(entry: ToldEntry, day: string): string {
  count += 1;
  const { side = 'CRDT', currency = 'CHF', status = 'BOOK', bankReference = `BANK-${count}`, payments = [] } = entry;
  const batch = entry.count === undefined ? '' : tag('Btch', tag('NbOfTxs', String(entry.count)));
  return tag(
    'Ntry',
    [
      `<Amt Ccy="${currency}">${entry.amount}</Amt>`,
      tag('CdtDbtInd', side),
      entry.reversal ? tag('RvslInd', 'true') : '',
      tag('Sts', tag('Cd', status)),
      tag('BookgDt', tag('Dt', entry.bookedOn ?? day)),
      tag('ValDt', tag('Dt', entry.valueOn ?? entry.bookedOn ?? day)),
      bankReference === null ? '' : tag('AcctSvcrRef', bankReference),
      tag('NtryDtls', `${batch}${payments.map(paymentXml).join('')}`),
    ].join(''),
  );
}

const ownIban = 'CH9300762011623852957';
const head = (day: string) => tag('CreDtTm', `${day}T23:59:59+01:00`);
const span = (day: string, until: string) =>
  tag('FrToDt', `${tag('FrDtTm', `${day}T00:00:00`)}${tag('ToDtTm', `${until}T23:59:59`)}`);
const balance = (code: string, amount: string, day: string) =>
  tag(
    'Bal',
    `${tag('Tp', tag('CdOrPrtry', tag('Cd', code)))}<Amt Ccy="CHF">${amount}</Amt>${tag('CdtDbtInd', 'CRDT')}${tag('Dt', tag('Dt', day))}`,
  );
const documentXml = (version: string, inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">${inner}</Document>`;

/** The statement of a day (camt.053.001.08, as Swiss banks send it). */
export function aStatementFile(...statements: ToldStatement[]): string {
  const inner = statements.map(
    ({ id = 'STMT-1', iban = ownIban, day = '2026-12-01', until = day, opening = '100.00', closing, entries = [] }) =>
      tag(
        'Stmt',
        [
          tag('Id', id),
          head(until),
          span(day, until),
          tag('Acct', tag('Id', tag('IBAN', iban))),
          balance('OPBD', opening, day),
          balance('CLBD', closing ?? opening, until),
          entries.map((entry) => entryXml(entry, day)).join(''),
        ].join(''),
      ),
  );
  return documentXml('camt.053.001.08', tag('BkToCstmrStmt', `${tag('GrpHdr', tag('MsgId', 'M-1'))}${inner.join('')}`));
}

/** The details of sums (camt.054.001.08). */
export function aDetailsFile({
  id = 'NTFCTN-1',
  iban = ownIban,
  day = '2026-12-01',
  entries = [],
}: ToldStatement): string {
  const inner = [
    tag('Id', id),
    head(day),
    tag('Acct', tag('Id', tag('IBAN', iban))),
    entries.map((entry) => entryXml(entry, day)).join(''),
  ];
  return documentXml('camt.054.001.08', tag('BkToCstmrDbtCdtNtfctn', tag('Ntfctn', inner.join(''))));
}
