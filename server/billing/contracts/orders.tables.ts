import type { JSONColumnType, Selectable } from 'kysely';
import type { OrderConfirmation } from '../../../shared/api/orders.ts';
import type { PaymentMethod, Product } from '../../../shared/business/sales.ts';
import type { Locale } from '../../../shared/locales.ts';
import { bookDayOf, comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';
import type { Buyer } from '../customers/customers.ts';

/** A text that was shown with the order, by its hash; sentences word for word, documents by their version. */
export interface ShownText {
  confirmation: OrderConfirmation;
  document: string | null;
  version: string;
  text: string | null;
  sha256: string;
}

/** An order with the obligation to pay, as it was placed. */
interface OrderRow {
  id: string;
  account_id: string;
  kind: 'new' | 'upgrade';
  /** What an upgrade changes. */
  subscription_id: string | null;
  product: Product;
  months: number;
  method: PaymentMethod;
  net_rappen: number;
  vat_permille: number;
  vat_rappen: number;
  total_rappen: number;
  locale: Locale;
  idempotency_key: string | null;
  request_sha256: string;
  placed_at: Date;
}

export interface OrdersTables {
  orders: AppendOnly<OrderRow> & {
    buyer: JSONColumnType<Buyer, string, never>;
    texts: JSONColumnType<ShownText[], string, never>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends OrdersTables {}
}

const ofOrder = '(s.order_id = kept.id or s.id = kept.subscription_id)';

export const ordersTables = {
  orders: {
    rows: 'append-only',
    kept: {
      buyer: person('books', 'orders'),
      texts: person('books', 'orders'),
      id: pseudonym('books', 'orders'),
      account_id: pseudonym('books', comparison),
      kind: person('books', 'orders'),
      subscription_id: pseudonym('books', 'orders'),
      product: person('books', 'orders'),
      months: person('books', 'orders'),
      method: person('books', 'orders'),
      net_rappen: person('books', 'orders'),
      vat_permille: person('books', 'orders'),
      vat_rappen: person('books', 'orders'),
      total_rappen: person('books', 'orders'),
      locale: person('books', 'orders'),
      idempotency_key: pseudonym('books', comparison),
      request_sha256: pseudonym('books', comparison),
      placed_at: person('books', 'orders'),
    },
    terms: [
      // An order goes with the subscription that it began or changed.
      keptInBooks(`case
    when exists (select from subscriptions s where ${ofOrder} and s.ended_at is null) then null
    else coalesce((select max(${bookDayOf('s.ended_at')}) from subscriptions s where ${ofOrder}), ${bookDayOf('placed_at')}) end`),
    ],
  },
} as const satisfies TableRules<OrdersTables>;

export type Order = Selectable<OrdersTables['orders']>;
