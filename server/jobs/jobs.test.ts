import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/factories/database.ts';
import type { Database } from '../database/database.ts';
import { type Jobs, startJobs } from './jobs.ts';

let database: Database;
let jobs: Jobs;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  jobs = await database.startJobs();
}, 60_000);
afterAll(async () => {
  await jobs.stop();
  await remove();
});

it('runs a job after its transaction, and never without it', async () => {
  await jobs.prepareQueue('letters');
  const ran: number[] = [];
  const both = Promise.withResolvers<void>();
  await jobs.work<{ number: number }>('letters', async ({ number }) => {
    ran.push(number);
    if (ran.length === 2) both.resolve();
  });
  const fault = new Error('rolled back');
  await expect(
    database.kysely.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, 'letters', { number: 1 });
      throw fault;
    }),
  ).rejects.toBe(fault);
  for (const number of [2, 3])
    await database.kysely.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, 'letters', { number });
      expect(ran).not.toContain(number);
    });
  await both.promise;
  expect(ran.toSorted()).toEqual([2, 3]);
}, 30_000);

it('tells of failures that nobody waits for', async () => {
  const told: Error[] = [];
  const boss = new PgBoss({ db: { executeSql: async () => ({ rows: [] }) }, supervise: false, schedule: false });
  await startJobs(Object.assign(boss, { start: async () => boss }), (error) => told.push(error));
  const fault = new Error('the connection is gone');
  boss.emit('error', fault);
  expect(told).toEqual([fault]);
});

it('tries a job again whose handler failed', async () => {
  await jobs.prepareQueue('retried', { retryDelaySeconds: 1 });
  let attempts = 0;
  const done = Promise.withResolvers<void>();
  await jobs.work('retried', async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('the first attempt fails');
    done.resolve();
  });
  await database.kysely.transaction().execute((trx) => jobs.enqueue(trx, 'retried', {}));
  await done.promise;
  expect(attempts).toBe(2);
}, 30_000);
