import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import type { CardPayments } from '../../server/integrations/card-payments.ts';
import { connectStripe } from '../../server/integrations/stripe.ts';
import { addDays, utcDayOf } from '../../shared/days.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { anInvoice } from '../factories/card-world.ts';
import { type CardsProcess, enterCard, startCardsProcess } from '../factories/cards-process.ts';
import { createDatabasePlace, type DatabasePlace } from '../factories/database.ts';
import { findServerPort, settingsFor, startServerProcess, waitUntilReady } from '../factories/server-process.ts';

const rounds = 6;
const owedCount = 12;
const longestRoundMs = 300;

let place: DatabasePlace;
let port: number;
let cards: CardsProcess;
let provider: CardPayments;
let site: ReturnType<typeof writeBuiltSite>;
beforeAll(async () => {
  port = await findServerPort();
  cards = await startCardsProcess(`http://127.0.0.1:${port}`);
  provider = connectStripe(readConfig(cards.environment).cards!);
  place = await createDatabasePlace();
  site = writeBuiltSite();
});
afterAll(async () => {
  site.remove();
  await cards.close();
  await place.remove();
});

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A customer with a kept card who owes an invoice since yesterday. */
async function addDebt(database: Database): Promise<{ accountId: string; customer: string }> {
  const now = new Date();
  const { accountId } = await anInvoice({ database, time: { now } }, addDays(utcDayOf(now), -1));
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

/** Has the server charge what is due as soon as it starts, instead of at the next minute. */
async function enqueueCharges(database: Database): Promise<void> {
  const job = { name: 'card-charges', run: async () => {}, handle: async () => {} };
  const jobs = await database.openJobs({ byItself: false });
  await jobs.prepare([job], () => {});
  await database.kysely.transaction().execute((trx) => jobs.enqueue(trx, job, {}));
  await jobs.stop();
}

async function startServer() {
  const settings = { ...settingsFor(place, port), ...cards.environment, LOG_LEVEL: 'silent' };
  const server = startServerProcess({ settings, siteDirectory: site.directory });
  await waitUntilReady(server, port);
  return server;
}

it(`charges every invoice once through ${rounds} sudden deaths`, async () => {
  const debts = await withDatabase(async (database) => {
    const added = [];
    for (let count = 0; count < owedCount; count++) added.push(await addDebt(database));
    return added;
  });
  const countCharges = async () => {
    const lists = await Promise.all(debts.map(({ customer }) => provider.listCharges(customer)));
    return lists.map((charges) => charges.filter(({ state }) => state === 'paid').length);
  };
  const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

  let deathsUnderWay = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await withDatabase(enqueueCharges);
    const server = await startServer();
    await wait(randomInt(longestRoundMs));
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const charged = totalOf(await countCharges());
    if (charged > 0 && charged < owedCount) deathsUnderWay += 1;
  }

  await withDatabase(enqueueCharges);
  const server = await startServer();
  await expect.poll(async () => totalOf(await countCharges()), { timeout: 60_000, interval: 500 }).toBe(owedCount);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  expect(await countCharges()).toEqual(debts.map(() => 1));
  await withDatabase(async (database) => {
    const payments = await database.kysely.selectFrom('payments').select('account_id').execute();
    expect(payments.map(({ account_id }) => account_id).toSorted()).toEqual(
      debts.map(({ accountId }) => accountId).toSorted(),
    );
    const owed = await database.kysely.selectFrom('allocations').select('amount_rappen').execute();
    expect(owed).toHaveLength(owedCount);
  });
  console.log(
    `${owedCount} invoices, ${rounds} deaths, ${deathsUnderWay} of them between the first charge and the last.`,
  );
}, 180_000);
