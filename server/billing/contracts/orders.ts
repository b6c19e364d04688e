import { randomUUID } from 'node:crypto';
import type { OrderAnswer, OrderRequest } from '../../../shared/api/orders.ts';
import { billing } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { findPrice, mayWithdraw } from '../../../shared/business/sales.ts';
import { vatRappen } from '../../../shared/business/vat.ts';
import { addDays, utcDayOf } from '../../../shared/days.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { lockAccount, lockActiveAccount } from '../../people/accounts/accounts.ts';
import type { LegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { findAttemptOfOrder } from '../cards/cards.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { findKnownCustomer } from '../customers/customers.ts';
import { bringInvoice, describeOpen, findBalance, findOldestOpen, writeNumber } from '../invoices/invoices.ts';
import { allocate, bookPayment, isBooked, type Settlement } from '../payments/payments.ts';
import { mailBilling } from '../texts/texts.ts';
import { applyEvent } from './engine.ts';
import { firstLine, issueForOrder, supplyOn, upgradeLines } from './order-invoices.ts';
import { type OrderSentences, requireTexts } from './order-texts.ts';
import { findInvoiceOfOrder, findOrder, findOrderByKey, insertOrder } from './orders.queries.ts';
import type { Order } from './orders.tables.ts';
import { isPayable, isToPay } from './payable.ts';
import { requireSameUnderKey } from './repeated-requests.ts';
import { refreshVatNumber, requireSales, requireTax } from './sale-rules.ts';
import { findLive } from './subscriptions.queries.ts';
import { openSubscription } from './subscriptions.ts';
import { findWithdrawDay } from './withdrawal.ts';

export type { Order } from './orders.tables.ts';

export interface OrdersContext extends FeatureDependencies {
  legalDocuments: LegalDocuments;
  sentences: OrderSentences;
}

interface Placement {
  accountId: string;
  request: OrderRequest;
  idempotencyKey: string;
}

/**
 * Takes an order with the obligation to pay. By invoice, a subscription waits for its payment from now on; by card, there is
 * one once the card is charged. The same key again answers with the order as it stands; everything that was agreed has to be the
 * same, also to whom the invoice is made out.
 */
export async function placeOrder(context: OrdersContext, given: Placement): Promise<Order> {
  const { accountId, request, idempotencyKey } = given;
  await refreshVatNumber(context, accountId);
  return act(context, async (act) => {
    const { trx, now } = act;
    await lockActiveAccount(trx, accountId);
    const customer = await findKnownCustomer(trx, accountId);
    const content = { ...request, buyer: customer ? toBuyer(customer) : null };
    const sha256 = await requireSameUnderKey(trx, { accountId, key: idempotencyKey, content });
    const earlier = await findOrderByKey(trx, accountId, idempotencyKey);
    if (earlier) return earlier;
    if (!customer) {
      if (!act.config.salesOpen.length) throw new Problem('sales-closed');
      throw new Problem('validation-failed', {
        errors: [{ pointer: '/customer', fault: 'required', detail: 'Billing data are needed before an order.' }],
      });
    }
    requireSales(act.config.salesOpen, customer, request);
    await requireNothingElse(trx, accountId);
    const order = { ...(await price(trx, given, customer, now)), request_sha256: sha256 };
    const texts = requireTexts(
      { ...request, mayWithdraw: mayWithdraw(customer) },
      context.sentences,
      context.legalDocuments,
      now,
    );
    const placed: Order = { ...order, texts };
    await insertOrder(trx, placed);
    if (request.method === 'invoice') await invoiceOrder(act, placed);
    return placed;
  });
}

async function requireNothingElse(trx: OpenTransaction, accountId: string): Promise<void> {
  const live = await findLive(trx, accountId);
  if (live?.state === 'pending') throw new Problem('payment-pending');
  if (live) throw new Problem('subscription-exists');
  if (await findOldestOpen(trx, accountId)) throw new Problem('debt-open');
}

/** To whom the invoice is made out. */
function toBuyer({ vatState: _state, locale: _locale, ...buyer }: KnownCustomer): Order['buyer'] {
  return buyer;
}

async function price(
  trx: OpenTransaction,
  { accountId, request, idempotencyKey }: Placement,
  customer: KnownCustomer,
  now: Date,
): Promise<Omit<Order, 'texts' | 'request_sha256'>> {
  const net = findPrice(request.product, request.months);
  if (net === undefined)
    throw new Problem('validation-failed', {
      errors: [{ pointer: '/months', fault: 'range', detail: 'is not a period in which the plan is sold' }],
    });
  const tax = await requireTax(trx, { accountId, customer }, now);
  const vat = vatRappen(net, tax.permille);
  if (request.totalRappen !== net + vat) throw new Problem('order-changed');
  return {
    id: randomUUID(),
    account_id: accountId,
    kind: 'new',
    subscription_id: null,
    product: request.product,
    months: request.months,
    method: request.method,
    net_rappen: net,
    vat_permille: tax.permille,
    vat_rappen: vat,
    total_rappen: net + vat,
    buyer: toBuyer(customer),
    locale: request.locale,
    idempotency_key: idempotencyKey,
    placed_at: now,
  };
}

async function invoiceOrder(act: Act, order: Order): Promise<void> {
  const { trx, now } = act;
  const { account_id, product, months, method } = order;
  const subscriptionId = await openSubscription(trx, { account_id, order_id: order.id, product, months, method }, now);
  const today = zurichDayOf(now);
  const dueOn = addDays(today, billing.firstPaymentDays);
  const invoice = await issueForOrder(
    trx,
    // Which tax counts is known once it is paid, and served (`begin-term` of the engine).
    await supplyOn(trx, order, utcDayOf(now)),
    subscriptionId,
    { dueOn, lines: [firstLine(order, utcDayOf(now))] },
    now,
  );
  await applyEvent(act, { id: subscriptionId, event: { kind: 'clock' }, source: 'clock' });
  await mailBilling(act, 'order-received', {
    accountId: account_id,
    to: order.buyer.email,
    locale: order.locale,
    about: order.id,
    facts: {
      plan: { product, months },
      total: order.total_rappen,
      dueOn,
      reference: invoice.reference,
      number: writeNumber(invoice),
      lapsesOn: addDays(today, billing.orderLapsesDays),
      withdrawBy: findWithdrawDay(order),
    },
    brought: await bringInvoice(trx, invoice),
  });
}

interface PaidOrder {
  orderId: string;
  providerRef: string;
  amountRappen: number;
  receivedOn: string;
}

/**
 * An order is paid by card: now it is a contract, with its invoice and first term. `refund` where the money is for nothing any
 * more; it is then not booked.
 */
export async function settleCardOrder(
  act: Act,
  { orderId, providerRef, amountRappen, receivedOn }: PaidOrder,
): Promise<Settlement> {
  const { trx, now } = act;
  const order = await findOrder(trx, orderId);
  if (!order) return 'refund';
  await lockAccount(trx, order.account_id);
  if (await findInvoiceOfOrder(trx, orderId)) return (await isBooked(trx, providerRef)) ? 'already' : 'refund';
  if (amountRappen !== order.total_rappen || !(await isPayable(act, order))) return 'refund';
  const live = await findLive(trx, order.account_id);
  const { account_id, product, months, method } = order;
  const subscriptionId =
    live?.id ?? (await openSubscription(trx, { account_id, order_id: orderId, product, months, method }, now));
  const supplied = await supplyOn(trx, order, utcDayOf(now));
  const lines = order.kind === 'new' ? [firstLine(supplied, utcDayOf(now))] : await upgradeLines(trx, supplied, now);
  const invoice = await issueForOrder(trx, supplied, subscriptionId, { dueOn: zurichDayOf(now), lines }, now);
  const payment = { accountId: account_id, method: 'card', amountRappen, receivedOn, providerRef } as const;
  const paymentId = (await bookPayment(trx, payment, now))!;
  await allocate(trx, { paymentId, invoiceId: invoice.id, amountRappen }, now);
  const source = `payment ${paymentId}`;
  const event = { kind: 'paid', invoiceId: invoice.id } as const;
  await applyEvent(act, { id: subscriptionId, event, source });
  return 'settled';
}

/** Whether a card is to be asked for an order now. */
export async function isStillToPay(deps: ActDependencies, orderId: string): Promise<boolean> {
  return act(deps, async (act) => {
    const order = await findOrder(act.trx, orderId);
    return order !== undefined && isToPay(act, order);
  });
}

/** How an order stands. Throws `not-found` for somebody else's. */
export async function describeOrder(queries: Queries, accountId: string, id: string): Promise<OrderAnswer> {
  const order = await findOrder(queries, id);
  if (order?.account_id !== accountId) throw new Problem('not-found');
  const invoiceId = await findInvoiceOfOrder(queries, id);
  const balance = invoiceId ? await findBalance(queries, invoiceId) : undefined;
  const attempt = await findAttemptOfOrder(queries, id);
  const state = findState(balance, attempt?.state);
  return {
    id,
    state,
    product: order.product,
    months: order.months,
    method: order.method,
    totalRappen: order.total_rappen,
    payAt: state === 'open' ? (attempt?.pay_at ?? null) : null,
    invoice: state === 'open' && balance ? await describeOpen(queries, balance) : null,
  };
}

function findState(
  balance: Awaited<ReturnType<typeof findBalance>>,
  attempt: string | undefined,
): OrderAnswer['state'] {
  if (balance) {
    if (balance.openRappen > 0) return 'open';
    return balance.paidRappen > 0 ? 'paid' : 'expired';
  }
  if (attempt === 'failed') return 'failed';
  // What was paid for an order without an invoice was given back.
  return attempt === 'expired' || attempt === 'cancelled' || attempt === 'succeeded' ? 'expired' : 'open';
}
