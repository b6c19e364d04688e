import type { Selectable } from 'kysely';
import type { AccountEnder } from '../../../shared/api/account.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** What became of an account, written by a trigger. */
interface AccountEndRow {
  id: string;
  /** SHA-256 of the account's id. */
  account_sha256: string;
  /** Null where it goes on again. */
  ended_at: Date | null;
  ended_by: AccountEnder | null;
  /** Nothing is left of it but its id and times. */
  erased: boolean;
  recorded_at: Date;
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
