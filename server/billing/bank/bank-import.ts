import { randomUUID } from 'node:crypto';
import { operator } from '../../../shared/business/company.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { sha256Hex } from '../../sha256.ts';
import { sumNote } from '../payments/payments.ts';
import { changeEntry } from './bank.queries.ts';
import { type Booking, compare, findNew } from './bank-chain.ts';
import {
  type BankDebit,
  type BankDetails,
  type BankEntry,
  type BankStatement,
  type BankSum,
  readBankStatements,
  StatementFault,
} from './bank-statement.ts';
import {
  findChain,
  insertDebit,
  insertEntry,
  insertStatement,
  isFileKnown,
  lockStatements,
  lockSums,
} from './statements.queries.ts';

/** What became of a file. */
export interface Import {
  /** Statements that were imported before. */
  known: number;
  /** Entries that are new, and those that were known. */
  added: number;
  repeated: number;
  /** Details of sums that are not known, or told one by one. */
  left: number;
  /** From which day until which it tells of the account. */
  from: string;
  until: string;
}

const iban = operator.bankAccount.iban.replaceAll(' ', '');

/**
 * Keeps what a file of the bank says; what it is for is found out afterwards. All of the file or nothing: throws a
 * `StatementFault` where a statement between the last one and this one is missing, or where it is not certain what is new.
 */
export async function importStatements(trx: OpenTransaction, xml: string, now: Date): Promise<Import> {
  const file = { sha256: sha256Hex(xml), now };
  const told = readBankStatements(xml, iban).toSorted(
    (one, other) => one.from.localeCompare(other.from) || one.until.localeCompare(other.until),
  );
  const until = told.reduce((latest, each) => (each.until > latest ? each.until : latest), told[0]!.until);
  const done: Import = { known: 0, added: 0, repeated: 0, left: 0, from: told[0]!.from, until };
  await lockStatements(trx);
  const isKnown = await isFileKnown(trx, iban, file.sha256);
  for (const one of told) {
    const kept = one.kind === 'details' ? await splitSums(trx, one, { ...file, isKnown }) : undefined;
    const { added, repeated, left } =
      kept ?? (isKnown ? nothingNew : await keepStatement(trx, one as BankStatement, file));
    done.known += added === undefined ? 1 : 0;
    done.added += added ?? 0;
    done.repeated += repeated;
    done.left += left;
  }
  return done;
}

interface File {
  sha256: string;
  now: Date;
}

/** `added` is undefined where it tells nothing new. */
interface Kept {
  added: number | undefined;
  repeated: number;
  left: number;
}

const nothingNew: Kept = { added: undefined, repeated: 0, left: 0 };

/** Keeps what a statement tells that is new, so that it begins with what the last one ended with. */
async function keepStatement(trx: OpenTransaction, statement: BankStatement, file: File): Promise<Kept> {
  const { nextNumber, last, reaching } = await findChain(trx, iban, statement.from);
  const entries = statement.entries.map((entry) => ({ ...asBooking(entry), entry }));
  const debits = statement.debits.map((debit) => ({
    ...asBooking(debit),
    amountRappen: -debit.amountRappen,
    debit,
  }));
  const fresh = findNew<Booking & { entry?: BankEntry; debit?: BankDebit }>(
    { ...statement, bookings: [...entries, ...debits] },
    { last, reaching },
  );
  if (!fresh) return nothingNew;
  const id = randomUUID();
  await insertStatement(trx, {
    ...toRow(statement, id, file),
    opening_rappen: last?.closingRappen ?? statement.openingRappen,
    closing_rappen: statement.closingRappen,
    number: nextNumber,
  });
  let added = 0;
  for (const { entry, debit, fingerprint } of fresh) {
    if (entry) {
      await insertEntry(trx, toEntryRow(entry, id));
      added += 1;
    }
    if (debit)
      await insertDebit(trx, {
        id: randomUUID(),
        statement_id: id,
        amount_rappen: debit.amountRappen,
        booked_on: debit.bookedOn,
        bank_reference: debit.bankReference,
        creditor_iban: debit.creditorIban,
        fingerprint: fingerprint!,
      });
  }
  return { added, repeated: entries.length - added, left: 0 };
}

