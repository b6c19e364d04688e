/**
 * `npm run bench -- quota`: how many requests a second the ledger admits and settles on a PostgreSQL of its own, as a share of
 * the same statements over the bare driver, in turn within one run; and what a million accounts cost against a thousand.
 * Options: --rounds 5  --accounts 1000000
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { type Allowance, admit, finish } from '../../../server/service/quotas/quotas.ts';
import { administer, productContents, withDatabase } from '../../../tests/factories/database.ts';
import type { Statement } from '../api/recorded-sql.ts';
import { formatTable, medianOf } from '../measurement.ts';

const targets = { share: 0.6, growth: 1.3 } as const;
const fewAccounts = 1_000;
const workers = 10;
const requestsPerRound = 2_000;
const at = new Date('2026-11-24T12:00:00.000Z');
const cycleStart = new Date('2026-11-01T00:00:00.000Z');
const allowance: Allowance = { pool: 'online', cycleStart, limit: 2_147_483_647, maxOpen: 1_000 };

export async function benchQuota(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, accounts: { type: 'string', default: '1000000' } },
  });
  console.log(`Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`);
  const postgres = await startTemporaryPostgres();
  try {
    const few = await openLedger(postgres.url, 'few', fewAccounts);
    const many = await openLedger(postgres.url, 'many', Number(values.accounts));
    const recorded = await recordPair(few.database);
    const raw = new pg.Pool({ connectionString: few.url, max: workers }).on('error', () => {});
    const times = { ours: [] as number[], bare: [] as number[], many: [] as number[] };
    for (let round = 0; round < Number(values.rounds); round++) {
      times.ours.push(await timeAll(() => pair(few.database, anAccountOf(fewAccounts))));
      times.bare.push(await timeAll(() => barePair(raw, recorded, anAccountOf(fewAccounts))));
      times.many.push(await timeAll(() => pair(many.database, anAccountOf(Number(values.accounts)))));
    }
    await raw.end();
    const [ours, bare, much] = [times.ours, times.bare, times.many].map(medianOf) as [number, number, number];
    const share = bare / ours;
    const growth = much / ours;
    const perSecond = Math.round((requestsPerRound / ours) * 1000);
    console.log(
      `\n${formatTable([
        ['Measurement', 'Result', 'Target', ''],
        ['requests admitted and settled a second', String(perSecond), '', ''],
        ['share of their own statements', share.toFixed(2), `≥ ${targets.share}`, verdict(share >= targets.share)],
        [
          `${values.accounts} accounts, × ${fewAccounts}`,
          growth.toFixed(2),
          `≤ ${targets.growth}`,
          verdict(growth <= targets.growth),
        ],
      ])}`,
    );
    await Promise.all([few.close(), many.close()]);
  } finally {
    await postgres.stop();
  }
}

/** A database with a month of counters, and a few requests each. */
async function openLedger(serverUrl: string, name: string, accounts: number) {
  await administer(`create database ${name}`, serverUrl);
  const url = withDatabase(serverUrl, name);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const database = await openDatabase({ databaseUrl: url, dataDir, contents: productContents });
  await administer(
    `insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
       select 'user_' || n, 'Åsa Müller', n || '@customers.example', 'CH', '192.0.2.7', 'Test', now(), now() from generate_series(0, ${accounts - 1}) n`,
    url,
  );
  await administer(
    `insert into quota_counters (account_id, pool, cycle_start, used, open)
       select 'user_' || n, 'online', '${cycleStart.toISOString()}', 1, 0 from generate_series(0, ${accounts - 1}) n`,
    url,
  );
  await administer(
    `insert into usage_requests (account_id, request_id, feature, operation, pool, cycle_start, state, attempts, requested_at,
         settled_at, language)
       select 'user_' || n, gen_random_uuid(), 'text-enhancement', 'enhance', 'online', '${cycleStart.toISOString()}', 'counted', 1,
         now(), now(), 'de' from generate_series(0, ${accounts - 1}) n`,
    url,
  );
  await administer('vacuum analyze', url);
  return {
    url,
    database,
    async close() {
      await database.close();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

const anAccountOf = (count: number) => `user_${Math.floor(Math.random() * count)}`;

async function pair(database: Database, account: string, id: string = randomUUID()): Promise<void> {
  const about = {
    feature: 'text-enhancement',
    operation: 'enhance',
    fingerprint: null,
    recording_seconds: 12,
  } as const;
  const admission = await admit(
    database,
    { account_id: account, request_id: id, language: 'de', ...about },
    allowance,
    at,
  );
  if (admission.state !== 'admitted') throw new Error(`A request was not admitted: ${admission.state}.`);
  await finish(database, admission.attempt, { state: 'counted', outcome: 'changed', model: 'gpt-5' }, at);
}

/** The statements of one request, as they go to PostgreSQL. */
async function recordPair(database: Database): Promise<{ statements: Statement[]; account: string; id: string }> {
  const [account, id] = ['user_0', randomUUID()];
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { text, values } = typeof first === 'object' ? (first as Statement) : { text: first, values: second };
    statements.push({ text: text as string, values: (values ?? []) as unknown[] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await pair(database, account, id);
  } finally {
    pg.Client.prototype.query = query;
  }
  return { statements, account, id };
}

async function barePair(
  pool: pg.Pool,
  recorded: Awaited<ReturnType<typeof recordPair>>,
  account: string,
): Promise<void> {
  const id = randomUUID();
  const own = new Map<unknown, unknown>([
    [recorded.account, account],
    [recorded.id, id],
  ]);
  for (const { text, values } of recorded.statements)
    await pool.query(
      text,
      values.map((value) => own.get(value) ?? value),
    );
}

/** Milliseconds for as many requests as a round has, by several workers at once. */
async function timeAll(work: () => Promise<void>): Promise<number> {
  let left = requestsPerRound;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left-- > 0) await work();
    }),
  );
  return performance.now() - startedAt;
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
