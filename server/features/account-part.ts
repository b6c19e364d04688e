import type { AccountAnswer } from '../../shared/api/account.ts';
import type { Database } from '../database/database.ts';
import type { OpenTransaction, Queries } from '../database/schema.ts';

/** What one feature knows of an account. Little is known of an account that has no row yet. */
export interface AccountPart {
  /** Its fields in the answer of `GET /api/account`. */
  describe?(queries: Queries, accountId: string, now: Date): Promise<Partial<AccountAnswer>>;
  /** Everything it stores about the account, by name, for its holder (GDPR Art. 15 and 20). */
  export?(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>>;
  /** Removes what may be removed once the account is gone for good; what must be kept stays. */
  erase?(trx: OpenTransaction, accountId: string): Promise<void>;
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

export async function exportAccount(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const part of parts) Object.assign(all, await part.export?.(trx, accountId));
  return all;
}

/** In reverse order of the list: rows of later features refer to those of earlier ones. */
export async function eraseAccount(
  parts: readonly AccountPart[],
  trx: OpenTransaction,
  accountId: string,
): Promise<void> {
  for (const part of parts.toReversed()) await part.erase?.(trx, accountId);
}
