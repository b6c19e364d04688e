import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { unservedRappen } from '../../../shared/business/proration.ts';
import { findPrice } from '../../../shared/business/sales.ts';
import { vatRappen, vatWithin } from '../../../shared/business/vat.ts';
import { nameOfBrand } from '../../../shared/card-brands.ts';
import type { Day } from '../../../shared/days.ts';
import type { Act } from '../../contract/act.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { findCustomer, findKnownCustomer, findTaxOf } from '../customers/customers.ts';
import {
  findBalance,
  findBalancesOfSubscription,
  findLines,
  type Invoice,
  issueCreditNote,
  issueInvoice,
} from '../invoices/invoices.ts';
import { giveBackSurplus } from '../payments/payments.ts';
import { type Event, step } from './lifecycle.ts';
import { findNextCheck } from './lifecycle-clock.ts';
import { addMonthsToDay, type Debt, type Effect, type Facts, findDebts, type Step } from './lifecycle-facts.ts';
import { isRenewalUnbinding } from './reminders.ts';
import { replaceInvoice, withTaxOfDay } from './retaxing.ts';
import { type Credited, mailStep } from './subscription-mails.ts';
import {
  beginTerm,
  changeSubscription,
  cutLastTerm,
  extendLastTerm,
  findBegunTerms,
  findFirstDay,
  findLastEvents,
  findStatementsUntil,
  findTerms,
  insertEvent,
  lockSubscription,
} from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.tables.ts';
import type { WithdrawalStatement } from './withdrawal.ts';

/** Everything that the rules of a subscription depend on. Only whoever holds the lock on its account can rely on it. */
export async function loadFacts(trx: OpenTransaction, subscription: Subscription): Promise<Facts> {
  const invoices: Debt[] = [];
  const begun = await findBegunTerms(trx, subscription.id);
  for (const { invoice, openRappen, creditedRappen, creditedNetRappen } of await findBalancesOfSubscription(
    trx,
    subscription.id,
  )) {
    const line = (await findLines(trx, invoice.id)).find(({ reason }) => reason === 'term');
    if (!line) continue;
    invoices.push({
      id: invoice.id,
      kind: kindOf(invoice, subscription),
      method: invoice.method,
      product: line.product,
      months: line.months,
      from: line.from,
      until: line.until,
      issuedOn: invoice.issued_on,
      dueOn: invoice.due_on,
      termRappen: line.netRappen,
      netRappen: invoice.net_rappen - creditedNetRappen,
      openRappen,
      isCredited: creditedRappen >= invoice.total_rappen,
      begunOn: begun.get(invoice.id) ?? null,
    });
  }
  const terms = await findTerms(trx, subscription.id);
  const customer = await findCustomer(trx, subscription.account_id);
  const account = await findAccount(trx, subscription.account_id);
  return {
    subscription,
    terms,
    invoices,
    lastEvents: await findLastEvents(trx, subscription.id),
    statementsUntil: await findStatementsUntil(trx),
    card: customer?.card_expires_on
      ? {
          name: `${nameOfBrand(customer.card_brand!)} •••• ${customer.card_last4}`,
          expiresOn: customer.card_expires_on,
        }
      : null,
    isWithheld: account?.status === 'suspended' || Boolean(account?.restricted_at),
    restrictedAt: account?.restricted_at ?? null,
    leavesFree: await isRenewalUnbinding(trx, subscription, terms, customer),
  };
}

function kindOf(invoice: Invoice, subscription: Subscription): Debt['kind'] {
  if (invoice.order_id === null) return 'renewal';
  return invoice.order_id === subscription.order_id ? 'order' : 'upgrade';
}

/**
 * Applies an event to a subscription whose account is locked, once for its source. Returns false where it changes nothing: it is
 * not possible, or was applied before.
 */
export async function applyEvent(
  act: Act,
  { id, event, source }: { id: string; event: Event; source: string },
): Promise<boolean> {
  const { trx, now } = act;
  const subscription = await lockSubscription(trx, id);
  if (!subscription) return false;
  const facts = await loadFacts(trx, subscription);
  const found = step(facts, event, now);
  const cause = {
    source: event.kind === 'clock' ? (found?.source ?? source) : source,
    receivedAt: ('receivedAt' in event && event.receivedAt) || now,
    said: event.kind === 'withdraw' ? event.said : undefined,
  };
  const isNew = found !== undefined && (await carryOut(act, facts, found, cause));
  const after = isNew ? await loadFacts(trx, (await lockSubscription(trx, id))!) : facts;
  const next_check_on = findNextCheck(after, now);
  if (next_check_on !== after.subscription.next_check_on) await changeSubscription(trx, id, { next_check_on });
  return isNew;
}

/** No subscription has more to be done at once; a fault in the rules must not last for ever. */
const mostSteps = 200;

/** Applies everything that is due by now. The account is locked. */
export async function catchUp(act: Act, id: string): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps++)
    if (!(await applyEvent(act, { id, event: { kind: 'clock' }, source: 'clock' }))) return;
  throw new Error(`The subscription ${id} does not come to rest.`);
}

