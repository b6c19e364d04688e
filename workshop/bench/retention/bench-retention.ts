/**
 * `npm run bench -- retention`: what the hourly sweep, the nightly look, and the closing and erasure of one account cost with a
 * million accounts against a thousand, in turn within one run on a PostgreSQL of its own.
 * Options: --accounts 1000000
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { product } from '../../../server/features.ts';
import { removeExpired } from '../../../server/platform/retention/retention.ts';
import { closeAccount } from '../../../server/privacy/closing/closing.ts';
import { administer, withDatabase } from '../../../tests/factories/database.ts';
import { compareInTurn, describeRatio } from '../api/bench-growth.ts';
import { formatTable } from '../measurement.ts';

const fewAccounts = 1_000;

export async function benchRetention(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { accounts: { type: 'string', default: '1000000' } } });
  console.log(`Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`);
  const postgres = await startTemporaryPostgres();
  try {
    const few = await openWorld(postgres.url, 'few', fewAccounts);
    const many = await openWorld(postgres.url, 'many', Number(values.accounts));
    const rows = [['Compared', String(fewAccounts), values.accounts, 'Ratio', 'Target', '']];
    for (const name of ['closing', 'sweep that erases one account', 'sweep of every minute'] as const)
      rows.push(describeRatio(name, ...(await compareInTurn(few.works[name], many.works[name]))));
    console.log(`\n${formatTable(rows)}`);
    for (const world of [few, many]) await world.close();
  } finally {
    await postgres.stop();
  }
}

async function openWorld(serverUrl: string, name: string, accounts: number) {
  await administer(`create database ${name}`, serverUrl);
  const databaseUrl = withDatabase(serverUrl, name);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const database = await openDatabase({ databaseUrl, dataDir, contents: product.databaseContents });
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await addAccounts(owner, accounts);
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
  const clock = () => new Date();
  const deps = { config: readConfig({ DATA_DIR: dataDir }), database, clock };
  let next = 0;
  const nextUser = () => {
    next += 1;
    return `user_${next}`;
  };
  return {
    works: {
      closing: () => closeAccount(deps, nextUser()),
      async 'sweep that erases one account'() {
        await owner.query(
          `update accounts set status = 'ended', ended_by = 'holder', ended_at = now() - interval '31 days' where id = $1`,
          [nextUser()],
        );
        const results = await removeExpired(database, product.retentionRules, clock());
        if (!results.some(({ records }) => records > 0) || results.some(({ error }) => error))
          throw new Error(`The sweep failed: ${JSON.stringify(results)}`);
      },
      async 'sweep of every minute'() {
        const exact = product.retentionRules.filter(({ isExact }) => isExact);
        await removeExpired(database, exact, clock(), { onlyFound: true });
      },
    },
    async close() {
      await owner.end();
      await database.close();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

/** Each with a download and what was accepted with it, a counter, a request and a mail; none of it is over yet. */
async function addAccounts(owner: pg.Client, count: number): Promise<void> {
  const series = `generate_series(1, ${count}) number`;
  const hash = 'ab'.repeat(32);
  for (const statement of [
    `insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
      select 'user_' || number, 'Bench', number || '@customers.example', 'CH', '192.0.2.1', 'bench', now(), now() from ${series}`,
    `insert into downloads (id, account_id, platform, version, file_name, size_bytes, sha256, country, locale, idempotency_key,
        request_sha256, started_at, expires_at)
      select gen_random_uuid(), 'user_' || number, 'windows', '1.0.0', 'writing-ant.exe', 28000000000, '${hash}', 'CH', 'en',
        gen_random_uuid(), '${hash}', now() - interval '40 days', now() from ${series}`,
    `insert into acceptances (id, account_id, download_id, confirmation, document, version, sha256, locale, method, accepted_at)
      select gen_random_uuid(), account_id, id, 'terms', 'terms', '2025-08-01', '${hash}', 'en', 'download-form', started_at
      from downloads`,
    `insert into quota_counters (account_id, pool, cycle_start, used, open)
      select 'user_' || number, 'online', date_trunc('month', now()), 1, 0 from ${series}`,
    `insert into usage_requests (account_id, request_id, feature, operation, pool, cycle_start, state, attempts, requested_at,
        settled_at, language)
      select 'user_' || number, gen_random_uuid(), 'text-enhancement', 'enhance', 'online', date_trunc('month', now()), 'counted', 1,
        now(), now(), 'de' from ${series}`,
    `insert into consents (id, session_id, method, statistics, option_version, options_sha256, document, document_version,
        document_sha256, locale, decided_at, recorded_at)
      select gen_random_uuid(), gen_random_uuid(), 'banner', true, '1', '${hash}', 'cookie-policy', '2026-11-22', '${hash}', 'de',
        now(), now() from ${series}`,
  ])
    await owner.query(statement);
}
