import type { Selectable } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { bookDayOf, comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
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

const messages = { none: 'Messages of the card provider, which name our records by their ids.' };

export const cardsTables = {
  payment_attempts: {
    rows: 'changeable',
    kept: {
      id: pseudonym('books', 'payments'),
      account_id: pseudonym('books', comparison),
      kind: person('books', 'payments'),
      order_id: pseudonym('books', 'payments'),
      invoice_id: pseudonym('books', 'payments'),
      amount_rappen: person('books', 'payments'),
      state: person('books', 'payments'),
      session_id: pseudonym('books', 'payments'),
      intent_id: pseudonym('books', 'payments'),
      pay_at: person('books', 'payments'),
      card: person('books', 'payments'),
      is_final: person('books', 'payments'),
      decline_code: person('books', 'payments'),
      needs_authentication: person('books', 'payments'),
      created_at: person('books', 'payments'),
      settled_at: person('books', 'payments'),
    },
    terms: [keptInBooks(bookDayOf('created_at'))],
  },
  provider_events: {
    rows: 'changeable',
    kept: {
      id: pseudonym('provider-events', messages),
      kind: 'impersonal',
      raw: person('provider-events', messages),
      received_at: 'impersonal',
      handled_at: 'impersonal',
    },
    terms: [
      {
        rule: 'provider-events',
        id: 'id',
        start: 'received_at',
        period: `${retention.providerEventDays} days`,
      },
    ],
  },
} as const satisfies TableRules<CardsTables>;

export type PaymentAttempt = Selectable<PaymentAttemptRow>;
