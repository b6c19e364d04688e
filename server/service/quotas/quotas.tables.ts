import type { Generated, Selectable } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import type { QuotaPool, UsageFeature } from '../../../shared/business/text-service.ts';
import { fingerprintHours } from '../../../shared/business/text-service.ts';
import { comparison, endsWithAccount, person, pseudonym } from '../../contract/kept.ts';
import type { TableRules } from '../../database/tables.ts';

/** How much of one month's quota is used; `open` of it belongs to requests that are being answered. */
interface QuotaCountersRow {
  account_id: string;
  pool: QuotaPool;
  cycle_start: Date;
  used: number;
  open: number;
  /** How many recordings were reported beyond it; they count nothing, and have no entry of their own. */
  over_quota: Generated<number>;
  /** When (UTC) that last became more, and by how many on that day. */
  over_quota_day: string | null;
  over_quota_of_day: Generated<number>;
}

/** One request, without anything that was said in it (specification 3: usage data). */
interface UsageRequestsRow {
  account_id: string;
  /** Made by the app; a repeat carries the same one. */
  request_id: string;
  feature: UsageFeature;
  /** What was asked for, such as `enhance`. */
  operation: string;
  pool: QuotaPool;
  cycle_start: Date;
  /** Open: being answered. Released: given back. Over quota: an old report, since then only a number. The last two count nothing. */
  state: 'open' | 'counted' | 'released' | 'over-quota';
  /** How often it was admitted. */
  attempts: number;
  /** Keyed hash of what was sent, for a day: to tell a repeat from another request. */
  fingerprint: string | null;
  recording_seconds: number | null;
  requested_at: Date;
  /** Given back after that; null unless it is open. */
  open_until: Date | null;
  /** When it was first counted, or given back. */
  settled_at: Date | null;
  language: string;
  model: string | null;
  prompt_version: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** How it ended, in one word. */
  outcome: string | null;
}

/** A plan that an operator gave to an account; of several, one at a time. */
interface PlanGrantsRow {
  account_id: string;
  /** Whose limits it has. */
  plan: 'moderate' | 'high';
  /** By a contract with an enterprise: all but the requests as with the largest plan. */
  is_enterprise: Generated<boolean>;
  /** A month, by contract; null: as many as the plan has. */
  online_requests: number | null;
  /** Its months of quotas are counted from then. */
  granted_at: Date;
  /** Null: until it is taken back, or another one is given. */
  until: Date | null;
}

export interface QuotasTables {
  plan_grants: PlanGrantsRow;
  quota_counters: QuotaCountersRow;
  usage_requests: UsageRequestsRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends QuotasTables {}
}

export const quotasTables = {
  quota_counters: {
    rows: 'changeable',
    kept: {
      account_id: pseudonym('quota-counters', comparison),
      pool: person('quota-counters', 'usage'),
      cycle_start: person('quota-counters', 'usage'),
      used: person('quota-counters', 'usage'),
      open: person('quota-counters', 'usage'),
      over_quota: person('quota-counters', 'usage'),
      over_quota_day: person('quota-counters', 'usage'),
      over_quota_of_day: person('quota-counters', 'usage'),
    },
    terms: [
      {
        rule: 'quota-counters',
        id: 'account_id',
        start: 'cycle_start',
        period: `${retention.usageDataYears * 12 + 1} months`,
      },
      endsWithAccount('account_id', 'account_id'),
    ],
  },
  usage_requests: {
    rows: 'changeable',
    kept: {
      account_id: pseudonym('usage-requests', comparison),
      request_id: pseudonym('usage-requests', 'usage'),
      feature: person('usage-requests', 'usage'),
      operation: person('usage-requests', 'usage'),
      pool: person('usage-requests', 'usage'),
      cycle_start: person('usage-requests', 'usage'),
      state: person('usage-requests', 'usage'),
      attempts: person('usage-requests', 'usage'),
      fingerprint: pseudonym('usage-fingerprints', comparison),
      recording_seconds: person('usage-requests', 'usage'),
      requested_at: person('usage-requests', 'usage'),
      open_until: person('usage-requests', 'usage'),
      settled_at: person('usage-requests', 'usage'),
      language: person('usage-requests', 'usage'),
      model: person('usage-requests', 'usage'),
      prompt_version: person('usage-requests', 'usage'),
      input_tokens: person('usage-requests', 'usage'),
      output_tokens: person('usage-requests', 'usage'),
      outcome: person('usage-requests', 'usage'),
    },
    terms: [
      {
        rule: 'usage-requests',
        id: 'request_id',
        start: 'requested_at',
        period: `${retention.usageDataYears} years`,
      },
      {
        rule: 'usage-fingerprints',
        id: 'request_id',
        start: 'requested_at',
        period: `${fingerprintHours} hours`,
        empties: ['fingerprint'],
      },
      endsWithAccount('account_id', 'account_id'),
    ],
  },
  plan_grants: {
    rows: 'changeable',
    kept: {
      account_id: pseudonym('ended-accounts', comparison),
      plan: person('ended-accounts', 'usage'),
      is_enterprise: person('ended-accounts', 'usage'),
      online_requests: person('ended-accounts', 'usage'),
      granted_at: person('ended-accounts', 'usage'),
      until: person('ended-accounts', 'usage'),
    },
    terms: [endsWithAccount('account_id', 'account_id')],
  },
} as const satisfies TableRules<QuotasTables>;

export type PlanGrant = Selectable<PlanGrantsRow>;
export type QuotaCounter = Selectable<QuotaCountersRow>;
export type UsageRequest = Selectable<UsageRequestsRow>;
