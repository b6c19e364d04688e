import type { Rappen } from '../../../shared/business/plans.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { type BankDebit, type BankEntry, readEntry, type Whole } from './bank-entry.ts';
import { type BankFile, readBankFile } from './bank-file.ts';
import {
  isTrue,
  known,
  placeOf,
  readDay,
  readFrancs,
  readSide,
  readSigned,
  type Side,
  withoutSpaces,
} from './bank-values.ts';
import { NotOurs, StatementFault } from './statement-fault.ts';
import { type Element, find, findAll, textAt } from './xml-tree.ts';

interface Told {
  id: string;
  from: Day;
  until: Day;
}

/** Every booking of one account in a time (camt.053). */
export interface BankStatement extends Told {
  kind: 'statement';
  openingRappen: Rappen;
  closingRappen: Rappen;
  entries: BankEntry[];
  debits: BankDebit[];
}

/** The payments within a sum that was booked as one. */
export interface BankSum {
  bankReference: string | null;
  amountRappen: Rappen;
  bookedOn: Day;
  place: string;
  entries: BankEntry[];
  /** What the bank took out of it for itself. */
  debits: BankDebit[];
}

/** The details of some sums (camt.054). */
export interface BankDetails extends Told {
  kind: 'details';
  sums: BankSum[];
}

/** What a file tells of our account, and in sentences what it holds beside that. */
export interface Reading {
  told: (BankStatement | BankDetails)[];
  left: string[];
}

/**
 * The statements of a file (ISO 20022, camt.053 or camt.054, in Swiss francs) for the account `iban`. Throws a `StatementFault`
 * for a file that is not whole, that tells nothing of the account, or whose sums do not add up: nothing of it may be booked.
 */
export function readBankStatements(xml: string, iban: string): Reading {
  const file = readBankFile(xml);
  const others = file.reports.filter((report) => !isOurs(report, iban));
  const left = others.map((report) => describeOther(report, iban));
  if (others.length === file.reports.length) throw new NotOurs(left.join(' '));
  const ours = file.reports
    .filter((report) => isOurs(report, iban))
    .toSorted((one, other) => pageOf(one) - pageOf(other));
  const told = ours.map((report) => (file.isStatement ? readStatement(report, file) : readDetails(report, file, left)));
  return { told, left };
}

const ibanOf = (report: Element): string =>
  withoutSpaces(textAt(report, 'Acct', 'Id', 'IBAN') ?? textAt(report, 'Acct', 'Id', 'Othr', 'Id') ?? '').toUpperCase();

/** Some banks have an account of each currency under one IBAN. */
function isOurs(report: Element, iban: string): boolean {
  const currency = textAt(report, 'Acct', 'Ccy') ?? find(report, 'Bal', 'Amt')?.attributes.Ccy ?? 'CHF';
  return ibanOf(report) === withoutSpaces(iban) && currency === 'CHF';
}

function describeOther(report: Element, iban: string): string {
  const other = ibanOf(report);
  const balances = findAll(report, 'Bal').flatMap(({ children }) => children.filter(({ name }) => name === 'Amt'));
  const money = balances.map(({ text, attributes }) => `${attributes.Ccy} ${text}`);
  const currency = textAt(report, 'Acct', 'Ccy') ?? balances[0]?.attributes.Ccy;
  const whose =
    other === withoutSpaces(iban)
      ? `of our account in ${currency}`
      : `of another account: ${other || 'one without an IBAN'}`;
  const entries = findAll(report, 'Ntry').length;
  const balance = money.length
    ? ` Its balances: ${money.join(', ')}; its entries: ${entries}.`
    : ` Its entries: ${entries}.`;
  return `The statement ${nameOf(report)} is ${whose}.${balance}`;
}

/** A statement of many entries may come in pages. */
const pageOf = (report: Element): number => Number(textAt(report, 'StmtPgntn', 'PgNb') ?? 0);

const nameOf = (report: Element): string => `${textAt(report, 'Id') ?? 'without an Id'} (line ${report.line})`;

function readStatement(report: Element, file: BankFile): BankStatement {
  const name = nameOf(report);
  const told = readTold(report, file);
  const openingRappen = readBalance(report, ['OPBD', 'PRCD'], 'first');
  const closingRappen = readBalance(report, ['CLBD'], 'last');
  const all = readWholes(report, told.until);
  const moved = closingRappen - openingRappen;
  const sums = (wholes: readonly { amountRappen: Rappen | undefined }[]) =>
    wholes.reduce((sum, { amountRappen = 0 }) => sum + amountRappen, 0);
  // Where a bank does not say in ISO's words whether something is booked, the balances do.
  const booked = all.filter(({ status }) => status === 'BOOK');
  const counted = [booked, all.filter(({ status }) => !pending.includes(status ?? ''))].find(
    (each) => each.every(({ amountRappen }) => amountRappen !== undefined) && sums(each) === moved,
  );
  const wholes = counted ?? completeOne(booked, moved - sums(booked));
  if (!wholes) {
    const unread = booked.filter(({ fault }) => fault).map(({ place, fault }) => `${place}: ${fault}`);
    throw new StatementFault(
      `The statement ${name} does not add up: ${inFrancs(openingRappen)} and ${inFrancs(sums(booked))} that is booked are not ${inFrancs(closingRappen)}${unread.length ? ` (${unread.join('; ')})` : ''}. Ask the bank for it anew.`,
    );
  }
  const read = wholes.map((whole) => readEntry(whole as Whole));
  return {
    kind: 'statement',
    ...told,
    openingRappen,
    closingRappen,
    entries: read.flatMap(({ entries }) => entries),
    debits: read.flatMap(({ debits }) => debits),
  };
}

