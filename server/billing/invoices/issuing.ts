import { randomUUID } from 'node:crypto';
import { operator } from '../../../shared/business/company.ts';
import type { PaymentMethod } from '../../../shared/business/sales.ts';
import { type TaxRule, vatRappen } from '../../../shared/business/vat.ts';
import type { Day } from '../../../shared/days.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import type { Buyer } from '../customers/customers.ts';
import { findSellerVatNumber } from '../customers/customers.ts';
import type { InvoiceLine } from './invoice-line.ts';
import { findVatProof, insertInvoice, takeNumber } from './invoices.queries.ts';
import type { Invoice } from './invoices.tables.ts';
import type { Seller } from './parties.ts';
import { referenceOf } from './qr-payload.ts';

/** Digits of a number within its year: `2026-000123`. */
const numberDigits = 6;

export const writeNumber = ({ year, number }: Pick<Invoice, 'year' | 'number'>): string =>
  `${year}-${String(number).padStart(numberDigits, '0')}`;

export interface NewInvoice {
  /** Where it is known before. */
  id?: string;
  accountId: string;
  subscriptionId: string;
  orderId: string | null;
  termNumber: number | null;
  method: PaymentMethod;
  buyer: Buyer;
  locale: Locale;
  /** `rappen`: as it was agreed with an order. */
  tax: { rule: TaxRule; permille: number; rappen?: number };
  dueOn: Day;
  lines: readonly InvoiceLine[];
}

/** Never dated earlier than the previous number. Whoever asks for the next number waits until `trx` is over. */
export async function issueInvoice(trx: OpenTransaction, wanted: NewInvoice, today: Day, now: Date): Promise<Invoice> {
  const netRappen = wanted.lines.reduce((sum, line) => sum + line.netRappen, 0);
  return issue(trx, {
    ...(wanted.id && { id: wanted.id }),
    kind: 'invoice',
    corrects: null,
    account_id: wanted.accountId,
    subscription_id: wanted.subscriptionId,
    order_id: wanted.orderId,
    term_number: wanted.termNumber,
    method: wanted.method,
    due_on: wanted.dueOn,
    net_rappen: netRappen,
    vat_permille: wanted.tax.permille,
    vat_rappen: wanted.tax.rappen ?? vatRappen(netRappen, wanted.tax.permille),
    tax_rule: wanted.tax.rule,
    vat_check_id:
      wanted.tax.rule === 'reverse-charge' ? await findVatProof(trx, wanted.accountId, wanted.buyer.vatNumber!) : null,
    locale: wanted.locale,
    buyer: wanted.buyer,
    lines: wanted.lines,
    // What is supplied then is taxed under it.
    vatNumber: await findSellerVatNumber(trx, wanted.lines[0]!.from),
    today,
    now,
  });
}

/** Takes back a part of an invoice, with the tax that was charged, to the customer as it was then. */
export async function issueCreditNote(
  trx: OpenTransaction,
  invoice: Invoice,
  { lines, vat }: { lines: readonly InvoiceLine[]; vat: number },
  today: Day,
  now: Date,
): Promise<Invoice> {
  return issue(trx, {
    kind: 'credit-note',
    corrects: invoice.id,
    account_id: invoice.account_id,
    subscription_id: invoice.subscription_id,
    order_id: invoice.order_id,
    term_number: invoice.term_number,
    method: invoice.method,
    due_on: today,
    net_rappen: lines.reduce((sum, line) => sum + line.netRappen, 0),
    vat_permille: invoice.vat_permille,
    vat_rappen: vat,
    tax_rule: invoice.tax_rule,
    vat_check_id: invoice.vat_check_id,
    locale: invoice.locale,
    buyer: invoice.buyer,
    lines,
    vatNumber: invoice.seller.vatNumber,
    today,
    now,
  });
}

type Draft = Omit<
  Invoice,
  'id' | 'year' | 'number' | 'issued_on' | 'total_rappen' | 'seller' | 'reference' | 'created_at'
> & { id?: string; lines: readonly InvoiceLine[]; vatNumber: string | null; today: Day; now: Date };

async function issue(trx: OpenTransaction, { lines, vatNumber, today, now, ...draft }: Draft): Promise<Invoice> {
  const { year, number, issuedOn } = await takeNumber(trx, today);
  const invoice: Invoice = {
    id: randomUUID(),
    ...draft,
    year,
    number,
    issued_on: issuedOn,
    due_on: draft.due_on < issuedOn ? issuedOn : draft.due_on,
    total_rappen: draft.net_rappen + draft.vat_rappen,
    seller: describeSeller(vatNumber),
    reference: referenceOf(writeNumber({ year, number })),
    created_at: now,
  };
  await insertInvoice(trx, invoice, lines);
  return invoice;
}

/** The operator. The last word of the street is its number. */
function describeSeller(vatNumber: string | null): Seller {
  const { companyName, street, postalCode, town, country, supportEmail, bankAccount } = operator;
  const split = street.lastIndexOf(' ');
  return {
    name: companyName,
    street: street.slice(0, split),
    houseNumber: street.slice(split + 1),
    postalCode,
    town,
    country,
    email: supportEmail,
    vatNumber,
    holder: bankAccount.holder,
    iban: bankAccount.iban,
    bic: bankAccount.bic,
  };
}
