import type { Selectable } from 'kysely';
import type { TableRules } from '../../database/tables.ts';

/** One try to have an order or an invoice paid by card, or to learn of a card. */
interface PaymentAttemptRow {
  id: string;
  account_id: string;
  kind: 'checkout' | 'charge' | 'setup';
  order_id: string | null;
  invoice_id: string | null;
  amount_rappen: number;
  state: 'created' | 'open' | 'succeeded' | 'failed' | 'expired' | 'cancelled';
  session_id: string | null;
  intent_id: string | null;
  pay_at: string | null;
  /** The provider's payment method that a charge used. */
  card: string | null;
  /** The bank says: not again with this card. */
  is_final: boolean;
  decline_code: string | null;
  needs_authentication: boolean;
  created_at: Date;
  settled_at: Date | null;
}

/** A message of the card provider as it arrived. */
interface ProviderEventRow {
  id: string;
  kind: string;
  raw: string;
  received_at: Date;
  handled_at: Date | null;
}

export interface CardsTables {
  payment_attempts: PaymentAttemptRow;
  provider_events: ProviderEventRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends CardsTables {}
}

export const cardsTables = {
  payment_attempts: 'changeable',
  provider_events: 'changeable',
} as const satisfies TableRules<CardsTables>;

export type PaymentAttempt = Selectable<PaymentAttemptRow>;