/**
 * The details take the place of the sums they are of; everything else is told by a statement, and stays out. A file that was imported
 * before may have details of a sum that was not known then.
 */
async function splitSums(
  trx: OpenTransaction,
  details: BankDetails,
  { isKnown, ...file }: File & { isKnown: boolean },
): Promise<Kept> {
  const id = randomUUID();
  const splits = [];
  const count = { added: 0, repeated: 0, left: 0 };
  for (const sum of details.sums) {
    const whole = await findWhole(trx, sum);
    count[whole === undefined ? 'left' : whole === 'told' ? 'repeated' : 'added'] += sum.entries.length;
    if (!whole || whole === 'told') continue;
    await changeEntry(trx, whole, { state: 'ignored', note: `told in detail by ${details.id}` });
    splits.push({ sum, whole });
  }
  if (splits.length === 0 && (isKnown || count.repeated > 0)) return nothingNew;
  if (splits.length === 0 && details.sums.length > 0)
    throw new StatementFault(
      `The details ${details.id} belong to no sum that is known and open: import the statement (camt.053) first.`,
    );
  await insertStatement(trx, { ...toRow(details, id, file), opening_rappen: null, closing_rappen: null });
  for (const { sum, whole } of splits)
    for (const entry of sum.entries) await insertEntry(trx, { ...toEntryRow(entry, id), instead_of: whole });
  return count;
}

/** The id of the sum that is open; `told` where these details have taken its place before. */
async function findWhole(trx: OpenTransaction, sum: BankSum): Promise<string | 'told' | undefined> {
  const named = sum.bankReference === null ? [] : await lockSums(trx, sum.bankReference);
  const total = sum.entries.reduce((rappen, { amountRappen }) => rappen + amountRappen, 0);
  const equal = named.filter(({ amount_rappen }) => Number(amount_rappen) === total);
  // The bank may call sums of other days the same.
  const ofDay = equal.filter(({ booked_on }) => booked_on === sum.bookedOn);
  const candidates = ofDay.length > 0 ? ofDay : equal;
  const told = sum.entries.map((entry) => ({ fingerprint: fingerprintOf(entry) }));
  for (const { details } of candidates) {
    const { fresh, missing } = compare(told, details);
    if (fresh.length === 0 && missing.length === 0) return 'told';
  }
  const open = candidates.find(({ details }) => details.length === 0);
  if (open) return open.id;
  const other = named.find(({ booked_on, details }) => booked_on === sum.bookedOn && details.length === 0);
  // What stands alone is no sum.
  if (other && sum.entries.length > 1)
    throw new StatementFault(
      `The details of ${sum.bankReference} are ${total} Rappen, and its sum ${Number(other.amount_rappen)}.`,
    );
  return undefined;
}

const asBooking = (told: BankEntry | BankDebit): Booking => ({
  fingerprint: fingerprintOf(told),
  amountRappen: told.amountRappen,
  bookedOn: told.bookedOn,
  bankReference: told.bankReference,
});

const fingerprintOf = (told: BankEntry | BankDebit): string => sha256Hex(JSON.stringify(told));

const toRow = ({ id: message_id, from, until }: BankStatement | BankDetails, id: string, { sha256, now }: File) => ({
  id,
  file_sha256: sha256,
  message_id,
  iban,
  from_on: from,
  until_on: until,
  imported_at: now,
});

function toEntryRow(entry: BankEntry, statementId: string) {
  const id = randomUUID();
  return {
    id,
    statement_id: statementId,
    entry_key: id,
    bank_reference: entry.bankReference,
    fingerprint: fingerprintOf(entry),
    amount_rappen: entry.amountRappen,
    booked_on: entry.bookedOn,
    value_on: entry.valueOn,
    debtor_name: entry.debtorName,
    debtor_iban: entry.debtorIban,
    message: entry.message,
    reference: entry.reference ?? findReference(entry.message),
    state: 'open' as const,
    note: entry.isSum ? sumNote : null,
  };
}

/** From abroad, the reference often comes among the words. */
const findReference = (message: string | null): string | null =>
  /\bRF\d\d(?:20\d{8})\b/.exec((message ?? '').toUpperCase().replaceAll(/(?<=[RF\d]) (?=\d)/g, ''))?.[0] ?? null;
