import type { Rappen } from '../../../shared/business/plans.ts';
import type { Day } from '../../../shared/days.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { isTrue, known, placeOf, readFrancs, readSide, type Side, withoutSpaces } from './bank-values.ts';
import { findReferences } from './find-references.ts';
import { type Element, find, findAll, textAt, textsWithin } from './xml-tree.ts';

/** Money that came, or went back where the amount is negative. */
export interface BankEntry {
  /** What the bank calls it; it may call others the same. */
  bankReference: string | null;
  amountRappen: Rappen;
  bookedOn: Day;
  /** The day that counts for a debt. */
  valueOn: Day;
  debtorName: string | null;
  debtorIban: string | null;
  /** What the payer wrote. */
  message: string | null;
  /** The creditor reference in its own element, without spaces. */
  reference: string | null;
  /** Takes back a payment that was booked before. */
  isReversal: boolean;
  /** Several payments in one sum, without saying which. */
  isSum: boolean;
  /** References of ours, wherever they stand. */
  found: string[];
  /** What the bank wrote where the payer's words are missing. */
  words: string | null;
  /** Why a person has to look at it before it is booked. */
  doubt: string | null;
  /** Its details may come in another file, though it does not say how many they are. */
  mayHaveDetails: boolean;
  /** Where it stands in the file. */
  place: string;
}

/** Money that went out. It is kept without a name: it shows that something was sent back. */
export interface BankDebit {
  bankReference: string | null;
  /** Positive. */
  amountRappen: Rappen;
  bookedOn: Day;
  creditorIban: string | null;
}

/** An entry as far as a statement needs it. */
export interface Whole {
  element: Element;
  place: string;
  amountRappen: Rappen;
  side: Side;
  bookedOn: Day;
  valueOn: Day;
  /** What is not as it should be with its days. */
  doubt: string | null;
}

interface Part extends BankEntry {
  isReturn: boolean;
  creditorIban: string | null;
  /** Undefined where it is not told in CHF. */
  toldRappen: Rappen | undefined;
  chargesRappen: Rappen;
}

/** Each payment by itself where the bank says what it is made up of, and what went out; one of nothing is none. */
export function readEntry(whole: Whole): { entries: BankEntry[]; debits: BankDebit[] } {
  const split = splitOf(whole);
  const doubts = (part: Part) => [whole.doubt, split.doubt, doubtOf(part)].filter((doubt) => doubt !== null);
  const isKept = (part: Part) => part.amountRappen > 0 || part.isReversal || part.isReturn;
  const moved = split.parts.filter(({ amountRappen }) => amountRappen !== 0);
  return {
    entries: moved.filter(isKept).map((part) => toEntry(part, doubts(part).join('; ') || null)),
    debits: [
      ...moved.filter((part) => !isKept(part)).map((part) => toDebit(part, part.creditorIban)),
      ...(split.chargesRappen < 0
        ? [toDebit({ ...whole, bankReference: nameOf(whole), amountRappen: split.chargesRappen }, null)]
        : []),
    ],
  };
}

function toEntry(part: Part, doubt: string | null): BankEntry {
  const { isReturn: _, creditorIban: __, toldRappen: ___, chargesRappen: ____, ...entry } = part;
  return { ...entry, doubt };
}

const toDebit = (
  { bankReference, amountRappen, bookedOn }: Pick<BankEntry, 'bankReference' | 'amountRappen' | 'bookedOn'>,
  creditorIban: string | null,
): BankDebit => ({ bankReference, amountRappen: -amountRappen, bookedOn, creditorIban });

const nameOf = ({ element }: Whole): string | null => textAt(element, 'AcctSvcrRef') ?? null;

interface Split {
  parts: Part[];
  chargesRappen: Rappen;
  /** Why it is not told part by part. */
  doubt: string | null;
}

/** The parts of an entry, and what the bank took out of it for itself; all of it as one where they do not add up to it. */
function splitOf(whole: Whole): Split {
  const details = findAll(whole.element, 'NtryDtls').flatMap((each) => findAll(each, 'TxDtls'));
  const parts = details.map((each, place) => readPart(whole, each, details.length > 1 ? place + 1 : undefined));
  const [first] = parts;
  const asOne = { ...(parts.length === 1 ? first! : readPart(whole, undefined)), amountRappen: whole.amountRappen };
  const told = parts.reduce((sum, { toldRappen = Number.NaN }) => sum + toldRappen, 0);
  const own = chargesOf(whole.element);
  const theirs = parts.reduce((sum, { chargesRappen }) => sum + chargesRappen, 0);
  const chargesRappen = [0, own, theirs, own + theirs].find((each) => each <= 0 && told + each === whole.amountRappen);
  if (first && chargesRappen !== undefined && (parts.length > 1 || chargesRappen < 0))
    return { parts: parts.map((part) => ({ ...part, amountRappen: part.toldRappen! })), chargesRappen, doubt: null };
  if (parts.length <= 1) return { parts: [asOne], chargesRappen: 0, doubt: null };
  const isReversal = parts.some((part) => part.isReversal);
  const isReturn = parts.some((part) => part.isReturn);
  const missing = parts.findIndex(({ toldRappen }) => toldRappen === undefined);
  const reason =
    missing < 0
      ? `its ${parts.length} parts are ${inFrancs(told)}`
      : `${placeOf(details[missing]!, missing + 1)}: no amount in CHF`;
  return {
    parts: [{ ...asOne, isReversal, isReturn, found: [], creditorIban: null }],
    chargesRappen: 0,
    doubt: `${unsureSum} (${whole.place}; ${reason}): import details that say them (camt.054), or "bank assign"`,
  };
}

