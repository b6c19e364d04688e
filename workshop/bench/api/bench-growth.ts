/**
 * `npm run bench -- growth`: what calls and the nightly removal cost an account with a long history, and a database
 * with many accounts, as ratios to an account and a database with little of either, in one run on a PostgreSQL of its
 * own.
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
import { openDatabase } from '../../../server/database/open-database.ts';
import { product } from '../../../server/features.ts';
import { findExpired, removeExpired } from '../../../server/platform/retention/retention.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest } from '../../../tests/factories/api.ts';
import { administer, withDatabase } from '../../../tests/factories/database.ts';
import { startTokenIssuer, type TokenIssuer } from '../../../tests/factories/token-issuer.ts';
import { formatTable, medianOf } from '../measurement.ts';

/** How much more the long history, or the many other accounts, may cost. */
const target = 1.3;

const fewAccounts = 1_000;
const samples = 40;

type Work = () => Promise<unknown>;
type Works = Record<string, Work>;

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
  try {
    const few = await openWorld(postgres.url, issuer, 'few', fewAccounts);
    const many = await openWorld(postgres.url, issuer, 'many', accounts);
    await addDownloads(many.owner, 'user_1', 100);
    await addDownloads(many.owner, 'user_2', downloads);
    for (const { owner } of [few, many]) await owner.query('vacuum analyze');
    await many.owner.query('checkpoint');
    const rows = [['Compared', 'Little', 'Much', 'Ratio', 'Target', '']];
    const compare = async (name: string, one: Works, other: Works) => {
      for (const work of Object.keys(one))
        rows.push(describeRatio(`${work}: ${name}`, ...(await compareInTurn(one[work]!, other[work]!))));
    };
    await compare(`100 and ${downloads} downloads`, await many.callsOf('user_1'), await many.callsOf('user_2'));
    const others = `${fewAccounts} and ${accounts} accounts`;
    await compare(others, await few.callsOf('user_3'), await many.callsOf('user_3'));
    await compare(others, few.upkeep, many.upkeep);
    console.log(`\n${formatTable(rows)}`);
    for (const world of [few, many]) await world.close();
  } finally {
    await issuer.close();
    await postgres.stop();
  }
}

/** A database with accounts, and a server on top of it. */
interface World {
  /** With the owner's rights. */
  owner: pg.Client;
  callsOf(user: string): Promise<Works>;
  upkeep: Works;
  close(): Promise<void>;
}

async function openWorld(serverUrl: string, issuer: TokenIssuer, name: string, accounts: number): Promise<World> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-growth-'));
  await administer(`create database ${name}`, serverUrl);
  const databaseUrl = withDatabase(serverUrl, name);
  const database = await openDatabase({ databaseUrl, dataDir, contents: product.databaseContents });
  const jobs = await database.openJobs({ byItself: false });
  const settings = { ...issuer.environment, DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '10000' };
  const app = await createApp({ config: readConfig(settings), database, jobs, clock: () => new Date() });
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await addAccounts(owner, accounts);
  return {
    owner,
    async callsOf(user) {
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
    },
    upkeep: {
      'retention run --dry-run': () => findExpired(database, product.retentionRules, new Date()),
      'retention run': async () => {
        await endAnAccount(owner);
        const results = await removeExpired(database, product.retentionRules, new Date());
        if (results.every(({ records }) => records === 0)) throw new Error('Nothing was removed.');
      },
    },
    async close() {
      await owner.end();
      await app.close();
      await jobs.stop();
      await database.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function describeRatio(name: string, little: number, much: number): string[] {
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
export async function compareInTurn(one: Work, other: Work): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample++) {
    ones.push(await timeOf(one));
    others.push(await timeOf(other));
  }
  return [medianOf(ones), medianOf(others)];
}

/** Accounts with one download each and everything that was accepted with it. */
async function addAccounts(owner: pg.Client, count: number): Promise<void> {
  await owner.query(
    `insert into accounts (id, full_name, email, country, ip_address, user_agent, created_at, updated_at)
      select 'user_' || number, 'Bench', 'bench@customers.example', 'CH', '192.0.2.1', 'bench', now(), now()
      from generate_series(1, $1::int) number`,
    [count],
  );
  await addRecords(owner, `generate_series(1, ${count}) number`, `'user_' || number`);
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

/** The next account that still has acceptances: they have now expired. */
async function endAnAccount(owner: pg.Client): Promise<void> {
  await owner.query(
    `update accounts set status = 'ended', ended_by = 'holder', ended_at = now() - interval '1 year'
      where id = (select id from accounts where id > 'user_5' and ended_at is null order by id limit 1)`,
  );
}
