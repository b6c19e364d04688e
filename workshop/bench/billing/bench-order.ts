import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { applicationRoleName } from '../../../server/database/application-role.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { anOrderRequest } from '../../../tests/factories/billing.ts';
import { administer, productContents, withDatabase } from '../../../tests/factories/database.ts';
import { startTokenIssuer } from '../../../tests/factories/token-issuer.ts';
import { recordStatements, type Statement, statementsFor } from '../api/recorded-sql.ts';
import { medianOf } from '../measurement.ts';

const workers = 10;
const ordersPerRound = 300;
const recorded = 'user_recorded';

/** Before the recorded order, so that no other number in its statements is as high. */
const numbersBefore = 700_000;

/**
 * Orders by transfer at the API, and the same statements over the bare driver, in turn within one run, each by customers of its
 * own. Milliseconds for an order at the API, and its statements' share of that.
 */
export async function timeOrders(serverUrl: string, rounds: number): Promise<{ ms: number; share: number }> {
  await administer('create database orders', serverUrl);
  const url = withDatabase(serverUrl, 'orders');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const database = await openDatabase({ databaseUrl: url, dataDir, contents: productContents });
  const issuer = await startTokenIssuer();
  const settings = { ...issuer.environment, SALES_OPEN: 'ch', RATE_LIMIT_FACTOR: '10000' };
  const body = anOrderRequest(new Date());
  const call = { method: 'POST', path: apiPaths.orders, body, settings } as const;
  await addCustomers(url, [recorded]);
  await administer(`insert into invoice_series values (${zurichDayOf(new Date()).slice(0, 4)}, ${numbersBefore})`, url);
  const statements = await recordStatements(database, issuer, recorded, call);
  const jobs = await database.openJobs({ byItself: false });
  const config = readConfig({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const app = await createApp({ config, database, jobs, clock: () => new Date() });
  const role = `-c role=${applicationRoleName('orders')}`;
  const bare = new pg.Pool({ connectionString: url, max: workers, options: role }).on('error', () => {});
  try {
    const times = { ours: [] as number[], bare: [] as number[] };
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const customers = Array.from({ length: 2 * ordersPerRound }, (_, place) => `user_${round}_${place}`);
      await addCustomers(url, customers);
      const tokens = await Promise.all(customers.slice(ordersPerRound).map((id) => issuer.tokenFor(id)));
      const own = customers.slice(0, ordersPerRound).map((id) => statementsFor(statements, recorded, id));
      const theirs = await timeAll(own, (each) => replay(bare, each));
      const ours = await timeAll(tokens, (token) => order(app, token, body));
      if (round === 0) continue;
      times.bare.push(theirs);
      times.ours.push(ours);
    }
    return { ms: medianOf(times.ours), share: medianOf(times.bare) / medianOf(times.ours) };
  } finally {
    await bare.end();
    await app.close();
    await jobs.stop();
    await database.close();
    await issuer.close();
    fs.rmSync(dataDir, { recursive: true });
  }
}

async function addCustomers(url: string, ids: readonly string[]): Promise<void> {
  const series = `unnest(array['${ids.join("','")}']) id`;
  await administer(
    `insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
       select id, 'Åsa Müller', id || '@customers.example', 'CH', '192.0.2.7', 'Test', now(), now() from ${series}`,
    url,
  );
  await administer(
    `insert into customers (account_id, kind, full_name, email, street, postal_code, town, country, locale, created_at, updated_at)
       select id, 'private', 'Åsa Müller', id || '@customers.example', 'Dorfstrasse', '6300', 'Zug', 'CH', 'de', now(), now() from ${series}`,
    url,
  );
}

async function order(app: FastifyInstance, token: string, payload: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const { statusCode, body } = await app.inject({ method: 'POST', url: apiPaths.orders, headers, payload });
  if (statusCode !== 201) throw new Error(`An order was answered ${statusCode}: ${body}`);
}

/** The invoice gets the number that its own statement has taken. */
async function replay(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  let later = 0;
  const renumber = (value: unknown) => {
    if (typeof value === 'number' && value >= numbersBefore) return value + later;
    return typeof value === 'string' && value.startsWith('RF') ? `${value} ${later}` : value;
  };
  try {
    for (const { text, values } of statements) {
      const { rows } = await client.query(text, values.map(renumber));
      if (text.startsWith('insert into "invoice_series"')) later = rows[0].last_number - numbersBefore - 1;
    }
  } finally {
    client.release();
  }
}

/** Milliseconds each, by several workers at once. */
async function timeAll<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> {
  const left = [...items];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
  return (performance.now() - startedAt) / items.length;
}
