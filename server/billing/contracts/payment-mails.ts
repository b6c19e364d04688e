import { findPrice } from '../../../shared/business/sales.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import type { Act } from '../../contract/act.ts';
import { findKnownCustomer } from '../customers/customers.ts';
import { findBalance, writeNumber } from '../invoices/invoices.ts';
import { mailBilling } from '../texts/texts.ts';
import { loadFacts } from './engine.ts';
import { findEndsOn, findNextTerm, offerOf } from './lifecycle-facts.ts';
import { findSubscription } from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.tables.ts';
import { withTax } from './upgrade-price.ts';

interface CardPayment {
  id: string;
  amountRappen: number;
  receivedOn: Day;
}

/**
 * Tells that a card has paid for a term that had begun before; whatever a payment begins is told as that. `before`: how the
 * subscription stood until then.
 */
export async function mailCardPayment(
  act: Act,
  { invoiceId, payment, before }: { invoiceId: string; payment: CardPayment; before: Subscription },
): Promise<void> {
  const { trx } = act;
  const { invoice, creditedRappen } = (await findBalance(trx, invoiceId))!;
  const customer = await findKnownCustomer(trx, invoice.account_id);
  const facts = await loadFacts(trx, (await findSubscription(trx, before.id))!);
  const term = facts.terms.find(({ invoice_id }) => invoice_id === invoiceId);
  if (!customer || !term || before.state === 'pending' || creditedRappen >= invoice.total_rappen) return;
  const number = writeNumber(invoice);
  const mail = { accountId: invoice.account_id, to: customer.email, locale: customer.locale, about: payment.id };
  if (before.state !== 'active')
    return mailBilling(act, 'payment-received', {
      ...mail,
      // A part of the invoice may have been paid by transfer, on another day.
      facts: { total: payment.amountRappen, number, receivedOn: payment.receivedOn },
    });
  // An upgrade by transfer begins with its payment, also by card.
  if (invoice.order_id !== null) return;
  const next = findNextTerm(facts);
  const goesOn = findEndsOn(facts) !== term.until_on;
  await mailBilling(act, 'renewed', {
    ...mail,
    facts: {
      total: invoice.total_rappen - creditedRappen,
      number,
      plan: offerOf(term),
      lastOn: addDays(term.until_on, -1),
      renewsOn: goesOn ? next.from : null,
      renewal: goesOn ? await withTax(trx, customer, findPrice(next.product, next.months)!, next.from) : null,
    },
  });
}
