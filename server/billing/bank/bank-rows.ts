import { randomUUID } from 'node:crypto';
import { operator } from '../../../shared/business/company.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { sha256Hex } from '../../sha256.ts';
import { sumNote } from '../payments/payments.ts';
import type { BankDebit, BankEntry } from './bank-entry.ts';
import type { BankDetails, BankStatement } from './bank-statement.ts';

/** A file, by its content. */
export interface File {
  sha256: string;
  now: Date;
}

/** What became of a statement, or of details; `added` is undefined where it tells nothing new. */
export interface Kept {
  added: number | undefined;
  repeated: number;
  unsure: string[];
  left: string[];
}

export const nothingNew: Kept = { added: undefined, repeated: 0, unsure: [], left: [] };

export const ourIban = operator.bankAccount.iban.replaceAll(' ', '');

/** Of everything that is told of it, in this order: what was kept before has to stay the same. */
export const fingerprintOf = (told: BankEntry | BankDebit): string =>
  sha256Hex(JSON.stringify('isSum' in told ? inOrder(told) : told));

const inOrder = (told: BankEntry) => ({
  bankReference: told.bankReference,
  amountRappen: told.amountRappen,
  bookedOn: told.bookedOn,
  valueOn: told.valueOn,
  isReversal: told.isReversal,
  debtorName: told.debtorName,
  debtorIban: told.debtorIban,
  message: told.message,
  reference: told.reference,
  isSum: told.isSum,
});

export const toRow = (
  { id: message_id, from, until }: BankStatement | BankDetails,
  id: string,
  { sha256, now }: File,
) => ({ id, file_sha256: sha256, message_id, iban: ourIban, from_on: from, until_on: until, imported_at: now });

/** Only one reference of ours is sure; without one, what stands where a reference should is kept as it is. */
export const referenceOf = ({ found, reference }: BankEntry): string | null =>
  found.length === 0 ? reference : found.length === 1 ? found[0]! : null;

export function toEntryRow(entry: BankEntry, statementId: string) {
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
    message: entry.message ?? entry.words,
    reference: referenceOf(entry),
    state: 'open' as const,
    note: entry.doubt ?? (entry.isSum ? sumNote : null),
  };
}

/** What a person has to look at, and where it stands in the file. */
export function describeUnsure({ doubt, amountRappen, bookedOn, bankReference, place }: BankEntry): string[] {
  const name = bankReference === null ? '' : ` (${bankReference})`;
  return doubt === null ? [] : [`${inFrancs(amountRappen)} of ${bookedOn}${name}, ${place}: ${doubt}.`];
}
