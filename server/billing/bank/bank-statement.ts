import type { Rappen } from '../../../shared/business/plans.ts';
import type { Day } from '../../../shared/days.ts';
import {
  readBankFile,
  StatementFault,
  type ToldAmount,
  type ToldBalance,
  type ToldDate,
  type ToldEntry,
  type ToldTransaction,
} from './bank-file.ts';

export { StatementFault } from './bank-file.ts';

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
  /** The creditor reference without spaces. */
  reference: string | null;
  /** Takes back a payment that was booked before. */
  isReversal: boolean;
  /** Several payments in one sum, without saying which. */
  isSum: boolean;
}

/** Money that went out. It is kept without a name: it shows that something was sent back. */
export interface BankDebit {
  bankReference: string | null;
  /** Positive. */
  amountRappen: Rappen;
  bookedOn: Day;
  creditorIban: string | null;
}

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
  entries: BankEntry[];
}

/** The details of some sums (camt.054). */
export interface BankDetails extends Told {
  kind: 'details';
  sums: BankSum[];
}

/**
 * The statements of a file (ISO 20022, camt.053 or camt.054, in Swiss francs) for the account `iban`. Throws a `StatementFault`
 * for a file that is not whole, of another account, or whose sums do not add up: nothing of it may be booked.
 */
export function readBankStatements(xml: string, iban: string): (BankStatement | BankDetails)[] {
  const { isStatement, reports } = readBankFile(xml);
  return reports.map((one) => {
    const theirs = withoutSpaces(one.Acct.Id.IBAN ?? '');
    if (theirs !== withoutSpaces(iban))
      throw new StatementFault(`The statement ${one.Id} is of another account: ${theirs || 'one without an IBAN'}.`);
    const booked = one.Ntry.filter(({ Sts }) => (typeof Sts === 'string' ? Sts : Sts.Cd) === 'BOOK');
    // A statement that says nothing of its time is of the day of its closing balance, and details of the day they were made.
    const closing = one.Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === 'CLBD');
    const made = closing ? dayOf(closing.Dt) : one.CreDtTm.slice(0, 10);
    const from = (one.FrToDt?.FrDtTm ?? made).slice(0, 10);
    const until = (one.FrToDt?.ToDtTm ?? made).slice(0, 10);
    if (until < from)
      throw new StatementFault(`The statement ${one.Id} ends on ${until}, before it begins on ${from}.`);
    const told = { id: one.Id, from, until };
    const ours = booked.filter(({ CdtDbtInd, RvslInd }) => CdtDbtInd === 'CRDT' || RvslInd === 'true');
    if (!isStatement) return { kind: 'details', ...told, sums: ours.map(readSum) };
    const entries = ours.flatMap(readEntry);
    const openingRappen = balanceOf(one.Bal, one.Id, ['OPBD', 'PRCD']);
    const closingRappen = balanceOf(one.Bal, one.Id, ['CLBD']);
    const moved = booked.reduce((sum, each) => sum + signed(each.Amt, each.CdtDbtInd), 0);
    if (openingRappen + moved !== closingRappen)
      throw new StatementFault(
        `The statement ${one.Id} does not add up: ${openingRappen} and ${moved} Rappen are not ${closingRappen}.`,
      );
    return {
      kind: 'statement',
      ...told,
      openingRappen,
      closingRappen,
      entries: entries.filter(isOurs),
      debits: [
        ...booked.filter((each) => !ours.includes(each)).flatMap(readDebit),
        ...entries.filter((each) => !isOurs(each)).map(readCharge),
      ],
    };
  });
}

function balanceOf(balances: readonly ToldBalance[], id: string, codes: readonly string[]): Rappen {
  const found = balances.find(({ Tp }) => codes.includes(Tp.CdOrPrtry.Cd ?? ''));
  if (!found) throw new StatementFault(`The statement ${id} lacks a balance (${codes.join(' or ')}).`);
  return signed(found.Amt, found.CdtDbtInd);
}

const detailsOf = (one: ToldEntry): ToldTransaction[] => one.NtryDtls.flatMap(({ TxDtls }) => TxDtls);

function readSum(one: ToldEntry): BankSum {
  const { bankReference, amountRappen, bookedOn } = wholeOf(one);
  return { bankReference, amountRappen, bookedOn, entries: readEntry(one).filter(isOurs) };
}

const isOurs = ({ amountRappen, isReversal }: BankEntry): boolean => amountRappen > 0 || isReversal;

