import type { ColumnType, Selectable } from 'kysely';
import { access, type WaitingList } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { CustomerKind } from '../../../shared/business/sales.ts';
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

/** Somebody who waits for something other than the beta, which `purpose` names. */
interface ListRequestRow {
  id: string;
  purpose: WaitingList;
  email: string;
  /** Where and as what somebody would buy; of the list for paid plans alone. */
  country: string | null;
  kind: CustomerKind | null;
  locale: Locale;
  asked_at: Date;
  confirmed_at: Date | null;
  told_at: Date | null;
  /** As of an access request. */
  account_id: ColumnType<string | null, string | null | undefined, string | null>;
  holders_sought_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface AccessRequestsTables {
  access_requests: AccessRequestRow;
  list_requests: ListRequestRow;
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
  list_requests: {
    rows: 'changeable',
    kept: {
      id: pseudonym('list-requests', 'accessRequests'),
      purpose: person('list-requests', 'accessRequests'),
      email: person('list-requests', 'accessRequests'),
      country: person('list-requests', 'accessRequests'),
      kind: person('list-requests', 'accessRequests'),
      locale: person('list-requests', 'accessRequests'),
      asked_at: person('list-requests', 'accessRequests'),
      confirmed_at: person('list-requests', 'accessRequests'),
      told_at: person('list-requests', 'accessRequests'),
      account_id: pseudonym('list-requests', comparison),
      holders_sought_at: 'impersonal',
    },
    terms: [
      {
        rule: 'list-requests',
        id: 'id',
        start: 'confirmed_at',
        period: `${retention.listRequestMonths} months`,
      },
      {
        rule: 'list-told',
        id: 'id',
        start: 'told_at',
        period: `${retention.toldListRequestDays} days`,
      },
      endsWithAccount('id', 'account_id'),
      {
        rule: 'list-unconfirmed',
        id: 'id',
        start: 'case when confirmed_at is null then asked_at end',
        period: `${access.confirmationHours} hours ${withinTheMinute}`,
      },
    ],
  },
} as const satisfies TableRules<AccessRequestsTables>;

export type AccessRequest = Selectable<AccessRequestRow>;
export type ListRequest = Selectable<ListRequestRow>;

/** Of no account yet. */
export const nobodys = { account_id: null, holders_sought_at: null } as const;
