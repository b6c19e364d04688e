import type { GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { PaymentMethod, Product } from '../../../shared/business/sales.ts';
import { bookDayOf, comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
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
  /** By which the database holds each term against the one before. */
  previous: GeneratedAlways<number | null>;
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
  subscriptions: {
    rows: 'changeable',
    kept: {
      id: pseudonym('books', 'subscriptions'),
      account_id: pseudonym('books', comparison),
      order_id: pseudonym('books', 'subscriptions'),
      product: person('books', 'subscriptions'),
      months: person('books', 'subscriptions'),
      method: person('books', 'subscriptions'),
      state: person('books', 'subscriptions'),
      anchor_on: person('books', 'subscriptions'),
      ends_on: person('books', 'subscriptions'),
      end_reason: person('books', 'subscriptions'),
      ended_at: person('books', 'subscriptions'),
      next_product: person('books', 'subscriptions'),
      next_months: person('books', 'subscriptions'),
      next_check_on: 'impersonal',
      created_at: person('books', 'subscriptions'),
    },
    terms: [keptInBooks(bookDayOf('ended_at'))],
  },
  subscription_events: {
    rows: 'append-only',
    kept: {
      data: 'impersonal',
      id: 'impersonal',
      subscription_id: 'impersonal',
      source: 'impersonal',
      event: 'impersonal',
      at: 'impersonal',
    },
  },
  terms: {
    rows: 'changeable',
    kept: {
      previous: 'impersonal',
      subscription_id: 'impersonal',
      number: 'impersonal',
      product: 'impersonal',
      months: 'impersonal',
      from_on: 'impersonal',
      until_on: 'impersonal',
      invoice_id: 'impersonal',
    },
  },
} as const satisfies TableRules<SubscriptionsTables>;

export type Term = Omit<Selectable<TermRow>, 'previous'>;
export type Subscription = Selectable<SubscriptionRow>;
export type SubscriptionEvent = Selectable<SubscriptionsTables['subscription_events']>;