const pending = ['PDNG', 'INFO', 'FUTR'];

interface Read extends Omit<Whole, 'amountRappen' | 'side'> {
  amountRappen: Rappen | undefined;
  side: Side | undefined;
  status: string | undefined;
  /** What cannot be read of it. */
  fault: string | undefined;
}

/** The entries of a report; one without a day counts on `day`, and a person is told. */
function readWholes(report: Element, day: Day | undefined): (Read & { bookingFault: string | undefined })[] {
  return findAll(report, 'Ntry').map((element, index) => {
    const amount = readSigned(element);
    const booked = readDay(element, 'BookgDt');
    const value = known(readDay(element, 'ValDt'));
    const bookedOn = known(booked) ?? day ?? '';
    const place = placeOf(element, index + 1);
    const bookingFault = 'fault' in booked ? booked.fault : undefined;
    return {
      element,
      place,
      amountRappen: known(amount),
      side: known(readSide(element)),
      status: textAt(element, 'Sts', 'Cd') ?? find(element, 'Sts')?.text,
      fault: 'fault' in amount ? amount.fault : undefined,
      bookingFault,
      bookedOn,
      valueOn: value ?? bookedOn,
      doubt: bookingFault ? `${place}: ${bookingFault}: "bank assign", or "bank returned"` : null,
    };
  });
}

/** Of one entry whose amount cannot be read, the balances tell it. */
function completeOne(booked: readonly Read[], rest: Rappen): Read[] | undefined {
  const unread = booked.filter(({ amountRappen }) => amountRappen === undefined);
  const [one] = unread;
  if (!one || unread.length > 1) return undefined;
  const side = rest < 0 ? 'DBIT' : 'CRDT';
  if (one.side && one.side !== side && rest !== 0) return undefined;
  const doubt = `${one.place}: ${one.fault}; by the balances it is ${inFrancs(rest)}: "bank assign", or "bank returned"`;
  return booked.map((each) => (each === one ? { ...one, amountRappen: rest, side, doubt } : each));
}

function readDetails(report: Element, file: BankFile, left: string[]): BankDetails {
  const told = readTold(report, file);
  const sums = readWholes(report, undefined).flatMap((whole): BankSum[] => {
    const { element, place, amountRappen, side, status, bookedOn, fault, bookingFault } = whole;
    if (pending.includes(status ?? '') || (side === 'DBIT' && !isTrue(textAt(element, 'RvslInd')))) return [];
    const refuse = (reason: string): BankSum[] => {
      const sum = amountRappen === undefined ? '' : `${inFrancs(amountRappen)}, `;
      left.push(`${sum}${place} of ${nameOf(report)}: ${reason}. It was left out: ask the bank.`);
      return [];
    };
    if (amountRappen === undefined || side === undefined || bookingFault) return refuse(fault ?? bookingFault ?? '');
    const { entries, debits } = readEntry({ ...whole, amountRappen, side });
    const doubt = entries.find(
      (entry) => entry.amountRappen === amountRappen && entry.doubt?.includes('not sure'),
    )?.doubt;
    if (doubt) return refuse(`its payments do not add up to it, or have no amounts (${doubt})`);
    return [{ bankReference: textAt(element, 'AcctSvcrRef') ?? null, amountRappen, bookedOn, place, entries, debits }];
  });
  return { kind: 'details', ...told, sums };
}

/** Of what time it tells. */
function readTold(report: Element, { madeAt }: BankFile): Told {
  const name = nameOf(report);
  // A statement that says nothing of its time is of the day of its closing balance, and details of the day they were made.
  const closing = findAll(report, 'Bal').find((each) => codeOf(each) === 'CLBD');
  const made = known(readDay(closing, 'Dt')) ?? known(readDay(report, 'CreDtTm')) ?? known(readDay(madeAt, 'CreDtTm'));
  const span = find(report, 'FrToDt');
  const from = span ? require(readDay(span, 'FrDtTm'), span) : made;
  const end = span ? require(readDay(span, 'ToDtTm'), span) : made;
  if (!from || !end)
    throw new StatementFault(`The statement ${name} does not say of what time it is: FrToDt is missing.`);
  // Midnight ends the day before.
  const isMidnight = /^.{10}T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/.test(textAt(span, 'ToDtTm') ?? '') && end > from;
  const until = isMidnight && made !== end ? addDays(end, -1) : end;
  if (until < from) throw new StatementFault(`The statement ${name} ends on ${until}, before it begins on ${from}.`);
  return { id: textAt(report, 'Id') ?? '', from, until };
}

function require<Of>(read: { value: Of } | { fault: string }, element: Element): Of {
  if ('value' in read) return read.value;
  throw new StatementFault(`${placeOf(element)}: ${read.fault}.`);
}

const codeOf = (balance: Element): string => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? '';

function readBalance(report: Element, codes: readonly string[], which: 'first' | 'last'): Rappen {
  const balances = findAll(report, 'Bal');
  const interim = pageOf(report) > 0 ? balances.filter((each) => codeOf(each) === 'ITBD') : [];
  const found = balances.find((each) => codes.includes(codeOf(each))) ?? interim.at(which === 'first' ? 0 : -1);
  if (!found) throw new StatementFault(`The statement ${nameOf(report)} lacks a balance (${codes.join(' or ')}).`);
  const amount = readFrancs(find(found, 'Amt'));
  if ('fault' in amount) throw new StatementFault(`${placeOf(found)}: ${amount.fault}.`);
  return require(readSigned(found), found);
}
