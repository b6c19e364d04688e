import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { findPrice } from '../../../shared/business/sales.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import type { Act } from '../../contract/act.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { findKnownCustomer } from '../customers/customers.ts';
import { bringInvoice, findBalance, type Invoice, writeNumber } from '../invoices/invoices.ts';
import { findPaidOn } from '../payments/payments.ts';
import { type BillingMailKind, type BroughtInvoice, type FactsOf, mailBilling } from '../texts/texts.ts';
import { endsForGoodOn } from './lifecycle-end.ts';
import {
  type Facts,
  findDebts,
  findEndsOn,
  findNextTerm,
  findNoticeDay,
  findSuspensionDay,
  offerOf,
} from './lifecycle-facts.ts';
import { withTax } from './upgrade-price.ts';
import { findWithdrawable, type WithdrawalStatement } from './withdrawal.ts';

/** A credit note, and what of what was paid is given back by it, or is for something else that is owed. */
export interface Credited {
  note: Invoice;
  refundRappen: number;
  settledRappen: number;
}

/** What happened, with the facts from before and after it. */
interface Happened {
  before: Facts;
  after: Facts;
  event: string;
  source: string;
  /** When what happened was asked for, which may be long before somebody entered it. */
  receivedAt: Date;
  said?: WithdrawalStatement | undefined;
  issued: readonly Invoice[];
  credited: readonly Credited[];
}

/** The last day that a term serves. */
const lastDayOf = (until: Day): Day => addDays(until, -1);

/** Tells the customer what happened, in the language of their invoices. */
export async function mailStep(act: Act, happened: Happened): Promise<void> {
  const { trx, now } = act;
  const { subscription } = happened.before;
  const customer = await findKnownCustomer(trx, subscription.account_id);
  if (!customer) return;
  const send: Send = async (kind, facts, brought) =>
    mailBilling(act, kind, {
      accountId: subscription.account_id,
      to: customer.email,
      locale: customer.locale,
      about: `${subscription.id} ${happened.source}`,
      facts,
      brought,
    });
  await tellStep(trx, happened, customer, send, now);
  for (const credited of happened.credited) await mailCreditNote(act, credited);
}

export async function mailCreditNote(act: Act, { note, refundRappen, settledRappen }: Credited): Promise<void> {
  const { trx } = act;
  const customer = await findKnownCustomer(trx, note.account_id);
  const corrected = note.corrects ? await findBalance(trx, note.corrects) : undefined;
  if (!customer || !corrected) return;
  await mailBilling(act, 'credit-note', {
    accountId: note.account_id,
    to: customer.email,
    locale: customer.locale,
    about: note.id,
    facts: {
      number: writeNumber(note),
      corrects: writeNumber(corrected.invoice),
      total: -note.total_rappen,
      refund: refundRappen || null,
      settled: settledRappen || null,
    },
  });
}

type Send = <Kind extends BillingMailKind>(kind: Kind, facts: FactsOf<Kind>, brought?: BroughtInvoice) => Promise<void>;

