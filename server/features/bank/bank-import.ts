import { createHash, randomUUID } from 'node:crypto';
import { operator } from '../../../shared/business/company.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { sumNote } from '../payments/payments.ts';
import {
  changeEntry,
  findLastStatement,
  insertEntry,
  insertStatement,
  isStatementKnown,
  lockEntryWithKey,
} from './bank.queries.ts';
import { type BankEntry, type BankStatement, readBankStatements, StatementFault } from './bank-statement.ts';

/** What became of a file. */
export interface Import {
  /** Statements that were imported before. */
  known: number;
  /** Entries that are new, and those that were known. */
  added: number;
  repeated: number;
}

const iban = operator.bankAccount.iban.replaceAll(' ', '');

/**
 * Keeps what a file of the bank says; what it is for is found out afterwards. All of the file or nothing: throws a
 * `StatementFault` where a statement between the last one and this one is missing.
 */
export async function importStatements(trx: OpenTransaction, xml: string, now: Date): Promise<Import> {
  const sha256 = createHash('sha256').update(xml).digest('hex');
  const done: Import = { known: 0, added: 0, repeated: 0 };
  for (const statement of readBankStatements(xml, iban)) {
    if (await isStatementKnown(trx, { iban, id: statement.id, sha256, until: statement.until })) {
      done.known += 1;
      continue;
    }
    if (statement.kind === 'statement') await requireNext(trx, statement);
    else await splitSums(trx, statement);
    const id = randomUUID();
    await insertStatement(trx, {
      id,
      file_sha256: sha256,
      message_id: statement.id,
      iban,
      from_on: statement.from,
      until_on: statement.until,
      opening_rappen: statement.openingRappen,
      closing_rappen: statement.closingRappen,
      imported_at: now,
    });
    for (const entry of statement.entries) {
      const isNew = await insertEntry(trx, toRow(entry, id));
      done[isNew ? 'added' : 'repeated'] += 1;
    }
  }
  return done;
}

const toRow = (entry: BankEntry, statementId: string) => ({
  id: randomUUID(),
  statement_id: statementId,
  entry_key: entry.key,
  amount_rappen: entry.amountRappen,
  booked_on: entry.bookedOn,
  value_on: entry.valueOn,
  debtor_name: entry.debtorName,
  debtor_iban: entry.debtorIban,
  message: entry.message,
  reference: entry.reference ?? findReference(entry.message),
  state: 'open' as const,
  note: entry.isSum ? sumNote : null,
});

/** From abroad, the reference often comes among the words. */
const findReference = (message: string | null): string | null =>
  /\bRF\d\d(?:20\d{8})\b/.exec((message ?? '').toUpperCase().replaceAll(/(?<=[RF\d]) (?=\d)/g, ''))?.[0] ?? null;

/** Each statement begins with what the one before ended with. */
async function requireNext(trx: OpenTransaction, { id, from, openingRappen }: BankStatement): Promise<void> {
  const last = await findLastStatement(trx, iban);
  if (!last) return;
  if (from < last.until_on)
    throw new StatementFault(
      `The statement ${id} begins on ${from}, before ${last.until_on}, where the last one ends.`,
    );
  if (Number(last.closing_rappen) !== openingRappen)
    throw new StatementFault(
      `The statement ${id} begins with ${openingRappen} Rappen, and the last one, until ${last.until_on}, ends with ${Number(last.closing_rappen)}: one between them is missing.`,
    );
}

/** The details take the place of the sums they are of; everything else is told by a statement, and stays out. */
async function splitSums(trx: OpenTransaction, statement: BankStatement): Promise<void> {
  const sums = Map.groupBy(statement.entries, ({ batch }) => batch);
  const kept: BankEntry[] = [];
  for (const [batch, entries] of sums) {
    const whole = batch === null ? undefined : await lockEntryWithKey(trx, batch);
    if (whole?.note !== sumNote) continue;
    const total = entries.reduce((sum, { amountRappen }) => sum + amountRappen, 0);
    if (total !== Number(whole.amount_rappen))
      throw new StatementFault(
        `The details of ${batch} are ${total} Rappen, and its sum ${Number(whole.amount_rappen)}.`,
      );
    await changeEntry(trx, whole.id, { state: 'ignored', note: `told in detail by ${statement.id}` });
    kept.push(...entries);
  }
  if (kept.length === 0 && statement.entries.length > 0)
    throw new StatementFault(
      `The details ${statement.id} belong to no sum that is known and open: import the statement (camt.053) first.`,
    );
  statement.entries = kept;
}
