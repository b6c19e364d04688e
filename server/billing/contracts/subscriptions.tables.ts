import type { JSONColumnType, Selectable } from 'kysely';
import type { PaymentMethod, Product } from '../../../shared/business/sales.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** What was bought, and where it stands; days as `YYYY-MM-DD`. */
interface SubscriptionRow {
  id: string;
  account_id: string;
  /** By which it came about. */
  order_id: string;
  product: Product;
  months: number;
  method: PaymentMethod;
  state: 'pending' | 'active' | 'grace' | 'suspended' | 'ended';
  /** The day from which terms are counted; null until the first payment of an order by invoice. */
  anchor_on: string | null;
  /** The day on which it ends, once it is cancelled. */
  ends_on: string | null;
  end_reason: EndReason | null;
  ended_at: Date | null;
  /** What it becomes when the term is over. */
  next_product: Product | null;
  next_months: number | null;
  /** The day (Zurich) on which something may fall due; null once it has ended. */
  next_check_on: string | null;
  created_at: Date;
}

/** `free` and `closed`: cancelled by the customer, who goes on without a plan or closes the account at the end. */
export type EndReason = 'free' | 'closed' | 'lapsed' | 'unpaid' | 'withdrawn' | 'account-closed';

/** What happened to a subscription, once for each cause. */
interface SubscriptionEventRow {
  id: string;
  subscription_id: string;
  /** The cause, such as `request <key>`, `payment <id>`, `notice <id>` or `clock <day>`. */
  source: string;
  event: string;
  at: Date;
}

/** A time that is served: from the first day (00:00 UTC) on, up to the last. */
interface TermRow {
  subscription_id: string;
  number: number;
  product: Product;
  months: number;
  from_on: string;
  until_on: string;
  invoice_id: string | null;
}

export interface SubscriptionsTables {
  subscriptions: SubscriptionRow;
  subscription_events: AppendOnly<SubscriptionEventRow> & {
    data: JSONColumnType<Record<string, unknown>, string, never>;
  };
  terms: TermRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends SubscriptionsTables {}
}

export const subscriptionsTables = {
  subscriptions: 'changeable',
  subscription_events: 'append-only',
  terms: 'changeable',
} as const satisfies TableRules<SubscriptionsTables>;

export type Term = Selectable<TermRow>;
export type Subscription = Selectable<SubscriptionRow>;
export type SubscriptionEvent = Selectable<SubscriptionsTables['subscription_events']>;
