import { randomUUID } from 'node:crypto';
import type { VatState } from '../../../shared/api/customer.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { vatChecks } from '../../../shared/business/vat.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import { connectVies, type VatVerdict } from '../../integrations/vies.ts';
import { mailBilling } from '../texts/texts.ts';
import { findCustomer } from './customers.queries.ts';
import type { Customer } from './customers.tables.ts';
import { findAskedSince, findNextRenewal, insertCheck, lockCustomerWith, setVatState } from './vat.queries.ts';

/**
 * Asks the register for the customer's VAT number and keeps what it says. A register that is down changes nothing: a number that
 * was valid stays so, and one that nobody has confirmed is asked for again. To be called outside of any transaction.
 */
export async function confirmVatNumber(deps: ActDependencies, accountId: string): Promise<VatState> {
  const { database, config } = deps;
  const customer = await findCustomer(database.kysely, accountId);
  if (!customer?.vat_number || customer.country === 'CH') return 'none';
  const { vat_number: number } = customer;
  const answer = await connectVies(config.vat.registerUrl).check(number);
  return act(deps, async (act) => {
    const locked = await lockCustomerWith(act.trx, accountId, number);
    return locked ? keepAnswer(act, locked, answer) : 'unconfirmed';
  });
}

async function keepAnswer(act: Act, customer: Customer, { verdict, raw }: VatVerdict): Promise<VatState> {
  const { trx, now } = act;
  const { account_id: accountId, vat_state: before } = customer;
  const number = customer.vat_number!;
  const state = verdict === 'unavailable' ? 'unconfirmed' : verdict;
  await insertCheck(trx, { id: randomUUID(), account_id: accountId, vat_number: number, state, raw, checked_at: now });
  if (verdict !== 'unavailable') await setVatState(trx, accountId, { vat_state: verdict, vat_checked_at: now });
  await tellChange(act, customer, verdict);
  return verdict === 'unavailable' ? before : verdict;
}

/** No mail while the customer waits for the answer on the page; only about what is learned later. */
async function tellChange(act: Act, customer: Customer, verdict: VatVerdict['verdict']): Promise<void> {
  const { trx, now } = act;
  const { account_id: accountId, email, locale, vat_number, vat_state: before } = customer;
  if (email === null || locale === null) return;
  const since = await findAskedSince(trx, accountId, vat_number!);
  const mail = { accountId, to: email, locale, about: `${accountId} ${vat_number} ${utcDayOf(now)}` };
  const facts = { vatNumber: vat_number! };
  if (verdict === 'valid' && before === 'unconfirmed' && customer.updated_at < new Date(now.getTime() - minuteMs))
    await mailBilling(act, 'vat-confirmed', { ...mail, facts });
  if (verdict === 'invalid' && before === 'valid')
    await mailBilling(act, 'vat-lapsed', {
      ...mail,
      facts: { ...facts, checkedOn: zurichDayOf(now), renewsOn: await findNextRenewal(trx, accountId) },
    });
  const isLong = since !== undefined && since <= new Date(now.getTime() - vatChecks.retryHours * hourMs);
  if (verdict === 'unavailable' && before === 'unconfirmed' && isLong)
    await mailBilling(act, 'vat-unconfirmed', { ...mail, about: `${accountId} ${vat_number}`, facts });
}
