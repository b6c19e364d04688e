import type { JSONColumnType, Selectable } from 'kysely';
import type { OrderConfirmation } from '../../../shared/api/orders.ts';
import type { PaymentMethod, Product } from '../../../shared/business/sales.ts';
import type { Locale } from '../../../shared/locales.ts';
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

export const ordersTables = { orders: 'append-only' } as const satisfies TableRules<OrdersTables>;

export type Order = Selectable<OrdersTables['orders']>;
