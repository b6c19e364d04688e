import type { Selectable } from 'kysely';
import type { AccountEnder } from '../../../shared/api/account.ts';
import { retention } from '../../../shared/business/retention.ts';
import { comparison, person, pseudonym } from '../../contract/kept.ts';
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
  account_ends: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      account_sha256: pseudonym('account-ends', comparison),
      ended_at: person('account-ends', comparison),
      ended_by: person('account-ends', comparison),
      erased: person('account-ends', comparison),
      recorded_at: 'impersonal',
      has_objected: person('account-ends', comparison),
      is_restricted: person('account-ends', comparison),
    },
    terms: [
      {
        rule: 'account-ends',
        id: 'id',
        start: 'recorded_at',
        period: `${retention.accountEndDays} days`,
      },
    ],
  },
} as const satisfies TableRules<AccountEndsTables>;

export type AccountEnd = Selectable<AccountEndRow>;
