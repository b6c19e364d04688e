import { createHash } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod/mini';
import type { Rappen } from '../../../shared/business/plans.ts';
import type { Day } from '../../../shared/days.ts';

/** Money that came, or went back where the amount is negative. */
export interface BankEntry {
  /** The same whenever the bank tells of it. */
  key: string;
  amountRappen: Rappen;
  bookedOn: Day;
  /** The day that counts for a debt. */
  valueOn: Day;
  debtorName: string | null;
  debtorIban: string | null;
  /** What the payer wrote. */
  message: string | null;
  /** The creditor reference without spaces. */
  reference: string | null;
  /** Takes back a payment that was booked before. */
  isReversal: boolean;
  /** The bank's reference of the sum in which it was booked together with others; null for one that stands alone. */
  batch: string | null;
  /** Several payments in one sum, without saying which. */
  isSum: boolean;
}

/** What a bank says of one account: every booking of a time (camt.053), or details of some (camt.054). */
export interface BankStatement {
  kind: 'statement' | 'details';
  id: string;
  from: Day;
  until: Day;
  /** Both are null for details. */
  openingRappen: Rappen | null;
  closingRappen: Rappen | null;
  entries: BankEntry[];
}

/** Says in one sentence, for the operator, why a file is not imported. */
export class StatementFault extends Error {
  override name = 'StatementFault';
}

const maxBytes = 20_000_000;

const listOf = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.array(schema), []);
const text = z.string();
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const direction = z.enum(['CRDT', 'DBIT']);
const amount = z.object({ '#text': text, '@Ccy': text });
const date = z.union([z.object({ Dt: day }), z.object({ DtTm: text })]);
const account = z.object({ Id: z.object({ IBAN: z.optional(text) }) });

const party = z.object({ Nm: z.optional(text), Pty: z.optional(z.object({ Nm: z.optional(text) })) });
const transaction = z.object({
  Refs: z.optional(z.object({ AcctSvcrRef: z.optional(text) })),
  Amt: z.optional(amount),
  CdtDbtInd: z.optional(direction),
  RltdPties: z.optional(z.object({ Dbtr: z.optional(party), DbtrAcct: z.optional(account) })),
  RmtInf: z.optional(
    z.object({
      Ustrd: listOf(text),
      Strd: listOf(z.object({ CdtrRefInf: z.optional(z.object({ Ref: z.optional(text) })) })),
    }),
  ),
});
const entry = z.object({
  Amt: amount,
  CdtDbtInd: direction,
  RvslInd: z.optional(z.enum(['true', 'false'])),
  Sts: z.union([text, z.object({ Cd: text })]),
  BookgDt: date,
  ValDt: z.optional(date),
  AcctSvcrRef: z.optional(text),
  NtryDtls: listOf(
    z.object({ Btch: z.optional(z.object({ NbOfTxs: z.optional(text) })), TxDtls: listOf(transaction) }),
  ),
});
const balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: z.optional(text) }) }),
  Amt: amount,
  CdtDbtInd: direction,
  Dt: date,
});
const report = z.object({
  Id: text,
  Acct: account,
  FrToDt: z.optional(z.object({ FrDtTm: text, ToDtTm: text })),
  CreDtTm: text,
  Bal: listOf(balance),
  Ntry: listOf(entry),
});
const file = z.object({
  Document: z.union([
    z.object({ BkToCstmrStmt: z.object({ Stmt: z.array(report) }) }),
    z.object({ BkToCstmrDbtCdtNtfctn: z.object({ Ntfctn: z.array(report) }) }),
  ]),
});

type Entry = z.infer<typeof entry>;
type Transaction = z.infer<typeof transaction>;
type Balance = z.infer<typeof balance>;

const lists = ['Stmt', 'Ntfctn', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => lists.includes(name),
});

/**
 * The statements of a file (ISO 20022, camt.053 or camt.054, in Swiss francs) for the account `iban`. Throws a `StatementFault`
 * for a file that is not whole, of another account, or whose sums do not add up: nothing of it may be booked.
 */
export function readBankStatements(xml: string, iban: string): BankStatement[] {
  const { Document } = parseFile(xml);
  const isStatement = 'BkToCstmrStmt' in Document;
  const reports = isStatement ? Document.BkToCstmrStmt.Stmt : Document.BkToCstmrDbtCdtNtfctn.Ntfctn;
  if (reports.length === 0) throw new StatementFault('The file holds no statement.');
  return reports.map((one) => {
    const theirs = withoutSpaces(one.Acct.Id.IBAN ?? '');
    if (theirs !== withoutSpaces(iban))
      throw new StatementFault(`The statement ${one.Id} is of another account: ${theirs || 'one without an IBAN'}.`);
    const booked = one.Ntry.filter(({ Sts }) => (typeof Sts === 'string' ? Sts : Sts.Cd) === 'BOOK');
    const entries = numberEqual(booked.flatMap((each) => readEntry(each)));
    // A statement that says nothing of its time is of the day of its closing balance, and details of the day they were made.
    const closing = one.Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === 'CLBD');
    const made = closing ? dayOf(closing.Dt) : one.CreDtTm.slice(0, 10);
    const common = {
      id: one.Id,
      from: (one.FrToDt?.FrDtTm ?? made).slice(0, 10),
      until: (one.FrToDt?.ToDtTm ?? made).slice(0, 10),
      entries: entries.filter(({ amountRappen, isReversal }) => amountRappen > 0 || isReversal),
    };
    if (!isStatement) return { kind: 'details', ...common, openingRappen: null, closingRappen: null };
    const openingRappen = balanceOf(one.Bal, one.Id, ['OPBD', 'PRCD']);
    const closingRappen = balanceOf(one.Bal, one.Id, ['CLBD']);
    const moved = booked.reduce((sum, each) => sum + signed(each.Amt, each.CdtDbtInd), 0);
    if (openingRappen + moved !== closingRappen)
      throw new StatementFault(
        `The statement ${one.Id} does not add up: ${openingRappen} and ${moved} Rappen are not ${closingRappen}.`,
      );
    return { kind: 'statement', ...common, openingRappen, closingRappen };
  });
}

