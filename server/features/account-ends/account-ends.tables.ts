import type { Selectable } from 'kysely';
import type { AccountEnder } from '../../../shared/api/account.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** What became of an account, or of a request for access that was deleted; written by triggers. */
interface AccountEndRow {
  id: string;
  /** SHA-256 of its id. */
  account_sha256: string;
  /** Null where it goes on again. */
  ended_at: Date | null;
  ended_by: AccountEnder | null;
  /** Nothing is left of it but its id and times. */
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
