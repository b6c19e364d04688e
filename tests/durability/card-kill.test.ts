import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { CardPayments } from '../../server/integrations/card-payments.ts';
import { connectStripe } from '../../server/integrations/stripe.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { aCardDebt, enqueueCharges } from '../factories/card-debts.ts';
import { type CardsProcess, startCardsProcess } from '../factories/cards-process.ts';
import { createDatabasePlace, type DatabasePlace } from '../factories/database.ts';
import { findServerPort, settingsFor, startServerProcess, waitUntilReady } from '../factories/server-process.ts';

/** More before a release. */
const rounds = Number(process.env.CARD_KILLS ?? 2);
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

async function startServer() {
  const settings = { ...settingsFor(place, port), ...cards.environment, LOG_LEVEL: 'silent' };
  const server = startServerProcess({ settings, siteDirectory: site.directory });
  await waitUntilReady(server, port);
  return server;
}

it(`charges every invoice once through ${rounds} sudden deaths`, { timeout: rounds * 90_000 }, async () => {
  const debts = await withDatabase(async (database) => {
    const added = [];
    for (let count = 0; count < owedCount; count++) added.push(await aCardDebt(database, provider, port));
    return added;
  });
  const countCharges = async () => {
    const lists = await Promise.all(debts.map(({ customer }) => provider.listCharges(customer)));
    return lists.map((charges) => charges.filter(({ state }) => state === 'paid').length);
  };
  const totalOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

  let deathsUnderWay = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await withDatabase((database) => enqueueCharges(database));
    const server = await startServer();
    await wait(randomInt(longestRoundMs));
    server.child.kill('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    const charged = totalOf(await countCharges());
    if (charged > 0 && charged < owedCount) deathsUnderWay += 1;
  }

  await withDatabase((database) => enqueueCharges(database));
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
});
