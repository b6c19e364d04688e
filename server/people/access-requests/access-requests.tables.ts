import type { ColumnType, Selectable } from 'kysely';
import { access } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { Locale } from '../../../shared/locales.ts';
import { comparison, endsWithAccount, person, pseudonym, withinTheMinute } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';

/**
 * `asked`: the address is not confirmed yet. `waiting`: it is, or an operator entered it. `inviting`: the invitation is on its
 * way. `accepted`: its owner has an account.
 */
export const accessStates = ['asked', 'waiting', 'inviting', 'invited', 'accepted', 'declined'] as const;
export type AccessState = (typeof accessStates)[number];

interface AccessRequestRow {
  id: string;
  email: string;
  /** ISO 3166-1 alpha-2; any country. */
  country: string;
  locale: Locale;
  state: AccessState;
  asked_at: Date;
  last_step_at: Date;
  /** Of the user of whom the login provider says that the address is theirs. */
  account_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** When it was asked last. */
  holders_sought_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface AccessRequestsTables {
  access_requests: AccessRequestRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends AccessRequestsTables {}
}

export const accessRequestsTables = {
  access_requests: {
    rows: 'changeable',
    kept: {
      id: pseudonym('access-requests', 'accessRequests'),
      email: person('access-requests', 'accessRequests'),
      country: person('access-requests', 'accessRequests'),
      locale: person('access-requests', 'accessRequests'),
      state: person('access-requests', 'accessRequests'),
      asked_at: person('access-requests', 'accessRequests'),
      last_step_at: person('access-requests', 'accessRequests'),
      account_id: pseudonym('access-requests', comparison),
      holders_sought_at: 'impersonal',
    },
    terms: [
      {
        rule: 'access-requests',
        id: 'id',
        start: 'last_step_at',
        period: `${retention.accessRequestMonths} months`,
      },
      {
        rule: 'access-accepted',
        id: 'id',
        start: "case when state = 'accepted' or account_id is not null then last_step_at end",
        period: `${retention.acceptedAccessRequestDays} days`,
      },
      endsWithAccount('id', 'account_id'),
      {
        rule: 'access-unconfirmed',
        id: 'id',
        start: "case when state = 'asked' then asked_at end",
        period: `${access.confirmationHours} hours ${withinTheMinute}`,
      },
    ],
  },
} as const satisfies TableRules<AccessRequestsTables>;

export type AccessRequest = Selectable<AccessRequestRow>;

/** Of no account yet. */
export const nobodys = { account_id: null, holders_sought_at: null } as const;
