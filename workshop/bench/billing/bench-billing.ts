/**
 * `npm run bench -- billing`: how long the sweep of subscriptions takes that issues what is due, on a PostgreSQL of its own, with
 * many subscriptions against few and the same number due, in turn within one run; and what an order takes beside its own statements.
 * Options: --rounds 5  --subscriptions 1000000
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { runClock } from '../../../server/billing/contracts/contracts.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { addDays } from '../../../shared/days.ts';
import { administer, productContents, withDatabase } from '../../../tests/factories/database.ts';
import { formatTable, medianOf } from '../measurement.ts';
import { timeOrders } from './bench-order.ts';

const targets = { growth: 1.3, share: 0.6 } as const;
const fewSubscriptions = 1_000;
const duePerRound = 50;
const firstDay = '2027-03-01';

export async function benchBilling(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, subscriptions: { type: 'string', default: '1000000' } },
  });
  const rounds = Number(values.rounds);
  console.log(`Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`);
  const postgres = await startTemporaryPostgres();
  try {
    const few = await openBooks(postgres.url, 'few', fewSubscriptions, rounds);
    const many = await openBooks(postgres.url, 'many', Number(values.subscriptions), rounds);
    const times = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.few.push(await few.sweep(round));
      times.many.push(await many.sweep(round));
    }
    const order = await timeOrders(postgres.url, rounds);
    const growth = medianOf(times.many) / medianOf(times.few);
    console.log(
      `\n${formatTable([
        ['Measurement', 'Result', 'Target', ''],
        [`sweep with ${duePerRound} due of ${fewSubscriptions}`, `${medianOf(times.few).toFixed(0)} ms`, '', ''],
        [
          `${values.subscriptions} subscriptions, ×`,
          growth.toFixed(2),
          `≤ ${targets.growth}`,
          growth <= targets.growth ? 'met' : 'MISSED',
        ],
        ['an order by transfer', `${order.ms.toFixed(1)} ms`, '', ''],
        [
          'share of its own statements',
          order.share.toFixed(2),
          `≥ ${targets.share}`,
          order.share >= targets.share ? 'met' : 'MISSED',
        ],
      ])}`,
    );
    await Promise.all([few.close(), many.close()]);
  } finally {
    await postgres.stop();
  }
}

/** Subscriptions by transfer in their first month, of which so many have their invoice due on each of some days. */
async function openBooks(serverUrl: string, name: string, count: number, rounds: number) {
  await administer(`create database ${name}`, serverUrl);
  const url = withDatabase(serverUrl, name);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const database = await openDatabase({ databaseUrl: url, dataDir, contents: productContents });
  const series = `generate_series(1, ${count}) n`;
  const id = (kind: number) => `('0000000${kind}-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid`;
  const dueOn = `(case when n <= ${duePerRound * rounds} then date '${firstDay}' + (n - 1) / ${duePerRound} else date '2027-03-15' end)`;
  const buyer = '{"kind":"private","country":"CH"}';
  for (const statement of [
    `insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
       select 'user_' || n, 'Åsa Müller', n || '@customers.example', 'CH', '192.0.2.7', 'Test', now(), now() from ${series}`,
    `insert into customers (account_id, kind, full_name, email, street, postal_code, town, country, locale, created_at, updated_at)
       select 'user_' || n, 'private', 'Åsa Müller', n || '@customers.example', 'Dorfstrasse', '6300', 'Zug', 'CH', 'de', now(), now()
       from ${series}`,
    `insert into orders (id, account_id, kind, product, months, method, net_rappen, vat_permille, vat_rappen, total_rappen, buyer, texts,
         locale, request_sha256, placed_at)
       select ${id(1)}, 'user_' || n, 'new', 'moderate', 1, 'invoice', 4900, 0, 0, 4900, '${buyer}', '[]', 'de', repeat('a', 64),
         '2027-02-15 09:00Z' from ${series}`,
    `insert into subscriptions (id, account_id, order_id, product, months, method, state, anchor_on, next_check_on, created_at)
       select ${id(2)}, 'user_' || n, ${id(1)}, 'moderate', 1, 'invoice', 'active', ${dueOn} + 14 - 28,
         case when n <= ${duePerRound * rounds} then ${dueOn} else date '2030-01-01' end, '2027-02-15 09:00Z' from ${series}`,
    `insert into invoices (id, kind, year, number, account_id, subscription_id, order_id, method, issued_on, due_on, net_rappen,
         vat_permille, vat_rappen, total_rappen, tax_rule, seller, buyer, locale, reference, created_at)
       select ${id(3)}, 'invoice', 2027, n, 'user_' || n, ${id(2)}, ${id(1)}, 'invoice', '2027-02-15', '2027-02-25', 4900, 0, 0, 4900,
         'not-registered', '{}', '${buyer}', 'de', 'RF' || n, '2027-02-15 09:00Z' from ${series}`,
    `insert into invoice_series values (2027, ${count})`,
    `insert into invoice_lines select gen_random_uuid(), ${id(3)}, 1, 'moderate', 1, '2027-02-15', '2027-03-15', 4900, 'term' from ${series}`,
    `insert into terms (subscription_id, number, product, months, from_on, until_on, invoice_id)
       select ${id(2)}, 1, 'moderate', 1, ${dueOn} + 14 - 28, ${dueOn} + 14, ${id(3)} from ${series}`,
    `insert into payments (id, account_id, method, amount_rappen, received_on, operator_ref, booked_at)
       select ${id(4)}, 'user_' || n, 'manual', 4900, '2027-02-15', n::text, '2027-02-15 09:00Z' from ${series}`,
    `insert into allocations select gen_random_uuid(), ${id(4)}, ${id(3)}, 4900, '2027-02-15 09:00Z' from ${series}`,
  ])
    await administer(`set session_replication_role = replica; ${statement}`, url);
  await administer('vacuum analyze', url);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' });
  const { log } = Fastify();
  return {
    /** Milliseconds. Throws when it did not do what was due. */
    async sweep(round: number): Promise<number> {
      const now = new Date(`${addDays(firstDay, round)}T09:00:00Z`);
      const deps = {
        config,
        database,
        log,
        clock: () => now,
        accountParts: [],
        retentionRules: [],
        promiseChecks: [],
        waitingKinds: [],
        jobs: undefined as never,
      };
      const startedAt = performance.now();
      const failed = await runClock(deps);
      const ms = performance.now() - startedAt;
      const { issued } = await database.kysely
        .selectFrom('invoices')
        .select(({ fn }) => fn.countAll<string>().as('issued'))
        .where('number', '>', count)
        .executeTakeFirstOrThrow();
      if (failed.length || Number(issued) !== duePerRound * (round + 1))
        throw new Error(`${issued} invoices were issued, ${failed.length} subscriptions failed.`);
      return ms;
    },
    async close() {
      await database.close();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}
