import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { findOverdue, removeExpired } from '../../platform/retention/retention.ts';
import { liftHold, lockHold, placeHold } from '../holds/holds.ts';
import { backUp, bringUpToDate, restore } from './backups.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'closing-model-'));

let api: TestApi;
let clock: ServiceClock;
beforeAll(async () => {
  writeRelease(folder).publish();
  api = await createTestApi({ RELEASES_DIR: folder });
  clock = await openServiceClock(api.database);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** What somebody does with one account, or what happens to the service. */
const acts = ['close', 'keep', 'hold', 'lift', 'dump', 'restore', 'restart', 'hour', 'days', 'month'] as const;
type Act = (typeof acts)[number];

/** What is known of it without asking the service. */
interface Model {
  user: string;
  closedAt: number | undefined;
  holdId: string | undefined;
  isErased: boolean;
  dump: { file: string; madeAt: number; wasClosed: boolean } | undefined;
}

const ask = async (method: 'DELETE' | 'POST', url: string, user: string) =>
  (await api.app.inject({ method, url, headers: { authorization: `Bearer ${await api.issuer.tokenFor(user)}` } }))
    .statusCode;

async function moveBy(ms: number): Promise<void> {
  await clock.moveTo(new Date(clock.now().getTime() + ms));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}

const isOver = (model: Model) => model.closedAt !== undefined && clock.now().getTime() >= model.closedAt + 30 * dayMs;

/** Does it, and checks what is answered. */
async function act(model: Model, what: Act): Promise<void> {
  const { user } = model;
  api.time.now = clock.now();
  const now = clock.now();
  if (what === 'close') {
    expect(await ask('DELETE', apiPaths.account, user)).toBe(200);
    model.closedAt ??= now.getTime();
  } else if (what === 'keep') {
    const isLate = isOver(model) || model.isErased;
    expect(await ask('POST', apiPaths.accountKept, user)).toBe(isLate ? 403 : 200);
    if (!isLate) model.closedAt = undefined;
  } else if (what === 'hold' && !model.holdId) {
    const given = { accountId: user, kind: 'account', reason: 'A dispute', at: now } as const;
    model.holdId = (await api.database.kysely.transaction().execute((trx) => placeHold(trx, given)))?.id;
  } else if (what === 'lift' && model.holdId) {
    await api.database.kysely.transaction().execute(async (trx) => {
      const hold = await lockHold(trx, model.holdId!);
      await liftHold(trx, hold!, product.accountParts, now);
    });
    model.holdId = undefined;
    await removeExpired(api.database, product.retentionRules, now, { onlyFound: true });
    // What is left of it waits for the login provider.
    expect(await api.runDueJobs()).toEqual([]);
  } else if (what === 'dump') {
    const { dataDir, version } = api.config;
    const { file } = await backUp(api.database, { dataDir, version, recipient: undefined, now });
    const kept = path.join(folder, `${user}.dump.gz`);
    copyFileSync(file, kept);
    const isStub = model.closedAt !== undefined && !model.holdId;
    model.dump = { file: kept, madeAt: now.getTime(), wasClosed: isStub };
  } else if (what === 'restore') await restoreElsewhere(model);
  else if (what === 'restart')
    expect(await bringUpToDate(api.database, { dataDir: api.config.dataDir, now }, product.retentionRules)).toBe(0);
  else if (what === 'hour') await moveBy(60 * minuteMs);
  else if (what === 'days') await moveBy(13 * dayMs);
  else if (what === 'month') await moveBy(31 * dayMs);
  if (isOver(model) && !model.holdId && ['hour', 'days', 'month', 'lift'].includes(what)) model.isErased = true;
}

async function findStored(database: TestApi['database'], user: string) {
  const account = await database.kysely.selectFrom('accounts').where('id', '=', user).selectAll().executeTakeFirst();
  const downloads = await database.kysely.selectFrom('downloads').where('account_id', '=', user).select('id').execute();
  return { account, downloads: downloads.length };
}

/** On another machine, with the newest dump and the file of ends. */
async function restoreElsewhere(model: Model): Promise<void> {
  if (!model.dump) return;
  const elsewhere = await openTestDatabase();
  try {
    const now = clock.now();
    const other = await openServiceClock(elsewhere.database);
    if (now > other.now()) await other.moveTo(now);
    // Made up to date as the job does every minute.
    await bringUpToDate(api.database, { dataDir: api.config.dataDir, now }, product.retentionRules);
    const ends = path.join(api.config.dataDir, 'account-ends.ndjson');
    if (existsSync(ends)) copyFileSync(ends, path.join(elsewhere.place.dataDir, 'account-ends.ndjson'));
    const where = { file: model.dump.file, identity: undefined, dataDir: elsewhere.place.dataDir, now };
    await restore(elsewhere.database, where, product.retentionRules);
    const { account, downloads } = await findStored(elsewhere.database, model.user);
    const isGone = model.isErased || model.dump.wasClosed;
    // A hold that was placed after the dump is not in it.
    if (isGone) expect([account?.email ?? null, downloads]).toEqual([null, 0]);
    else if (model.closedAt === undefined) expect([account?.status, downloads]).toEqual(['active', 1]);
    else if (!isOver(model)) expect([account?.status, downloads, account?.email !== null]).toEqual(['ended', 1, true]);
    // Kept since the dump that left its data out: the account itself goes on.
    if (!model.isErased && model.closedAt === undefined) expect(account?.status).toBe('active');
    expect(await findOverdue(elsewhere.database, now)).toEqual([]);
  } finally {
    await elsewhere.remove();
  }
}

async function check(model: Model): Promise<void> {
  const { account, downloads } = await findStored(api.database, model.user);
  // What is left goes after three months, with the acceptances.
  if (model.isErased) expect([account?.email ?? null, downloads]).toEqual([null, 0]);
  else {
    expect(account?.status).toBe(model.closedAt === undefined ? 'active' : 'ended');
    expect([account?.email, downloads]).toEqual(['asa@customers.example', 1]);
  }
  expect(await findOverdue(api.database, clock.now())).toEqual([]);
}

/** More of them by hand: CLOSING_MODEL_RUNS=60 CLOSING_MODEL_SEED=1 npm test -- closing-model. */
const runs = Number(process.env.CLOSING_MODEL_RUNS ?? 8);
const seed = process.env.CLOSING_MODEL_SEED === undefined ? {} : { seed: Number(process.env.CLOSING_MODEL_SEED) };
let next = 0;

it('whatever happens in whatever order, nobody is lost before the time, and nobody is back after it', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 6, maxLength: 14 }), async (sequence) => {
      next += 1;
      const user = `user_model_${next}`;
      api.time.now = clock.now();
      await api.download(user, aDownloadRequest({ documents: documentsInForce(clock.now()) }));
      const model: Model = {
        user,
        closedAt: undefined,
        holdId: undefined,
        isErased: false,
        dump: undefined,
      };
      for (const each of sequence) {
        // Nothing more is promised of somebody who is gone.
        if (model.isErased && each !== 'restore' && each !== 'restart') break;
        await act(model, each);
        await check(model);
      }
      if (model.holdId) await act(model, 'lift');
    }),
    { numRuns: runs, endOnFailure: true, ...seed },
  );
});
