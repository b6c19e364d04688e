import type { ColumnType, Selectable } from 'kysely';
import type { VatState } from '../../../shared/api/customer.ts';
import type { CustomerKind } from '../../../shared/business/sales.ts';
import type { Locale } from '../../../shared/locales.ts';
import {
  bookDayOf,
  comparison,
  endsWithAccount,
  keptInBooks,
  outlivesAccount,
  person,
  pseudonym,
} from '../../contract/kept.ts';
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

const ofProvider = { none: 'The card provider knows its customer by it; we use it for nothing else.' };

export const customersTables = {
  customers: {
    rows: 'changeable',
    kept: {
      account_id: pseudonym('account-stubs', ofProvider),
      kind: person('ended-accounts', 'customer'),
      full_name: person('ended-accounts', 'customer'),
      company: person('ended-accounts', 'customer'),
      email: person('ended-accounts', 'customer'),
      street: person('ended-accounts', 'customer'),
      house_number: person('ended-accounts', 'customer'),
      postal_code: person('ended-accounts', 'customer'),
      town: person('ended-accounts', 'customer'),
      country: person('ended-accounts', 'customer'),
      vat_number: person('ended-accounts', 'customer'),
      locale: person('ended-accounts', 'customer'),
      vat_state: 'impersonal',
      vat_checked_at: person('ended-accounts', 'customer'),
      card_payment_method: pseudonym('ended-accounts', ofProvider),
      card_brand: person('ended-accounts', 'customer'),
      card_last4: person('ended-accounts', 'customer'),
      card_expires_on: person('ended-accounts', 'customer'),
      stripe_customer_id: pseudonym('account-stubs', ofProvider),
      created_at: 'impersonal',
      updated_at: 'impersonal',
    },
    terms: [
      endsWithAccount('account_id', 'account_id', [
        'kind',
        'full_name',
        'company',
        'email',
        'street',
        'house_number',
        'postal_code',
        'town',
        'country',
        'locale',
        'vat_number',
        'vat_checked_at',
        'card_payment_method',
        'card_brand',
        'card_last4',
        'card_expires_on',
      ]),
      outlivesAccount('account_id', 'account_id'),
    ],
  },
  vat_checks: {
    rows: 'append-only',
    kept: {
      id: pseudonym('books', 'customer'),
      account_id: pseudonym('books', comparison),
      vat_number: person('books', 'customer'),
      state: person('books', 'customer'),
      raw: person('books', 'customer'),
      checked_at: person('books', 'customer'),
    },
    terms: [keptInBooks(bookDayOf('checked_at'))],
  },
  tax_registrations: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      regime: 'impersonal',
      change: 'impersonal',
      number: 'impersonal',
      on_day: 'impersonal',
      recorded_at: 'impersonal',
    },
  },
} as const satisfies TableRules<CustomersTables>;

export type Customer = Selectable<CustomerRow>;