function parseFile(xml: string): z.infer<typeof file> {
  if (xml.length > maxBytes) throw new StatementFault('The file is too large.');
  // No bank sends one, and entities can be made to grow without end or to read other files.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new StatementFault('The file declares entities, which is refused.');
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw new StatementFault(`The file is not whole: ${validity.err.msg}`);
  const read = z.safeParse(file, withoutEmpty(parser.parse(xml)));
  if (read.success) return read.data;
  throw new StatementFault('The file is no bank statement (camt.053 or camt.054), or lacks something that one has.');
}

/** An element without content says nothing, whatever its place is for. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== '').map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, inner]) => inner !== '');
  return Object.fromEntries(said.map(([name, inner]) => [name, withoutEmpty(inner)]));
}

function balanceOf(balances: readonly Balance[], id: string, codes: readonly string[]): Rappen {
  const found = balances.find(({ Tp }) => codes.includes(Tp.CdOrPrtry.Cd ?? ''));
  if (!found) throw new StatementFault(`The statement ${id} lacks a balance (${codes.join(' or ')}).`);
  return signed(found.Amt, found.CdtDbtInd);
}

function readEntry(one: Entry): BankEntry[] {
  const isReversal = one.RvslInd === 'true';
  const bookedOn = dayOf(one.BookgDt);
  const days = { bookedOn, valueOn: one.ValDt ? dayOf(one.ValDt) : bookedOn };
  const whole = signed(one.Amt, one.CdtDbtInd);
  const details = one.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  const said = one.NtryDtls.reduce((sum, { Btch }) => sum + Number(Btch?.NbOfTxs ?? 0), 0);
  const reference = one.AcctSvcrRef ?? null;
  if (details.length <= 1) {
    const isSum = said > 1 && details.length === 0;
    const facts = readTransaction(details[0]);
    const key = facts.ownReference ?? reference ?? hashOf(one);
    return [{ key, amountRappen: whole, ...days, ...facts.told, isReversal, batch: null, isSum }];
  }
  const amounts = details.map((each) => {
    if (!each.Amt) throw new StatementFault(`A payment within the sum ${reference ?? hashOf(one)} has no amount.`);
    return signed(each.Amt, each.CdtDbtInd ?? one.CdtDbtInd);
  });
  if (amounts.reduce((sum, each) => sum + each, 0) !== whole)
    throw new StatementFault(`The payments within the sum ${reference ?? hashOf(one)} do not add up to it.`);
  return details.map((each, place) => {
    const { ownReference, told } = readTransaction(each);
    const key = ownReference ?? `${reference ?? hashOf(one)}/${place + 1}`;
    return { key, amountRappen: amounts[place]!, ...days, ...told, isReversal, batch: reference, isSum: false };
  });
}

/**
 * Each entry of a statement counts in its balances, also one that is equal to another. What goes out has a key of its own: a
 * reversal may repeat the reference of what it takes back.
 */
function numberEqual(entries: readonly BankEntry[]): BankEntry[] {
  const times = new Map<string, number>();
  return entries.map((one) => {
    const key = one.amountRappen < 0 ? `${one.key} DBIT` : one.key;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return { ...one, key: time === 1 ? key : `${key} ${time}` };
  });
}

function readTransaction(one: Transaction | undefined) {
  const debtor = one?.RltdPties?.Dbtr;
  const references = one?.RmtInf?.Strd.map(({ CdtrRefInf }) => CdtrRefInf?.Ref).filter((ref) => ref !== undefined);
  const message = one?.RmtInf?.Ustrd.join(' ').trim();
  return {
    ownReference: one?.Refs?.AcctSvcrRef ?? null,
    told: {
      debtorName: debtor?.Nm ?? debtor?.Pty?.Nm ?? null,
      debtorIban: one?.RltdPties?.DbtrAcct?.Id.IBAN ?? null,
      message: message || null,
      reference: references?.[0] ? withoutSpaces(references[0]).toUpperCase() : null,
    },
  };
}

/** Some banks give no reference at all. */
const hashOf = (one: Entry): string => createHash('sha256').update(JSON.stringify(one)).digest('hex');

const dayOf = (date: { Dt: string } | { DtTm: string }): Day => ('Dt' in date ? date.Dt : date.DtTm.slice(0, 10));

/** Never through a floating-point number. */
function signed({ '#text': written, '@Ccy': currency }: z.infer<typeof amount>, side: 'CRDT' | 'DBIT'): Rappen {
  if (currency !== 'CHF') throw new StatementFault(`The file holds an amount in ${currency}; the account is in CHF.`);
  const [, francs, rappen = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(written.trim()) ?? [];
  if (francs === undefined) throw new StatementFault(`"${written}" is no amount in CHF.`);
  const sum = Number(francs) * 100 + Number(rappen.padEnd(2, '0'));
  return side === 'CRDT' || sum === 0 ? sum : -sum;
}

const withoutSpaces = (written: string): string => written.replaceAll(/\s/g, '');
