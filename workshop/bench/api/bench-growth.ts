/**
 * `npm run bench -- growth`: what calls and the nightly removal cost an account with a long past, and a database with many
 * accounts, as ratios to an account and a database with little of both, in one run on a PostgreSQL of its own.
 * Options: --downloads 10000  --accounts 100000
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { ExplainedError } from '../../../scripts/commands/step.mjs';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { type Database, openDatabase } from '../../../server/database/database.ts';
import { product } from '../../../server/features/index.ts';
import { findExpired, removeExpired } from '../../../server/features/retention/retention.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest } from '../../../tests/factories/api.ts';
import { startTokenIssuer } from '../../../tests/factories/token-issuer.ts';
import { formatTable, medianOf } from '../measurement.ts';

/** How much more the long past, or the many others, may cost. */
const target = 1.3;

const fewAccounts = 1_000;
/** Of them, whose acceptances are to be removed; as many with few accounts as with many. */
const endedAccounts = 100;
const samples = 40;

type Work = () => Promise<unknown>;

export async function benchGrowth(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { downloads: { type: 'string', default: '10000' }, accounts: { type: 'string', default: '100000' } },
  });
  const [downloads, accounts] = [Number(values.downloads), Number(values.accounts)];
  if (!(downloads >= 1 && accounts > fewAccounts))
    throw new ExplainedError(`Give --downloads a number, and --accounts one above ${fewAccounts}.`);
  const postgres = await startTemporaryPostgres();
  const issuer = await startTokenIssuer();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-growth-'));
  const owner = new pg.Client({ connectionString: postgres.url });
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir, contents: product.databaseContents });
  const jobs = await database.openJobs({ byItself: false });
  const config = readConfig({
    ...issuer.environment,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
  });
  const app = await createApp({ config, database, jobs });
  try {
    await owner.connect();
    const callsOf = async (user: string): Promise<Record<string, Work>> => {
      const headers = { authorization: `Bearer ${await issuer.tokenFor(user)}` };
      const call = async (options: object) => {
        const answer = await app.inject({ headers, ...options });
        if (answer.statusCode >= 300) throw new Error(answer.body);
      };
      return {
        'GET account': () => call({ url: apiPaths.account }),
        'GET downloads': () => call({ url: apiPaths.downloads }),
        'POST downloads': () => call({ url: apiPaths.downloads, method: 'POST', payload: aDownloadRequest() }),
      };
    };

    await addAccounts(owner, 1, fewAccounts);
    await addDownloads(owner, 'user_1', 100);
    await addDownloads(owner, 'user_2', downloads);
    await owner.query('analyze');
    const [short, long] = [await callsOf('user_1'), await callsOf('user_2')];
    const rows = [['Compared', 'Little', 'Much', 'Ratio', 'Target', '']];
    for (const name of Object.keys(short))
      rows.push(row(`${name}: 100 and ${downloads} downloads`, ...(await inTurn(short[name]!, long[name]!))));

    const few = await measureWithOthers(owner, database, await callsOf('user_3'));
    await addAccounts(owner, fewAccounts + 1, accounts);
    await owner.query('analyze');
    const many = await measureWithOthers(owner, database, await callsOf('user_4'));
    for (const name of Object.keys(few))
      rows.push(row(`${name}: ${fewAccounts} and ${accounts} accounts`, few[name]!, many[name]!));
    console.log(`\n${formatTable(rows)}`);
  } finally {
    await owner.end();
    await app.close();
    await jobs.stop();
    await database.close();
    await issuer.close();
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

function row(name: string, little: number, much: number): string[] {
  const ratio = much / little;
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`;
  return [name, inMs(little), inMs(much), `×${ratio.toFixed(2)}`, `≤ ×${target}`, ratio <= target ? 'met' : 'missed'];
}

async function timeOf(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The medians of both, measured alternately. */
async function inTurn(one: Work, other: Work): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample++) {
    ones.push(await timeOf(one));
    others.push(await timeOf(other));
  }
  return [medianOf(ones), medianOf(others)];
}

/** What calls and the removal take with the accounts that there are now. */
async function measureWithOthers(
  owner: pg.Client,
  database: Database,
  calls: Record<string, Work>,
): Promise<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (const [name, work] of Object.entries(calls)) {
    const times: number[] = [];
    for (let sample = 0; sample < samples; sample++) times.push(await timeOf(work));
    taken[name] = medianOf(times);
  }
  await endAccounts(owner);
  const rules = product.retentionRules;
  const now = new Date();
  const counts: number[] = [];
  for (let sample = 0; sample < 5; sample++) counts.push(await timeOf(() => findExpired(database, rules, now)));
  taken['retention run --dry-run'] = medianOf(counts);
  let removed = 0;
  taken['retention run'] = await timeOf(async () => {
    for (const { records } of await removeExpired(database, rules, now)) removed += records;
  });
  if (removed < endedAccounts) throw new Error(`Only ${removed} records were removed.`);
  return taken;
}

/** Accounts with one download each and everything that was accepted with it. */
async function addAccounts(owner: pg.Client, from: number, to: number): Promise<void> {
  await owner.query(
    `insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
      select 'user_' || number, 'Bench', 'bench@customers.example', 'CH', '192.0.2.1', 'bench', now(), now()
      from generate_series($1::int, $2::int) number`,
    [from, to],
  );
  await addRecords(owner, `generate_series(${from}, ${to}) number`, `'user_' || number`);
}

async function addDownloads(owner: pg.Client, user: string, count: number): Promise<void> {
  await addRecords(owner, `generate_series(1, ${count}) number`, `'${user}'`);
}

async function addRecords(owner: pg.Client, series: string, account: string): Promise<void> {
  const hash = 'ab'.repeat(32);
  const documents = documentsInForce(new Date());
  await owner.query(
    `with added as (
      insert into downloads (id, account_id, platform, version, file_name, size_bytes, sha256, country, locale,
        idempotency_key, request_sha256, started_at, expires_at)
      select gen_random_uuid(), ${account}, 'windows', '1.0.0', 'writing-ant-1.0.0-windows.exe', 28000000000, '${hash}',
        'CH', 'en', '${randomUUID()}' || number, '${hash}', now() - interval '40 days' - number * interval '1 minute', now()
      from ${series}
      returning id, account_id, started_at)
    insert into acceptances (id, account_id, download_id, confirmation, document, sentence, version, sha256, locale, method,
      accepted_at)
    select gen_random_uuid(), added.account_id, added.id, 'terms', document,
      case when document is null then 'A sentence' end, version, '${hash}', 'en', 'download-form', added.started_at
    from added, unnest($1::text[], $2::text[]) as accepted (document, version)`,
    [
      [...documents.map(({ document }) => document), null, null, null, null],
      [...documents.map(({ version }) => version), '1', '1', '1', '1'],
    ],
  );
}

/** Accounts with acceptances whose time is over. */
async function endAccounts(owner: pg.Client): Promise<void> {
  await owner.query(
    `update accounts set status = 'ended', ended_by = 'holder', ended_at = now() - interval '1 year'
      where id in (select account_id from downloads where account_id > 'user_5' group by account_id
        having exists (select from acceptances where acceptances.account_id = downloads.account_id) limit $1)`,
    [endedAccounts],
  );
}
