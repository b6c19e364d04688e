import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { PaymentMethod, Product } from '../../../shared/business/sales.ts';
import type { TaxRule } from '../../../shared/business/vat.ts';
import type { Locale } from '../../../shared/locales.ts';
import { comparison, keptInBooks, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';
import type { Buyer } from '../customers/customers.ts';
import type { InvoiceLine } from './invoice-line.ts';
import type { Seller } from './parties.ts';

/** The last number that was given in a year. */
interface InvoiceSeriesRow {
  year: number;
  last_number: number;
  /** How many of them stand on no invoice here: they were sent, and a restore has lost them. */
  lost_numbers: Generated<number>;
}

/** An invoice or credit note as it was sent; days as `YYYY-MM-DD`. */
interface InvoiceRow {
  id: string;
  kind: 'invoice' | 'credit-note';
  year: number;
  number: number;
  /** The invoice that a credit note corrects. */
  corrects: string | null;
  account_id: string;
  subscription_id: string | null;
  order_id: string | null;
  /** The term that it is for. */
  term_number: number | null;
  method: PaymentMethod;
  issued_on: string;
  due_on: string;
  net_rappen: number;
  vat_permille: number;
  vat_rappen: number;
  total_rappen: number;
  tax_rule: TaxRule;
  vat_check_id: string | null;
  locale: Locale;
  reference: string;
  created_at: Date;
}

interface InvoiceParties {
  seller: JSONColumnType<Seller, string, never>;
  buyer: JSONColumnType<Buyer, string, never>;
}

interface InvoiceLineRow {
  id: string;
  invoice_id: string;
  place: number;
  product: Product;
  months: number;
  from_on: string;
  until_on: string;
  net_rappen: number;
  reason: InvoiceLine['reason'];
}

interface InvoiceFileRow {
  id: string;
  invoice_id: string;
  pdf: Buffer;
  sha256: string;
  made_at: Date;
}

export interface InvoicesTables {
  invoice_series: InvoiceSeriesRow;
  invoices: AppendOnly<InvoiceRow> & InvoiceParties;
  invoice_lines: AppendOnly<InvoiceLineRow>;
  invoice_files: AppendOnly<InvoiceFileRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends InvoicesTables {}
}

export const invoicesTables = {
  invoice_series: {
    rows: 'changeable',
    kept: {
      year: 'impersonal',
      last_number: 'impersonal',
      lost_numbers: 'impersonal',
    },
  },
  invoices: {
    rows: 'append-only',
    kept: {
      seller: 'impersonal',
      buyer: person('books', 'invoices'),
      id: pseudonym('books', 'invoices'),
      kind: person('books', 'invoices'),
      year: person('books', 'invoices'),
      number: person('books', 'invoices'),
      corrects: pseudonym('books', 'invoices'),
      account_id: pseudonym('books', comparison),
      subscription_id: pseudonym('books', 'invoices'),
      order_id: pseudonym('books', 'invoices'),
      term_number: person('books', 'invoices'),
      method: person('books', 'invoices'),
      issued_on: person('books', 'invoices'),
      due_on: person('books', 'invoices'),
      net_rappen: person('books', 'invoices'),
      vat_permille: person('books', 'invoices'),
      vat_rappen: person('books', 'invoices'),
      total_rappen: person('books', 'invoices'),
      tax_rule: person('books', 'invoices'),
      vat_check_id: pseudonym('books', 'invoices'),
      locale: person('books', 'invoices'),
      reference: person('books', 'invoices'),
      created_at: person('books', 'invoices'),
    },
    terms: [keptInBooks('issued_on')],
  },
  invoice_lines: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      invoice_id: 'impersonal',
      place: 'impersonal',
      product: 'impersonal',
      months: 'impersonal',
      from_on: 'impersonal',
      until_on: 'impersonal',
      net_rappen: 'impersonal',
      reason: 'impersonal',
    },
  },
  invoice_files: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      invoice_id: 'impersonal',
      pdf: 'impersonal',
      sha256: 'impersonal',
      made_at: 'impersonal',
    },
  },
} as const satisfies TableRules<InvoicesTables>;

export type Invoice = Selectable<InvoicesTables['invoices']>;