/** What the bank has taken out of a sum for itself. */
const readCharge = ({ bankReference, amountRappen, bookedOn }: BankEntry): BankDebit => ({
  bankReference,
  amountRappen: -amountRappen,
  bookedOn,
  creditorIban: null,
});

const wholeOf = (one: ToldEntry) => {
  const bookedOn = dayOf(one.BookgDt);
  return {
    bankReference: one.AcctSvcrRef ?? null,
    amountRappen: signed(one.Amt, one.CdtDbtInd),
    bookedOn,
    valueOn: one.ValDt ? dayOf(one.ValDt) : bookedOn,
    isReversal: one.RvslInd === 'true',
  };
};

/** Each payment by itself; one of nothing is none. */
function readEntry(one: ToldEntry): BankEntry[] {
  const whole = wholeOf(one);
  const details = detailsOf(one);
  const name = whole.bankReference ?? `of ${whole.bookedOn}`;
  if (details.length <= 1) {
    const said = one.NtryDtls.reduce((sum, { Btch }) => sum + Number(Btch?.NbOfTxs ?? 0), 0);
    const { ownReference, told } = readTransaction(details[0]);
    const bankReference = ownReference ?? whole.bankReference;
    return withAmount([{ ...whole, ...told, bankReference, isSum: said > 1 && details.length === 0 }]);
  }
  const entries = details.map((each, place) => {
    if (!each.Amt) throw new StatementFault(`A payment within the sum ${name} has no amount.`);
    const { ownReference, told } = readTransaction(each);
    const bankReference = ownReference ?? (whole.bankReference && `${whole.bankReference}/${place + 1}`);
    const amountRappen = signed(each.Amt, each.CdtDbtInd ?? one.CdtDbtInd);
    return { ...whole, ...told, amountRappen, bankReference, isSum: false };
  });
  if (sumOf(entries) !== whole.amountRappen)
    throw new StatementFault(`The payments within the sum ${name} do not add up to it.`);
  return withAmount(entries);
}

/** Transfers that were ordered together, each by itself where the bank says how much each was. */
function readDebit(one: ToldEntry): BankDebit[] {
  const { bankReference, amountRappen, bookedOn } = wholeOf(one);
  const details = detailsOf(one);
  const parts = details.flatMap(({ Amt, CdtDbtInd = one.CdtDbtInd, Refs, RltdPties }) =>
    // What was changed into another currency is told in that.
    Amt?.['@Ccy'] === 'CHF' && CdtDbtInd === 'DBIT'
      ? [
          {
            bankReference: Refs?.AcctSvcrRef ?? bankReference,
            amountRappen: -signed(Amt, CdtDbtInd),
            bookedOn,
            creditorIban: RltdPties?.CdtrAcct?.Id.IBAN ?? null,
          },
        ]
      : [],
  );
  if (parts.length === details.length && sumOf(parts) === -amountRappen) return withAmount(parts);
  const creditorIban = (details.length === 1 && details[0]?.RltdPties?.CdtrAcct?.Id.IBAN) || null;
  return withAmount([{ bankReference, amountRappen: -amountRappen, bookedOn, creditorIban }]);
}

const sumOf = (all: readonly { amountRappen: Rappen }[]): Rappen =>
  all.reduce((sum, { amountRappen }) => sum + amountRappen, 0);

const withAmount = <Moved extends { amountRappen: Rappen }>(all: Moved[]): Moved[] =>
  all.filter(({ amountRappen }) => amountRappen !== 0);

function readTransaction(one: ToldTransaction | undefined) {
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

const dayOf = (date: ToldDate): Day => ('Dt' in date ? date.Dt : date.DtTm.slice(0, 10));

/** Never through a floating-point number. */
function signed({ '#text': written, '@Ccy': currency }: ToldAmount, side: 'CRDT' | 'DBIT'): Rappen {
  if (currency !== 'CHF') throw new StatementFault(`The file holds an amount in ${currency}; the account is in CHF.`);
  const [, francs, rappen = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(written.trim()) ?? [];
  if (francs === undefined) throw new StatementFault(`"${written}" is no amount in CHF.`);
  const sum = Number(francs) * 100 + Number(rappen.padEnd(2, '0'));
  return side === 'CRDT' || sum === 0 ? sum : -sum;
}

const withoutSpaces = (written: string): string => written.replaceAll(/\s/g, '');