/** Records a step, applies its effects in their order, and tells the customer. False where it is recorded already. */
async function carryOut(
  act: Act,
  facts: Facts,
  { event, effects: wanted }: Step,
  { source, ...asked }: { source: string; receivedAt: Date; said: WithdrawalStatement | undefined },
): Promise<boolean> {
  const { trx, now } = act;
  const { id } = facts.subscription;
  const effects = await withTaxOfDay(trx, wanted);
  const entry = { id: randomUUID(), subscription_id: id, source, event, data: JSON.stringify({ effects }), at: now };
  if (!(await insertEvent(trx, entry))) return false;
  const issued: Invoice[] = [];
  const credited: Credited[] = [];
  // What is given back at the end first pays the days that were served.
  const isOver = [facts.subscription, ...changesOf(effects)].some(({ state }) => state === 'ended');
  const owed = isOver ? findDebts(facts).map((debt) => debt.id) : [];
  for (const effect of effects) {
    if (effect.do === 'credit') {
      const result = await creditInvoice(trx, effect, now, owed);
      if (result) credited.push(result);
    } else {
      if (effect.do === 'begin-term' && effect.replaces) {
        const replaced = await replaceInvoice(trx, effect, effect.replaces, now);
        credited.push({ note: replaced.note, refundRappen: 0, settledRappen: 0 });
        issued.push(replaced.invoice);
      }
      const invoice = await applyEffect(trx, facts, effect, now);
      if (invoice) issued.push(invoice);
    }
  }
  const after = await loadFacts(trx, (await lockSubscription(trx, id))!);
  await mailStep(act, { before: facts, after, event, source, ...asked, issued, credited });
  return true;
}

const changesOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'set' ? [effect.changes] : []));

async function applyEffect(
  trx: OpenTransaction,
  facts: Facts,
  effect: Exclude<Effect, { do: 'credit' }>,
  now: Date,
): Promise<Invoice | undefined> {
  const { subscription } = facts;
  switch (effect.do) {
    case 'set':
      await changeSubscription(trx, subscription.id, effect.changes);
      return undefined;
    case 'issue':
      return issueRenewal(trx, facts, effect, now);
    case 'begin-term':
      await beginTerm(trx, subscription.id, effect);
      return undefined;
    case 'cut-term':
      await cutLastTerm(trx, subscription.id, effect.until);
      return undefined;
    case 'extend-term':
      await extendLastTerm(trx, subscription.id, effect.until);
      return undefined;
  }
}

async function issueRenewal(
  trx: OpenTransaction,
  { subscription, terms }: Facts,
  { product, months, from, until, dueOn }: Extract<Effect, { do: 'issue' }>,
  now: Date,
): Promise<Invoice> {
  const customer = await findKnownCustomer(trx, subscription.account_id);
  const netRappen = findPrice(product, months);
  if (!customer || netRappen === undefined)
    throw new Error(`The subscription ${subscription.id} cannot be renewed: nobody to be invoiced, or no price.`);
  const { locale, vatState: _state, ...buyer } = customer;
  const wanted = {
    accountId: subscription.account_id,
    subscriptionId: subscription.id,
    orderId: null,
    termNumber: terms.length + 1,
    method: subscription.method,
    buyer,
    locale,
    tax: (await findTaxOf(trx, customer, from, { asConsumer: true }))!,
    dueOn,
    lines: [{ product, months, from, until, netRappen, reason: 'term' as const }],
  };
  return issueInvoice(trx, wanted, zurichDayOf(now), now);
}

/**
 * Takes back an invoice, or what is not served from a day on, and gives back what was paid too much, less what is open of the
 * invoices in `owed`. `totalRappen`: exactly so much of it, with the tax in it. Undefined where nothing is left to be taken back.
 */
export async function creditInvoice(
  trx: OpenTransaction,
  { invoiceId, from, netRappen, totalRappen }: Omit<Extract<Effect, { do: 'credit' }>, 'do'> & { totalRappen?: number },
  now: Date,
  owed: readonly string[] = [],
): Promise<Credited | undefined> {
  const balance = await findBalance(trx, invoiceId);
  const line = (await findLines(trx, invoiceId)).find(({ reason }) => reason === 'term');
  if (!balance || !line) return undefined;
  const { invoice, creditedRappen, creditedNetRappen } = balance;
  const leftNet = invoice.net_rappen - creditedNetRappen;
  const leftVat = invoice.vat_rappen - (creditedRappen - creditedNetRappen);
  const { from: begins, until } = await findServedTime(trx, invoiceId, line);
  const term = { priceRappen: line.netRappen, from: begins, until };
  const wanted = from === null ? leftNet : (netRappen ?? unservedRappen(term, from));
  const isPart = totalRappen !== undefined && totalRappen < leftNet + leftVat;
  const net = Math.min(leftNet, isPart ? totalRappen - vatWithin(totalRappen, invoice.vat_permille) : wanted);
  if (net <= 0) return undefined;
  const lines = [
    {
      product: line.product,
      months: line.months,
      from: from ?? begins,
      until,
      netRappen: -net,
      reason: 'credit' as const,
    },
  ];
  const vat = isPart ? net - totalRappen : net === leftNet ? -leftVat : vatRappen(-net, invoice.vat_permille);
  const note = await issueCreditNote(trx, invoice, { lines, vat }, zurichDayOf(now), now);
  return { note, ...(await giveBackSurplus(trx, { invoiceId, reason: 'credit-note', owed }, now)) };
}

/** What the line of an invoice serves: an order by invoice names its day, and its term begins with the payment. */
async function findServedTime(
  trx: OpenTransaction,
  invoiceId: string,
  line: { months: number; from: Day; until: Day },
): Promise<{ from: Day; until: Day }> {
  const from = await findFirstDay(trx, invoiceId);
  if (!from || from === line.from) return { from: line.from, until: line.until };
  return { from, until: addMonthsToDay(from, line.months) };
}
