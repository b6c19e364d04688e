import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/factories/database.ts';
import type { Database } from '../database/database.ts';
import { type JobRunner, openJobs, type QueuedJob } from './jobs.ts';

let database: Database;
let jobs: JobRunner;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  jobs = await database.openJobs({ byItself: false });
  const all = [letters, retried, slow, early, late];
  await jobs.prepare(
    all.map((job) => ({ ...job, run: (data) => job.handle(undefined, data as never) })),
    (name, error) => void failures.push([name, error]),
  );
});
afterAll(async () => {
  await jobs.stop();
  await remove();
});

const failures: [string, unknown][] = [];
const ran: number[] = [];
const letters: QueuedJob<undefined, { number: number }> = {
  name: 'letters',
  async handle(_, { number }) {
    ran.push(number);
  },
};

const fault = new Error('the first attempt fails');
const done = Promise.withResolvers<void>();
let attempts = 0;
const retried: QueuedJob<undefined, object> = {
  name: 'retried',
  retryDelaySeconds: 1,
  async handle() {
    attempts += 1;
    if (attempts === 1) throw fault;
    done.resolve();
  },
};

const slowStarted = Promise.withResolvers<void>();
const slowMayEnd = Promise.withResolvers<void>();
const slow: QueuedJob<undefined, object> = {
  name: 'slow',
  async handle() {
    slowStarted.resolve();
    await slowMayEnd.promise;
    await enqueue(letters, { number: 5 });
  },
};

const order: string[] = [];
const earlyTakes = { ms: 0 };
const yearly = '0 0 1 1 *';
const early: QueuedJob<undefined, object> & { schedule: string } = {
  name: 'early',
  schedule: yearly,
  async handle() {
    await wait(earlyTakes.ms);
    order.push('early');
  },
};
const late: typeof early = {
  name: 'late',
  schedule: yearly,
  async handle() {
    order.push('late');
  },
};

const enqueue = <Data extends object>(job: QueuedJob<undefined, Data>, data: Data) =>
  database.kysely.transaction().execute((trx) => jobs.enqueue(trx, job, data));

it('runs a job after its transaction, and never without it', async () => {
  const rollback = new Error('rolled back');
  await expect(
    database.kysely.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, letters, { number: 1 });
      throw rollback;
    }),
  ).rejects.toBe(rollback);
  for (const number of [2, 3]) await enqueue(letters, { number });
  expect(ran).toEqual([]);
  await jobs.runDue();
  expect(ran.toSorted()).toEqual([2, 3]);
});

it('asks for all queues together, runs what is due, and tells and tries again what failed', async () => {
  await enqueue(slow, {});
  await enqueue(retried, {});
  let prepared = 0;
  jobs.start(async () => {
    prepared += 1;
  });
  await slowStarted.promise;
  await done.promise;
  expect(attempts).toBe(2);
  expect(failures).toEqual([['retried', fault]]);
  expect(prepared, 'slow once, retried twice').toBe(3);
  // A busy queue does not hold up the others.
  await enqueue(letters, { number: 4 });
  await expect.poll(() => ran, { timeout: 10_000 }).toContain(4);
  setTimeout(slowMayEnd.resolve, 300);
  await jobs.runDue();
  expect(ran, 'what the busy one has left behind').toContain(5);
});

it('runs everything due in its order, also in a server that asks for it by itself', async () => {
  order.length = 0;
  earlyTakes.ms = 2_500;
  await jobs.runDue();
  expect(order).toEqual(['early', 'late']);
});

it('ends the schedule of a job that is no more', async () => {
  const fewer = await database.openJobs({ byItself: false });
  const schedules = () =>
    database.asOwner((owner) => sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(owner));
  expect((await schedules()).rows).toEqual([{ name: 'early' }, { name: 'late' }]);
  await fewer.prepare([{ ...late, run: async () => {} }], () => {});
  await fewer.stop();
  expect((await schedules()).rows).toEqual([{ name: 'late' }]);
});

it('tells of failures that nobody waits for', async () => {
  const told: Error[] = [];
  const boss = new PgBoss({ db: { executeSql: async () => ({ rows: [] }) }, supervise: false, schedule: false });
  await openJobs(Object.assign(boss, { start: async () => boss }), 'pgboss', (error) => told.push(error));
  const lost = new Error('the connection is gone');
  boss.emit('error', lost);
  expect(told).toEqual([lost]);
});
