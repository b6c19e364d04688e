import * as z from 'zod/mini';
import { products } from '../../../shared/business/sales.ts';
import { paths } from '../../../shared/paths.ts';
import type { Queries } from '../../database/schema.ts';
import type { CardPayments } from '../../integrations/card-payments.ts';
import { readTexts } from '../../texts.ts';
import { findCustomer } from '../customers/customers.ts';
import { findBalance, findLines, type Invoice, writeNumber } from '../invoices/invoices.ts';
import { writeMonths } from '../texts/texts.ts';
import type { CardDependencies } from './card-dependencies.ts';
import type { PaymentAttempt } from './cards.tables.ts';

/**
 * What is asked of the provider for an attempt. It follows from what is stored and never changes, so that a repetition
 * with the same key is the same call.
 */
const texts = await readTexts(
  'invoices',
  z.object({
    invoice: z.string(),
    products: z.record(z.enum(products), z.string()),
  }),
);

type WantedCheckout = Parameters<CardPayments['openCheckout']>[0];
type WantedCharge = Parameters<CardPayments['charge']>[0];

export async function checkoutFor(
  { database, config, contracts }: CardDependencies,
  attempt: PaymentAttempt,
): Promise<WantedCheckout> {
  const queries = database.kysely;
  const customer = await requireCustomer(queries, attempt.account_id);
  const common = { customer: customer.id, attemptId: attempt.id };
  const { siteOrigin } = config;
  if (attempt.order_id !== null) {
    const { locale, product, months } = await contracts.getOrdered(queries, attempt.order_id);
    const name = writeMonths(locale, texts[locale].products[product], months);
    const address = `${siteOrigin}${paths.orderDone}?order=${attempt.order_id}`;
    return {
      ...common,
      locale,
      payment: {
        amountRappen: attempt.amount_rappen,
        product: `Writing Ant: ${name}`,
        debt: debtOfOrder(attempt.order_id),
      },
      successUrl: address,
      cancelUrl: `${address}&left=1`,
    };
  }
  const successUrl = siteOrigin + paths.accountPlan;
  const back = { successUrl, cancelUrl: `${successUrl}?left=1` };
  if (attempt.invoice_id === null) return { ...common, ...back, locale: customer.locale };
  const invoice = (await findBalance(queries, attempt.invoice_id))!.invoice;
  const product = `Writing Ant: ${texts[invoice.locale].invoice} ${writeNumber(invoice)}`;
  const payment = { amountRappen: attempt.amount_rappen, product, debt: await debtOfInvoice(queries, invoice) };
  return { ...common, ...back, locale: invoice.locale, payment };
}

export async function chargeFor(queries: Queries, attempt: PaymentAttempt): Promise<WantedCharge> {
  const customer = await requireCustomer(queries, attempt.account_id);
  const { invoice } = (await findBalance(queries, attempt.invoice_id!))!;
  return {
    customer: customer.id,
    card: attempt.card!,
    amountRappen: attempt.amount_rappen,
    attemptId: attempt.id,
    debt: await debtOfInvoice(queries, invoice),
    description: writeNumber(invoice),
  };
}

const debtOfOrder = (orderId: string): string => `order ${orderId}`;

/**
 * What an invoice is for, by what is older than it: after a restore, the invoice of a term is issued anew, with another id and
 * maybe another number.
 */
async function debtOfInvoice(queries: Queries, invoice: Invoice): Promise<string> {
  if (invoice.order_id !== null) return debtOfOrder(invoice.order_id);
  const [line] = await findLines(queries, invoice.id);
  return `term ${invoice.subscription_id} ${line!.from}`;
}

/** What an attempt would pay. */
export async function debtOf(
  queries: Queries,
  { orderId, invoiceId }: { orderId?: string; invoiceId?: string },
): Promise<string | undefined> {
  if (orderId) return debtOfOrder(orderId);
  return invoiceId ? debtOfInvoice(queries, (await findBalance(queries, invoiceId))!.invoice) : undefined;
}

async function requireCustomer(queries: Queries, accountId: string) {
  const customer = await findCustomer(queries, accountId);
  if (!customer?.stripe_customer_id) throw new Error('The attempt has no customer at the provider.');
  return { id: customer.stripe_customer_id, locale: customer.locale ?? 'en' } as const;
}
