import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { EligibleCountry } from '../../../shared/business/eligibility.ts';
import { type TaxRule, vatRappen, vatWithin } from '../../../shared/business/vat.ts';
import type { Day } from '../../../shared/days.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findTaxOf } from '../customers/customers.ts';
import { findBalance, findLines, type Invoice, issueCreditNote, issueInvoice } from '../invoices/invoices.ts';
import { moveAllocations } from '../payments/payments.ts';
import type { Effect } from './lifecycle-facts.ts';

type BeginTerm = Extract<Effect, { do: 'begin-term' }>;

/**
 * An invoice that was issued ahead has the tax of its day; the day on which its term begins decides (billing.md, section 8). Where a
 * registration began or ended in between, another one takes its place.
 */
export async function withTaxOfDay(trx: OpenTransaction, effects: readonly Effect[]): Promise<readonly Effect[]> {
  const taxed: Effect[] = [];
  for (const effect of effects) {
    const isOther = effect.do === 'begin-term' && (await findOtherTax(trx, effect.invoiceId, effect.from));
    taxed.push(isOther ? { ...effect, invoiceId: randomUUID(), replaces: effect.invoiceId } : effect);
  }
  return taxed;
}

/** Undefined where the invoice has the tax of the day. */
async function findOtherTax(
  trx: OpenTransaction,
  invoiceId: string,
  day: Day,
): Promise<{ rule: TaxRule; permille: number } | undefined> {
  const invoice = (await findBalance(trx, invoiceId))?.invoice;
  if (!invoice) return undefined;
  const { buyer, tax_rule, vat_permille } = invoice;
  // Whether a company's number was confirmed, was decided when it was issued.
  const vatState = tax_rule === 'reverse-charge' ? 'valid' : 'unconfirmed';
  const customer = { ...buyer, country: buyer.country as EligibleCountry, vatState } as const;
  const tax = await findTaxOf(trx, customer, day, { asConsumer: true });
  return tax?.permille === vat_permille ? undefined : tax;
}

/**
 * Takes back an invoice and issues one for the same sum, which is what was agreed, with the tax that counts for the term. What was
 * paid for the one is paid for the other.
 */
export async function replaceInvoice(
  trx: OpenTransaction,
  { from, until, invoiceId }: BeginTerm,
  replaces: string,
  now: Date,
): Promise<{ note: Invoice; invoice: Invoice }> {
  const today = zurichDayOf(now);
  const { invoice: old } = (await findBalance(trx, replaces))!;
  const tax = (await findOtherTax(trx, replaces, from))!;
  const lines = await findLines(trx, replaces);
  const [term] = lines;
  const vat = vatWithin(old.total_rappen, tax.permille);
  const net = old.total_rappen - vat;
  const grossTerm = term!.netRappen + vatRappen(term!.netRappen, old.vat_permille);
  const netTerm = lines.length > 1 ? grossTerm - vatWithin(grossTerm, tax.permille) : net;
  const move = await moveAllocations(trx, replaces, now);
  const note = await issueCreditNote(
    trx,
    old,
    {
      lines: lines.map((line) => ({ ...line, netRappen: -line.netRappen, reason: 'credit' as const })),
      vat: -old.vat_rappen,
    },
    today,
    now,
  );
  const invoice = await issueInvoice(
    trx,
    {
      id: invoiceId,
      accountId: old.account_id,
      subscriptionId: old.subscription_id!,
      orderId: old.order_id,
      termNumber: old.term_number,
      method: old.method,
      buyer: old.buyer,
      locale: old.locale,
      tax: { ...tax, rappen: vat },
      dueOn: old.due_on,
      lines: lines.map((line, index) => ({
        ...line,
        ...(index ? {} : { from, until }),
        netRappen: index ? net - netTerm : netTerm,
      })),
    },
    today,
    now,
  );
  await move(invoiceId);
  return { note, invoice };
}
