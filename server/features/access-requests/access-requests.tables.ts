import type { Selectable } from 'kysely';
import type { Locale } from '../../../shared/locales.ts';
import type { TableRules } from '../../database/tables.ts';

/**
 * `asked`: the address is not confirmed yet. `waiting`: it is, or an operator entered it. `inviting`: the invitation is on its
 * way. `accepted`: an account has this address.
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
}

export interface AccessRequestsTables {
  access_requests: AccessRequestRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends AccessRequestsTables {}
}

export const accessRequestsTables = {
  access_requests: 'changeable',
} as const satisfies TableRules<AccessRequestsTables>;

export type AccessRequest = Selectable<AccessRequestRow>;