async function tellStep(
  trx: OpenTransaction,
  happened: Happened,
  customer: KnownCustomer,
  send: Send,
  now: Date,
): Promise<void> {
  const { before, after, event, receivedAt, said, issued } = happened;
  const { subscription } = after;
  const last = after.terms.at(-1);
  const plan = offerOf(before.subscription);
  const priceOf = ({ product, months, from }: ReturnType<typeof findNextTerm>) =>
    withTax(trx, customer, findPrice(product, months)!, from);
  const renewal = async () => {
    const next = findNextTerm(after);
    return { renewsOn: next.from, renewal: await priceOf(next) };
  };
  const tellIssued = async () => {
    const [invoice] = issued;
    const debt = after.invoices.find(({ id }) => id === invoice?.id);
    if (!invoice || !debt) return;
    const isByTransfer = invoice.method === 'invoice';
    const facts = {
      plan: offerOf(debt),
      total: invoice.total_rappen,
      number: writeNumber(invoice),
      fromOn: debt.from,
      lastOn: lastDayOf(debt.until),
      ...(isByTransfer
        ? { dueOn: invoice.due_on, reference: invoice.reference, noticeBy: findNoticeDay(before) ?? null }
        : { chargeOn: invoice.due_on }),
    };
    await send('invoice-issued', facts, isByTransfer ? await bringInvoice(trx, invoice) : undefined);
  };
  switch (event) {
    case 'started':
    case 'renewed': {
      const invoice = last?.invoice_id ? await findBalance(trx, last.invoice_id) : undefined;
      if (!invoice || !last) return;
      // What was invoiced before is invoiced anew, with another tax.
      if (event === 'renewed' && invoice.openRappen > 0) return issued.length ? tellIssued() : undefined;
      const facts = { total: invoice.invoice.total_rappen, number: writeNumber(invoice.invoice), plan: offerOf(last) };
      const lastOn = lastDayOf(last.until_on);
      const fromOn = last.from_on;
      if (event === 'started' && subscription.method === 'card') {
        const withdrawBy = (await findWithdrawable(trx, subscription, now))?.by ?? null;
        const confirmed = { ...facts, fromOn, lastOn, ...(await renewal()), withdrawBy };
        return send('order-confirmed', confirmed, await bringInvoice(trx, invoice.invoice));
      }
      const goesOn = findEndsOn(after) !== last.until_on;
      if (event === 'renewed') return send('renewed', { ...facts, lastOn, ...(goesOn && (await renewal())) });
      const receivedOn = (await findPaidOn(trx, invoice.invoice.id)) ?? zurichDayOf(now);
      return send('payment-received', { ...facts, receivedOn, fromOn, lastOn });
    }
    case 'order-lapsed': {
      const [credited] = happened.credited;
      return credited && send('order-lapsed', { plan, number: writeNumber(credited.note) });
    }
    case 'invoice-issued':
      return tellIssued();
    case 'renewal-reminder': {
      const next = findNextTerm(before);
      return send('renewal-reminder', {
        plan,
        lastOn: lastDayOf(next.from),
        renewsOn: next.from,
        total: await priceOf(next),
        cancelBy: findNoticeDay(before)!,
      });
    }
    case 'payment-overdue':
    case 'suspended':
      return tellDebt(trx, after, event, send);
    case 'restored':
      return last && send('restored', { plan, lastOn: lastDayOf(last.until_on) });
    case 'ended': {
      const [debt] = findDebts(after);
      const balance = debt && (await findBalance(trx, debt.id));
      return send('ended', {
        plan,
        rest: balance?.openRappen ?? null,
        reference: balance?.invoice.reference ?? null,
        endedOn: last && last.until_on <= zurichDayOf(now) ? lastDayOf(last.until_on) : zurichDayOf(now),
        freePlan: (['free', 'unpaid'].includes(subscription.end_reason!) && !after.isWithheld) || null,
        closedOn: subscription.end_reason === 'closed' ? zurichDayOf(now) : null,
      });
    }
    case 'plan-changed': {
      const invoice = last?.invoice_id ? await findBalance(trx, last.invoice_id) : undefined;
      if (!invoice || !last) return;
      return send('plan-changed', {
        oldPlan: plan,
        plan: offerOf(last),
        fromOn: last.from_on,
        lastOn: lastDayOf(last.until_on),
        total: invoice.invoice.total_rappen,
        number: writeNumber(invoice.invoice),
        ...(await renewal()),
        withdrawBy: (await findWithdrawable(trx, subscription, now))?.by ?? null,
      });
    }
    case 'card-expiring': {
      const next = findNextTerm(after);
      const { name: card, expiresOn } = after.card!;
      return send('card-expiring', {
        card,
        expiresOn,
        total: await priceOf(next),
        chargeOn: next.from,
      });
    }
    case 'change-planned': {
      const next = findNextTerm(after);
      const facts = { oldPlan: plan, plan: offerOf(next), lastOn: lastDayOf(next.from), changesOn: next.from };
      return send('change-planned', { ...facts, total: await priceOf(next) });
    }
    case 'cancelled': {
      const endsOn = subscription.ends_on!;
      return send('cancelled', {
        plan,
        receivedAt,
        lastOn: lastDayOf(endsOn),
        noticeBy: endsOn === last?.until_on ? null : (findNoticeDay(before) ?? null),
        freePlan: subscription.end_reason === 'free' || null,
        closesOn: subscription.end_reason === 'closed' ? endsOn : null,
      });
    }
    case 'resumed':
      return send('resumed', { plan, ...(await renewal()) });
    case 'withdrawn':
      return send('withdrawal-received', {
        receivedAt,
        ...said,
        ...(subscription.state === 'ended' ? { plan } : {}),
        refundUntil: addDays(zurichDayOf(receivedAt), contractPeriods.refundDays),
      });
  }
}

async function tellDebt(
  trx: OpenTransaction,
  facts: Facts,
  event: 'payment-overdue' | 'suspended',
  send: Send,
): Promise<void> {
  const [debt] = findDebts(facts);
  const balance = debt && (await findBalance(trx, debt.id));
  if (!balance) return;
  const known = { total: balance.openRappen, number: writeNumber(balance.invoice) };
  const suspendsOn = findSuspensionDay(debt.dueOn);
  if (event === 'suspended')
    return send('suspended', { ...known, plan: offerOf(facts.subscription), endsOn: endsForGoodOn(facts, debt) });
  return send('payment-overdue', {
    ...known,
    dueOn: debt.dueOn,
    payBy: addDays(suspendsOn, -1),
    suspendsOn,
    reference: facts.subscription.method === 'invoice' ? balance.invoice.reference : null,
  });
}
