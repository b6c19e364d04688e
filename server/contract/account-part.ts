import { sql } from 'kysely';
import type { AccountAnswer } from '../../shared/api/account.ts';
import type { PersonalDataPart } from '../../shared/personal-data-parts.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { OpenTransaction, Queries } from '../database/schema.ts';
import { type HoldKind, isHeld } from './retention-rule.ts';

/** What one feature knows of an account. Little is known of an account that has no row yet. */
export interface AccountPart {
  /** Its fields in the answer of `GET /api/account`. */
  describe?(queries: Queries, accountId: string, now: Date): Promise<Partial<AccountAnswer>>;
  /** Everything it stores about the account, by name, for its holder (GDPR Art. 15 and 20). */
  export?(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>>;
  /** The same for a person at a terminal, where the export holds what only a program can read. */
  show?(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>>;
  /** What it stores of an address without an account, by name, for whoever has proved that it is theirs (GDPR Art. 15). */
  exportOfAddress?(trx: OpenTransaction, email: string): Promise<Record<string, unknown>>;
  /** The list of the export that may be too long to be held at once. */
  exportRows?: LongList;
  /**
   * A file that a mail to the account brings, its own or one for everybody, by its id; made now where it was not. `not-made`: that cannot be done yet. Undefined where
   * the account has none with this id.
   */
  mailFile?(
    queries: Queries,
    accountId: string,
    id: string,
    context: { config: Config; now: Date },
  ): Promise<Buffer | 'not-made' | undefined>;
  /** As what its rows can be held for a dispute: they are then left to its end. */
  heldAs?: HoldKind;
  /** Removes what may be removed once the account is gone for good; what must be kept stays. */
  erase?(trx: OpenTransaction, accountId: string): Promise<void>;
}

/** `<part>.<list>` of the export, oldest first, in batches. */
interface LongList {
  part: PersonalDataPart;
  list: string;
  batches(trx: OpenTransaction, accountId: string): AsyncGenerator<Record<string, unknown>[]>;
}

/** All at once, each on a connection of its own; a transaction would answer one query at a time. */
export async function describeAccount(
  parts: readonly AccountPart[],
  { kysely }: Database,
  accountId: string,
  now: Date,
): Promise<AccountAnswer> {
  const answers = await Promise.all(parts.map((part) => part.describe?.(kysely, accountId, now)));
  const answer: Partial<AccountAnswer> = Object.assign({}, ...answers);
  // Complete when every part is there; the schema of the route refuses to send anything less.
  return answer as AccountAnswer;
}

/** Everything but the long lists. */
export async function exportParts(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const part of parts) addTo(all, await part.export?.(trx, accountId));
  return all;
}

/** What several features know under one name stands together. */
function addTo(all: Record<string, unknown>, part: Record<string, unknown> = {}): void {
  for (const [name, known] of Object.entries(part))
    all[name] = name in all ? { ...(all[name] as object), ...(known as object) } : known;
}

/** Everything, held at once. */
export async function exportAccount(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<Record<string, unknown>> {
  const all = await exportParts(parts, trx, accountId);
  for (const { part, list, batches } of parts.flatMap(({ exportRows = [] }) => exportRows)) {
    const rows: Record<string, unknown>[] = [];
    for await (const batch of batches(trx, accountId)) rows.push(...batch);
    all[part] = { ...(all[part] as object), [list]: rows };
  }
  return all;
}

/** How many of a long list a person is shown. */
const mostShown = 5;

/** Everything as a person reads it; of the long lists their length, and the newest. */
export async function showAccount(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const part of parts) addTo(all, await (part.show ?? part.export)?.(trx, accountId));
  for (const { part, list, batches } of parts.flatMap(({ exportRows = [] }) => exportRows)) {
    let count = 0;
    let newest: Record<string, unknown>[] = [];
    for await (const batch of batches(trx, accountId)) {
      count += batch.length;
      newest = [...newest, ...batch].slice(-mostShown);
    }
    all[part] = { ...(all[part] as object), [`${list} (${count})`]: newest };
  }
  return all;
}

/** Everything stored of an address without an account. */
export async function exportAddress(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  email: string,
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const part of parts) Object.assign(all, await part.exportOfAddress?.(trx, email));
  return all;
}

/** In reverse order of the list: rows of later features refer to those of earlier ones. */
export async function eraseAccount(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<void> {
  for (const { erase, heldAs } of parts.toReversed())
    if (erase && !(heldAs && (await isHeldFor(trx, accountId, heldAs)))) await erase(trx, accountId);
}

/** What a hold has kept of an erased account, as far as no other hold keeps it. */
export async function eraseNoLongerHeld(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<void> {
  await eraseAccount(
    parts.filter(({ heldAs }) => heldAs),
    trx,
    accountId,
  );
}

async function isHeldFor(trx: OpenTransaction, accountId: string, kind: HoldKind): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`select ${isHeld(sql`${accountId}::text`, kind)} as "isHeld"`.execute(
    trx,
  );
  return rows[0]!.isHeld;
}
