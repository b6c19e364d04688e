import type { CardDependencies } from '../../server/billing/cards/card-dependencies.ts';
import { refreshAttempts } from '../../server/billing/cards/cards.ts';
import { chargedContracts } from '../../server/billing/contracts/charged-contracts.ts';
import { connectStripe } from '../../server/integrations/stripe.ts';
import { addDays } from '../../shared/days.ts';
import { createTestApi, type TestApi } from './api.ts';
import { insertBooks, someBooks } from './book-records.ts';
import { type CardsProcess, startCardsProcess } from './cards-process.ts';
import { findFreePort } from './free-port.ts';
import { anAccount } from './records.ts';

/** The API on an address of its own, with a provider of card payments that tells it what happens. */
export interface CardWorld extends TestApi {
  cards: CardsProcess;
  provider: ReturnType<typeof connectStripe>;
  origin: string;
}

export async function startCardWorld(settings: Record<string, string> = {}): Promise<CardWorld> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const cards = await startCardsProcess(origin);
  const api = await createTestApi({ ...cards.environment, SITE_ORIGIN: origin, PORT: String(port), ...settings });
  await api.app.listen({ port, host: '127.0.0.1' });
  const provider = connectStripe(api.config.cards!);
  return {
    ...api,
    cards,
    provider,
    origin,
    async close() {
      await cards.close();
      await api.close();
    },
  };
}

/** What its jobs are given; what they tell operators is kept in `errors`. */
export function cardDependencies({ config, database, jobs, app, time, provider }: CardWorld, errors: unknown[] = []) {
  return {
    config,
    database,
    jobs,
    log: { ...app.log, error: (...said: unknown[]) => void errors.push(said) },
    clock: () => time.now,
    provider,
    contracts: chargedContracts,
  } as CardDependencies;
}

type Api = Pick<TestApi, 'database' | 'time'>;

/** A customer with billing data, and no card. */
async function aCustomer({ database, time }: Api) {
  const account = anAccount({ created_at: time.now, updated_at: time.now });
  await database.kysely.insertInto('accounts').values(account).execute();
  const { customers } = someBooks(account);
  await insertBooks(database.kysely, {
    customers: {
      ...customers,
      card_payment_method: null,
      card_brand: null,
      card_last4: null,
      card_expires_on: null,
      stripe_customer_id: null,
    } as never,
  });
  return account;
}

/**
 * Asks what became of an open attempt until the provider has answered, which on a busy machine may take longer than somebody who
 * looks is kept waiting.
 */
export async function refreshUntilAnswered(...asked: Parameters<typeof refreshAttempts>): Promise<void> {
  for (let isAnswered = false; !isAnswered; ) isAnswered = await refreshAttempts(...asked);
}

/** An order by card that is not paid yet. */
export async function anOrder(api: Api) {
  const { id: accountId } = await aCustomer(api);
  const { orders } = someBooks({ id: accountId });
  const order = { ...orders, method: 'card', locale: 'de', placed_at: api.time.now };
  await insertBooks(api.database.kysely, { orders: order as never });
  return { accountId, orderId: orders.id, amountRappen: orders.total_rappen };
}

/** An invoice that is charged to a card on a day, with the customer that owes it. */
export async function anInvoice(api: Api, dueOn: string, method: 'card' | 'invoice' = 'card') {
  const { accountId, orderId } = await anOrder(api);
  const { subscriptions, invoices, invoice_lines } = someBooks({ id: accountId });
  const running = { state: 'active', ends_on: null, end_reason: null, ended_at: null, next_check_on: dueOn };
  const term = { subscription_id: subscriptions.id, number: 1, product: 'moderate', months: 4 };
  await insertBooks(api.database.kysely, {
    subscriptions: { ...subscriptions, ...running, order_id: orderId, method: 'card' } as never,
    invoices: { ...invoices, order_id: orderId, method, due_on: dueOn } as never,
    invoice_lines,
    ...{ terms: { ...term, from_on: dueOn, until_on: addDays(dueOn, 120), invoice_id: invoices.id } },
  });
  return { accountId, invoiceId: invoices.id, amountRappen: invoices.total_rappen };
}

/** What is stored of an account that pays by card, and what the provider has charged it. */
export function cardRecords({ database: { kysely }, provider }: CardWorld) {
  const attemptsOf = (accountId: string) =>
    kysely
      .selectFrom('payment_attempts')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute();
  const customerOf = (accountId: string) =>
    kysely.selectFrom('customers').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return {
    attemptsOf,
    customerOf,
    statesOf: async (accountId: string) => (await attemptsOf(accountId)).map(({ state }) => state),
    paymentsOf: (accountId: string) =>
      kysely.selectFrom('payments').selectAll().where('account_id', '=', accountId).execute(),
    async mailsOf(accountId: string) {
      const mails = await kysely.selectFrom('mails').select('kind').where('account_id', '=', accountId).execute();
      return mails.map(({ kind }) => kind);
    },
    async chargedOf(accountId: string) {
      const { stripe_customer_id: customer } = await customerOf(accountId);
      const charges = customer === null ? [] : await provider.listCharges(customer);
      return charges.filter(({ state }) => state === 'paid');
    },
  };
}
