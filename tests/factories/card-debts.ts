import type { Database } from '../../server/database/database.ts';
import type { CardPayments } from '../../server/integrations/card-payments.ts';
import { zurichDayOf } from '../../shared/business/business-days.ts';
import { addDays } from '../../shared/days.ts';
import { anInvoice } from './card-world.ts';
import { enterCard } from './cards-process.ts';

/** A customer with a kept card who owes an invoice since yesterday, at a server on `port`. */
export async function aCardDebt(
  database: Database,
  provider: CardPayments,
  port: number,
): Promise<{ accountId: string; customer: string }> {
  const now = new Date();
  const { accountId } = await anInvoice({ database, time: { now } }, addDays(zurichDayOf(now), -1));
  const customer = await provider.createCustomer({ accountId }, accountId);
  const origin = `http://127.0.0.1:${port}/`;
  const wanted = { customer, attemptId: accountId, locale: 'de', successUrl: origin, cancelUrl: origin } as const;
  const { id, url } = await provider.openCheckout(wanted, `card of ${accountId}`);
  await enterCard(url!, '4242424242424242');
  const card = await provider.findSetupCard((await provider.getCheckout(id)).setupId!);
  await database.kysely
    .updateTable('customers')
    .set({
      stripe_customer_id: customer,
      card_payment_method: card!,
      card_brand: 'visa',
      card_last4: '4242',
      card_expires_on: '2040-12-31',
    })
    .where('account_id', '=', accountId)
    .execute();
  return { accountId, customer };
}

/** Has servers charge what is due as soon as they look, instead of at the next minute; so many times. */
export async function enqueueCharges(database: Database, times = 1): Promise<void> {
  const job = { name: 'card-charges', run: async () => {}, handle: async () => {} };
  const jobs = await database.openJobs({ byItself: false });
  await jobs.prepare([job], () => {});
  await database.kysely.transaction().execute(async (trx) => {
    for (let time = 0; time < times; time += 1) await jobs.enqueue(trx, job, {});
  });
  await jobs.stop();
}
