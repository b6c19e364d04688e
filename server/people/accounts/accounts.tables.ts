import type { ColumnType, Selectable } from 'kysely';
import type { AccountEnder, AccountStatus } from '../../../shared/api/account.ts';
import { retention } from '../../../shared/business/retention.ts';
import { person, pseudonym, withinTheMinute } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';

/**
 * Personal data of a customer (specification 3: stored account data), known from the first download. Once the account is
 * erased, everything but its id, times and end is null.
 */
interface AccountRow {
  /** The login provider's user id. */
  id: string;
  full_name: string | null;
  email: string | null;
  country: string | null;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  updated_at: Date;
  /** When the account was deleted for good, or null. Retention periods of what outlives it start here. */
  ended_at: ColumnType<Date | null, Date | null | undefined>;
  status: ColumnType<AccountStatus, AccountStatus | undefined>;
  /** The holder may reopen what the holder ended; null while it has not ended. */
  ended_by: ColumnType<AccountEnder | null, AccountEnder | null | undefined>;
  /** When the login provider confirmed that its user is gone; null before. */
  login_removed_at: ColumnType<Date | null, Date | null | undefined>;
  /** Since when an operator has it suspended by hand, also while it has ended; a measure's suspension is known by the measure. */
  suspended_at: ColumnType<Date | null, Date | null | undefined>;
  /** Since when its holder wants the data to be kept and not used (GDPR Art. 18). */
  restricted_at: ColumnType<Date | null, Date | null | undefined>;
  /** Since when its holder objects to what rests on a legitimate interest (GDPR Art. 21). */
  objected_at: ColumnType<Date | null, Date | null | undefined>;
  /** When it ends, because its holder lives where nobody may use the product. */
  closes_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface AccountsTables {
  accounts: AccountRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends AccountsTables {}
}

export const accountsTables = {
  accounts: {
    rows: 'changeable',
    kept: {
      id: pseudonym('account-stubs', 'account'),
      full_name: person('ended-accounts', 'account'),
      email: person('ended-accounts', 'account'),
      country: person('ended-accounts', 'account'),
      ip_address: person('ended-accounts', 'account'),
      user_agent: person('ended-accounts', 'account'),
      created_at: person('account-stubs', 'account'),
      updated_at: person('account-stubs', 'account'),
      ended_at: person('account-stubs', 'account'),
      status: person('account-stubs', 'account'),
      ended_by: person('account-stubs', 'account'),
      login_removed_at: person('account-stubs', 'account'),
      suspended_at: person('ended-accounts', 'account'),
      restricted_at: person('ended-accounts', 'account'),
      objected_at: person('ended-accounts', 'account'),
      closes_at: person('ended-accounts', 'account'),
    },
    terms: [
      {
        rule: 'account-stubs',
        id: 'id',
        start: 'ended_at',
        period: `${retention.policyAcceptanceMonthsAfterAccount} months`,
      },
      {
        rule: 'ended-accounts',
        id: 'id',
        start: 'ended_at',
        period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
        empties: [
          ...['full_name', 'email', 'country', 'ip_address', 'user_agent'],
          ...['restricted_at', 'objected_at', 'closes_at', 'suspended_at'],
        ],
      },
    ],
  },
} as const satisfies TableRules<AccountsTables>;

export type Account = Selectable<AccountRow>;
