import { randomUUID } from 'node:crypto';
import { inFrancs } from '../../../shared/numbers.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { sumMark } from '../payments/payments.ts';
import { changeEntry } from './bank.queries.ts';
import { compare } from './bank-chain.ts';
import {
  describeUnsure,
  type File,
  fingerprintOf,
  type Kept,
  nothingNew,
  referenceOf,
  toEntryRow,
  toRow,
} from './bank-rows.ts';
import type { BankDetails, BankSum } from './bank-statement.ts';
import { insertEntry, insertStatement, type KnownWhole, lockWholes } from './statements.queries.ts';

/**
 * The details take the place of the sums they are of; everything else is told by a statement, and stays out. A file that was imported
 * before may have details of a sum that was not known then.
 */
export async function splitSums(
  trx: OpenTransaction,
  details: BankDetails,
  { isKnown, ...file }: File & { isKnown: boolean },
): Promise<Kept> {
  const id = randomUUID();
  const splits: { sum: BankSum; whole: string }[] = [];
  const done = { added: 0, repeated: 0, unsure: [] as string[], left: [] as string[] };
  for (const sum of details.sums) {
    const found = await findWhole(trx, sum);
    if (found === 'told') done.repeated += sum.entries.length;
    else if ('left' in found) done.left.push(`${describeSum(sum)}: ${found.left}`);
    else {
      done.added += sum.entries.length;
      done.unsure.push(...sum.entries.flatMap(describeUnsure));
      splits.push({ sum, whole: found.whole });
      await changeEntry(trx, found.whole, { state: 'ignored', note: `told in detail by ${details.id}` });
    }
  }
  if (splits.length === 0 && done.left.length > 0)
    return { ...done, added: isKnown && done.repeated > 0 ? undefined : 0 };
  if (splits.length === 0 && (isKnown || done.repeated > 0)) return nothingNew;
  await insertStatement(trx, { ...toRow(details, id, file), opening_rappen: null, closing_rappen: null });
  for (const { sum, whole } of splits) {
    for (const entry of sum.entries) await insertEntry(trx, { ...toEntryRow(entry, id), instead_of: whole });
    for (const { amountRappen } of sum.debits)
      await insertEntry(trx, { ...toChargeRow(sum, -amountRappen, id), instead_of: whole });
  }
  return done;
}

const describeSum = ({ amountRappen, bookedOn, bankReference, place }: BankSum): string =>
  `${inFrancs(amountRappen)} of ${bookedOn}${bankReference === null ? '' : ` (${bankReference})`}, ${place}`;

/** With its parts it is the sum that was booked. */
function toChargeRow(sum: BankSum, amountRappen: number, statementId: string) {
  const id = randomUUID();
  return {
    ...{ id, statement_id: statementId, entry_key: id, bank_reference: sum.bankReference, fingerprint: null },
    ...{ amount_rappen: amountRappen, booked_on: sum.bookedOn, value_on: sum.bookedOn },
    ...{ debtor_name: null, debtor_iban: null, message: null, reference: null },
    ...{ state: 'ignored' as const, note: 'what the bank took out of the sum for itself' },
  };
}

/** The id of the entry in whose place the details come; `told` where it is told already, `left` says why it is neither. */
async function findWhole(trx: OpenTransaction, sum: BankSum): Promise<{ whole: string } | 'told' | { left: string }> {
  const known = await lockWholes(trx, sum);
  const isNamed = ({ bank_reference, entry_key }: KnownWhole) => (bank_reference ?? entry_key) === sum.bankReference;
  const isEqual = ({ amount_rappen }: KnownWhole) => Number(amount_rappen) === sum.amountRappen;
  const ofDay = ({ booked_on }: KnownWhole) => booked_on === sum.bookedOn;
  const named = known.filter((each) => isNamed(each) && isEqual(each));
  // The bank may call sums of other days the same.
  const candidates = named.some(ofDay) ? named.filter(ofDay) : named;
  const told = sum.entries.map((entry) => ({ fingerprint: fingerprintOf(entry) }));
  for (const { details } of candidates) {
    const ofPayments = details.filter(({ fingerprint }) => fingerprint !== null);
    if (ofPayments.length === 0) continue;
    const { fresh, missing } = compare(told, ofPayments);
    if (fresh.length === 0 && missing.length === 0) return 'told';
  }
  const undivided = candidates.filter(({ details }) => details.length === 0);
  const open = undivided.find((each) => isOpen(each) && doesTellMore(sum, each));
  if (open) return { whole: open.id };
  if (sum.entries.length === 1 && undivided.length > 0) return 'told';
  if (undivided[0])
    return {
      left: `it is ${sum.entries.length} payments, and was booked as one: "bank undo ${undivided[0].id}", then import the file again.`,
    };
  // Some name the sum in one file only, or otherwise: then the one that waits for details of that day is meant, if it is one.
  const waiting = known.filter(
    (each) =>
      ofDay(each) && isEqual(each) && isOpen(each) && each.details.length === 0 && each.note?.startsWith(sumMark),
  );
  if (waiting.length === 1 && named.length === 0) return { whole: waiting[0]!.id };
  const other = known.find((each) => isNamed(each) && ofDay(each) && isOpen(each) && each.details.length === 0);
  if (other && sum.entries.length > 1)
    return { left: `the statement has ${inFrancs(Number(other.amount_rappen))} for it: ask the bank which is right.` };
  return { left: 'no entry is known that it is of: import the statement (camt.053) first.' };
}

/** Nothing is booked of it, and nobody has decided what it is for. */
const isOpen = ({ state, isDecided }: KnownWhole): boolean => state === 'open' && !isDecided;

/** Several payments, or the reference of one that came without. */
function doesTellMore({ entries }: BankSum, whole: KnownWhole): boolean {
  const [first, ...more] = entries;
  if (!first) return false;
  if (more.length > 0 || whole.note?.startsWith(sumMark)) return true;
  const isBare = whole.reference === null && whole.message === null && whole.debtor_name === null;
  return isBare || (referenceOf(first) !== null && whole.reference === null);
}
