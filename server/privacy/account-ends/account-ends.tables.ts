import type { Selectable } from 'kysely';
import type { AccountEnder } from '../../../shared/api/account.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** What became of an account, or that a request for access was deleted; written by triggers. */
interface AccountEndRow {
  id: string;
  /** SHA-256 of the id of the account, or of the request, which has no ender. */
  account_sha256: string;
  /** Null where an account goes on again. */
  ended_at: Date | null;
  ended_by: AccountEnder | null;
  /** Nothing is left of an account but its id and times, and of a request nothing. */
  erased: boolean;
  recorded_at: Date;
  /** Whether its holder objects to traces of downloads, and has restricted it; null where an entry does not tell. */
  has_objected: boolean | null;
  is_restricted: boolean | null;
}

export interface AccountEndsTables {
  account_ends: AppendOnly<AccountEndRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends AccountEndsTables {}
}

export const accountEndsTables = {
  account_ends: 'append-only',
} as const satisfies TableRules<AccountEndsTables>;

export type AccountEnd = Selectable<AccountEndRow>;
