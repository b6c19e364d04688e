import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import type { CardPayments } from '../../../server/integrations/card-payments.ts';
import { connectStripe } from '../../../server/integrations/stripe.ts';
import { writeBuiltSite } from '../../factories/built-site.ts';
import { aCardDebt, enqueueCharges } from '../../factories/card-debts.ts';
import { type CardsProcess, startCardsProcess } from '../../factories/cards-process.ts';
import { createDatabasePlace, type DatabasePlace } from '../../factories/database.ts';
import { findServerPort, settingsFor, startServerProcess, waitUntilReady } from '../../factories/server-process.ts';

const owedCount = 8;
/** More than one server takes at once, so that both have some. */
const jobsCount = 40;

let place: DatabasePlace;
let ports: number[];
let cards: CardsProcess;
let provider: CardPayments;
let site: ReturnType<typeof writeBuiltSite>;
beforeAll(async () => {
  ports = [await findServerPort(), await findServerPort()];
  cards = await startCardsProcess(`http://127.0.0.1:${ports[0]}`);
  provider = connectStripe(readConfig(cards.environment).cards!);
  place = await createDatabasePlace();
  site = writeBuiltSite();
});
afterAll(async () => {
  site.remove();
  await cards.close();
  await place.remove();
});

it('two servers that find the same charges due charge each card once', async () => {
  const database = await openDatabase(place);
  const debts: { accountId: string; customer: string }[] = [];
  for (let count = 0; count < owedCount; count++) debts.push(await aCardDebt(database, provider, ports[0]!));
  await enqueueCharges(database, jobsCount);
  const servers = await Promise.all(
    ports.map(async (port) => {
      const settings = { ...settingsFor(place, port), ...cards.environment, LOG_LEVEL: 'silent' };
      const server = startServerProcess({ settings, siteDirectory: site.directory });
      await waitUntilReady(server, port);
      return server;
    }),
  );
  const left = () =>
    database.kysely
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
  await expect.poll(async () => Number((await left()).count), { timeout: 60_000 }).toBe(owedCount);
  await enqueueCharges(database, jobsCount);
  for (const server of servers) server.child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
  const charges = await Promise.all(debts.map(({ customer }) => provider.listCharges(customer)));
  expect(charges.map((each) => each.map(({ state }) => state))).toEqual(debts.map(() => ['paid']));
  const attempts = await database.kysely.selectFrom('payment_attempts').select('state').execute();
  expect(attempts.map(({ state }) => state)).toEqual(debts.map(() => 'succeeded'));
  await database.close();
}, 180_000);