/** Begins as the note of every sum does. */
const unsureSum = 'a sum of several payments whose amounts are not sure';

function readPart(whole: Whole, one: Element | undefined, number?: number): Part {
  const { element, bookedOn, valueOn, place } = whole;
  const name = nameOf(whole);
  const isReturn = find(one, 'RtrInf') !== undefined;
  const said = findAll(element, 'NtryDtls').reduce(
    (sum, each) => sum + Number(textAt(each, 'Btch', 'NbOfTxs') ?? 0),
    0,
  );
  const debtor = find(one, 'RltdPties', 'Dbtr');
  const remittance = find(one, 'RmtInf');
  const messages = findAll(remittance, 'Ustrd').map(({ text }) => text);
  const references = findAll(remittance, 'Strd').flatMap((each) => textAt(each, 'CdtrRefInf', 'Ref') ?? []);
  const words = [textAt(one, 'AddtlTxInf'), ...(number === undefined ? [textAt(element, 'AddtlNtryInf')] : [])];
  const isAnnounced = textAt(element, 'AddtlInfInd', 'MsgNmId')?.startsWith('camt.054') === true;
  return {
    bankReference: textAt(one, 'Refs', 'AcctSvcrRef') ?? (name && number !== undefined ? `${name}/${number}` : name),
    amountRappen: 0,
    bookedOn,
    valueOn,
    debtorName: textAt(debtor, 'Nm') ?? textAt(debtor, 'Pty', 'Nm') ?? null,
    debtorIban: textAt(one, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN') ?? null,
    message: messages.join(' ').trim() || null,
    reference: references[0] ? withoutSpaces(references[0]).toUpperCase() : null,
    isReversal: isTrue(textAt(element, 'RvslInd')),
    isSum: one === undefined && said > 1,
    found: findReferences([
      messages.join(' '),
      ...(one ? textsWithin(one) : []),
      ...(number === undefined ? [textAt(element, 'AddtlNtryInf') ?? '', textAt(element, 'NtryRef') ?? ''] : []),
    ]),
    words: words.filter((each) => each !== undefined).join(' ') || null,
    doubt: null,
    mayHaveDetails: isAnnounced && debtor === undefined && remittance === undefined,
    place: number === undefined || !one ? place : placeOf(one, number),
    isReturn,
    creditorIban: textAt(one, 'RltdPties', 'CdtrAcct', 'Id', 'IBAN') ?? null,
    toldRappen: one && readTold(one, whole.side),
    chargesRappen: one ? chargesOf(one) : 0,
  };
}

/** Before version .03, details have amounts only within `AmtDtls`; what came in another currency has one in ours there, too. */
function readTold(one: Element, side: Side): Rappen | undefined {
  const within = ['TxAmt', 'CntrValAmt'].map((name) => find(one, 'AmtDtls', name, 'Amt'));
  const amount = [find(one, 'Amt'), ...within]
    .map((each) => known(readFrancs(each)))
    .find((each) => each !== undefined);
  if (amount === undefined) return undefined;
  return (known(readSide(one)) ?? side) === 'CRDT' || amount === 0 ? amount : -amount;
}

/** Negative where the bank took them; records of their own since version .04. */
function chargesOf(element: Element): Rappen {
  const told = findAll(element, 'Chrgs').flatMap((each) => {
    const records = findAll(each, 'Rcrd');
    return records.length > 0 ? records : [each];
  });
  return told.reduce((sum, each) => {
    const amount = known(readFrancs(find(each, 'Amt') ?? find(each, 'TtlChrgsAndTaxAmt'))) ?? 0;
    return sum + (known(readSide(each)) === 'CRDT' ? amount : -amount);
  }, 0);
}

/** What the bank does not say so that it can be booked without a person. */
function doubtOf({ amountRappen, isReversal, isReturn, found, mayHaveDetails, isSum }: Part): string | null {
  if (amountRappen < 0)
    return isReversal
      ? null
      : 'the bank sent it back, and does not call it a reversal: "bank assign" takes a payment of an invoice back, "bank returned" notes that none is meant';
  if (isReversal || isReturn) return 'what went out came back: "bank assign", or "bank returned" once it is sent again';
  if (found.length > 1) return `it names several invoices (${found.join(', ')}): "bank assign" for one after the other`;
  if (mayHaveDetails && !isSum)
    return 'a sum of several payments, or one whose details come by themselves: import them (camt.054), or "bank assign"';
  return null;
}
