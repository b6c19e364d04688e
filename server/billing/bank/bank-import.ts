import { randomUUID } from 'node:crypto';
import type { OpenTransaction } from '../../database/schema.ts';
import { sha256Hex } from '../../sha256.ts';
import { decode, unpack } from './bank-bytes.ts';
import { type Booking, findNew } from './bank-chain.ts';
import { splitSums } from './bank-details.ts';
import type { BankDebit, BankEntry } from './bank-entry.ts';
import {
  describeUnsure,
  type File,
  fingerprintOf,
  type Kept,
  nothingNew,
  ourIban,
  toEntryRow,
  toRow,
} from './bank-rows.ts';
import { type BankDetails, type BankStatement, readBankStatements } from './bank-statement.ts';
import { NotOurs, StatementFault } from './statement-fault.ts';
import {
  findChain,
  insertDebit,
  insertEntry,
  insertStatement,
  isFileKnown,
  lockStatements,
} from './statements.queries.ts';

/** What became of a file. */
export interface Import {
  /** Statements that were imported before. */
  known: number;
  /** Entries that are new, and those that were known. */
  added: number;
  repeated: number;
  /** In sentences, what is new and waits for a person, and what was left out. */
  unsure: string[];
  left: string[];
  /** From which day until which it tells of the account. */
  from: string;
  until: string;
}

/**
 * Keeps what a file of the bank says; what it is for is found out afterwards. All that a file tells of our account or nothing: throws a
 * `StatementFault` where a statement between the last one and this one is missing, or where it is not certain what is new.
 */
export async function importStatements(trx: OpenTransaction, given: string | Buffer, now: Date): Promise<Import> {
  const { told, left } = await readFiles(Buffer.from(given));
  const days = told.flatMap(({ one }) => [one.from, one.until]).toSorted();
  const done: Import = { known: 0, added: 0, repeated: 0, unsure: [], left, from: days[0]!, until: days.at(-1)! };
  await lockStatements(trx);
  const files = [...new Set(told.map(({ sha256 }) => sha256))];
  const known = new Set<string>();
  for (const sha256 of files) if (await isFileKnown(trx, ourIban, sha256)) known.add(sha256);
  for (const { one, sha256 } of told) {
    const file = { sha256, now };
    const isKnown = known.has(sha256);
    const kept =
      one.kind === 'details'
        ? await splitSums(trx, one, { ...file, isKnown })
        : isKnown
          ? nothingNew
          : await keepStatement(trx, one, file);
    done.known += kept.added === undefined ? 1 : 0;
    done.added += kept.added ?? 0;
    done.repeated += kept.repeated;
    done.unsure.push(...kept.unsure);
    done.left.push(...kept.left);
  }
  // Nothing of it is of use: an operator should not take that for an import.
  if (done.known + done.added + done.repeated === 0 && done.left[0] && told.every(({ one }) => one.kind === 'details'))
    throw new StatementFault(done.left.join(' '));
  return done;
}

type ToldByFile = { one: BankStatement | BankDetails; sha256: string };

/** What all files of one delivery tell, by time, and details after the statements that have their sums. */
async function readFiles(given: Buffer): Promise<{ told: ToldByFile[]; left: string[] }> {
  const { files, others } = await unpack(given);
  const told: ToldByFile[] = [];
  const left = others.map((name) => `${name} in the ZIP is no XML: it was left out.`);
  const faults: string[] = [];
  for (const { name, bytes } of files)
    try {
      const read = readBankStatements(decode(bytes), ourIban);
      const sha256 = sha256Hex(bytes);
      told.push(...read.told.map((one) => ({ one, sha256 })));
      left.push(...read.left);
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error;
      // Of several files, what is of another account or no statement stops nothing; ours that is not whole does.
      if (!(error instanceof NotOurs)) throw name ? new StatementFault(`${name}: ${error.message}`) : error;
      faults.push(name ? `${name}: ${error.message}` : error.message);
    }
  if (told.length === 0) throw new StatementFault(faults.join(' '));
  const ordered = told.toSorted(
    ({ one }, { one: other }) =>
      Number(one.kind === 'details') - Number(other.kind === 'details') ||
      one.from.localeCompare(other.from) ||
      one.until.localeCompare(other.until),
  );
  return { told: ordered, left: [...left, ...faults] };
}

/** Keeps what a statement tells that is new, so that it begins with what the last one ended with. */
async function keepStatement(trx: OpenTransaction, statement: BankStatement, file: File): Promise<Kept> {
  const { nextNumber, last, reaching } = await findChain(trx, ourIban, statement.from);
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
  const unsure = fresh.flatMap(({ entry }) => (entry ? describeUnsure(entry) : []));
  return { added, repeated: entries.length - added, unsure, left: [] };
}

const asBooking = (told: BankEntry | BankDebit): Booking => ({
  fingerprint: fingerprintOf(told),
  amountRappen: told.amountRappen,
  bookedOn: told.bookedOn,
  bankReference: told.bankReference,
});
