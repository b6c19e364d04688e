import { failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { findNextChargeDay } from '../../../shared/business/card-charges.ts';
import { addDays } from '../../../shared/days.ts';
import type { Act } from '../../contract/act.ts';
import { findCustomer } from '../customers/customers.ts';
import { findBalance, writeNumber } from '../invoices/invoices.ts';
import { mailBilling } from '../texts/texts.ts';
import type { PaymentAttempt } from './cards.tables.ts';

/** Tells that a card was not charged, until when the customer can pay, and when it is tried again, if it is. */
export async function mailChargeFailed(
  act: Act,
  { account_id: accountId, invoice_id: invoiceId, id: about }: Pick<PaymentAttempt, 'id' | 'account_id' | 'invoice_id'>,
  { needsAuthentication, isFinal }: { needsAuthentication: boolean; isFinal: boolean },
): Promise<void> {
  const { trx, now } = act;
  const customer = await findCustomer(trx, accountId);
  const balance = invoiceId === null ? undefined : await findBalance(trx, invoiceId);
  if (!balance || !customer?.email || !customer.locale) return;
  const { invoice, openRappen } = balance;
  const payBy = addDays(invoice.due_on, failedPaymentGraceDays);
  const facts = { total: openRappen, number: writeNumber(invoice), payBy, suspendsOn: addDays(payBy, 1) };
  const mail = { accountId, to: customer.email, locale: customer.locale, about };
  if (needsAuthentication) return mailBilling(act, 'confirm-payment', { ...mail, facts });
  const retryOn = isFinal ? undefined : findNextChargeDay(invoice.due_on, zurichDayOf(now));
  await mailBilling(act, 'payment-failed', { ...mail, facts: { ...facts, retryOn: retryOn ?? null } });
}
