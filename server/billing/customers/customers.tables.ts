import type { ColumnType, Selectable } from 'kysely';
import type { VatState } from '../../../shared/api/customer.ts';
import type { CustomerKind } from '../../../shared/business/sales.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** To whom invoices are made out. Once the account is erased, only the provider's id is left, until the provider has erased too. */
interface CustomerRow {
  account_id: string;
  kind: CustomerKind | null;
  full_name: string | null;
  company: string | null;
  email: string | null;
  street: string | null;
  house_number: string | null;
  postal_code: string | null;
  town: string | null;
  country: string | null;
  vat_number: string | null;
  locale: Locale | null;
  vat_state: VatState;
  vat_checked_at: Date | null;
  card_payment_method: ColumnType<string | null, string | null | undefined>;
  card_brand: ColumnType<string | null, string | null | undefined>;
  card_last4: ColumnType<string | null, string | null | undefined>;
  /** The last day of the card's last month. `YYYY-MM-DD`, as every day of the tables of billing. */
  card_expires_on: ColumnType<string | null, string | null | undefined>;
  stripe_customer_id: ColumnType<string | null, string | null | undefined>;
  created_at: Date;
  updated_at: Date;
}

/** What an authority said of a VAT number, kept as evidence. */
interface VatCheckRow {
  id: string;
  account_id: string;
  vat_number: string;
  state: Exclude<VatState, 'none'>;
  /** Its answer as it arrived; null where it did not answer. */
  raw: string | null;
  checked_at: Date;
}

/** From when to when the operator charges a tax. */
interface TaxRegistrationRow {
  id: string;
  regime: 'swiss' | 'one-stop-shop';
  change: 'start' | 'end';
  number: string;
  on_day: string;
  recorded_at: Date;
}

export interface CustomersTables {
  customers: CustomerRow;
  vat_checks: AppendOnly<VatCheckRow>;
  tax_registrations: AppendOnly<TaxRegistrationRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends CustomersTables {}
}

export const customersTables = {
  customers: 'changeable',
  vat_checks: 'append-only',
  tax_registrations: 'append-only',
} as const satisfies TableRules<CustomersTables>;

export type Customer = Selectable<CustomerRow>;
