import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { OpenTransaction } from '../database/schema.ts';

/** Work done later, outside the request that asked for it. `Context` is what its handler is given. */
export interface QueuedJob<Context, Data extends object = never> {
  /** The name of its queue, also in the log. */
  name: string;
  /** When to run on a schedule, once for all servers: a cron expression in UTC. */
  schedule?: string;
  /** Seconds before the first retry; doubles with each further one. */
  retryDelaySeconds?: number;
  /** A handler that throws is logged and retried. */
  handle(context: Context, data: Data): Promise<void>;
}

/** A job whose handler already has its context. */
export type BoundJob = Omit<QueuedJob<never>, 'handle'> & { run(data: object): Promise<void> };

export interface Jobs {
  /** The job exists once `trx` is committed, and never when it is rolled back. */
  enqueue<Data extends object>(
    trx: OpenTransaction,
    job: Pick<QueuedJob<never, Data>, 'name' | 'handle'>,
    data: Data,
  ): Promise<void>;
}

/** Jobs together with what runs them. */
export interface JobRunner extends Jobs {
  /**
   * Creates the queues and schedules, and ends those of jobs that are no more; to be called once, before anything is enqueued. `onFailure` receives each failed
   * attempt.
   */
  prepare(jobs: readonly BoundJob[], onFailure: (name: string, error: unknown) => void): Promise<void>;
  /**
   * Starts running whatever is due: asks for all queues together, once a second. `beforeEach` is awaited once a job is taken:
   * whoever made it may have set the clock that its handler goes by.
   */
  start(beforeEach?: () => Promise<void>): void;
  /**
   * Runs each scheduled job once, and then whatever is due until nothing is left, for those who do not wait for the clock.
   * What another worker is at is waited for, 10 s at most: it may leave further jobs behind. Returns the names of jobs that
   * failed here. With `onlyEnqueued`, no scheduled job is run but for what it was enqueued for.
   */
  runDue(given?: { onlyEnqueued?: boolean }): Promise<string[]>;
  /** Lets running jobs finish, for 10 s at most. */
  stop(): Promise<void>;
}

const retryLimit = 5;
const standardRetryDelaySeconds = 30;
const pollingMs = 1_000;
const batchSize = 10;
const stopTimeoutMs = 10_000;
/** A job whose process has died stays active for longer. */
const othersMs = 10_000;

/** Receives failures that nobody waits for, whether or not they pass by themselves. */
export type OnBackgroundFault = (error: Error) => void;

/** Starts `boss` and wraps what the features need of it. `schema` is where it keeps its tables. */
export async function openJobs(boss: PgBoss, schema: string, onFault: OnBackgroundFault): Promise<JobRunner> {
  // Its own queries are retried by themselves; what a handler throws is stored with the job.
  boss.on('error', onFault);
  await boss.start();
  const jobs = new Map<string, BoundJob>();
  const running = new Map<string, Promise<void>>();
  let onFailure: (name: string, error: unknown) => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  /** Everything due is being run in its order: what the poll took meanwhile would run beside it, before its turn. */
  let isRunningDue = false;
  let prepareRun = async () => {};

  /** In the order in which the features name them: what asks whether others did their work comes after them. */
  async function findDue(): Promise<string[]> {
    const { rows } = await boss.getDb().executeSql(
      `select queue.name from unnest($1::text[]) with ordinality as queue (name, place) where exists (
        select 1 from ${schema}.job where job.name = queue.name and job.state < 'active' and not job.blocked
          and job.start_after <= ${schema}.job_now()) order by place`,
      [[...jobs.keys()]],
    );
    return rows.map(({ name }) => name);
  }

  async function isOneActive(): Promise<boolean> {
    const { rows } = await boss
      .getDb()
      .executeSql(`select from ${schema}.job where name = any($1) and state = 'active' limit 1`, [[...jobs.keys()]]);
    return rows.length > 0;
  }

  /** False when one of its jobs failed. */
  async function runQueue(name: string): Promise<boolean> {
    const { run } = jobs.get(name)!;
    let isWell = true;
    for (const job of await boss.fetch<object>(name, { batchSize })) {
      try {
        await prepareRun();
        await run(job.data ?? {});
        await boss.complete(name, job.id);
      } catch (error) {
        isWell = false;
        onFailure(name, error);
        await boss.fail(name, job.id, { message: error instanceof Error ? error.message : String(error) });
      }
    }
    return isWell;
  }

  /** Out of its turn and not by way of its queue: the next time comes with its schedule. False when it failed. */
  async function runScheduled(name: string): Promise<boolean> {
    try {
      await prepareRun();
      await jobs.get(name)!.run({});
      return true;
    } catch (error) {
      onFailure(name, error);
      return false;
    }
  }

  /** A queue that is still busy is left alone; the others do not wait for it. */
  async function startDue(): Promise<void> {
    for (const name of await findDue()) {
      if (running.has(name)) continue;
      const run = runQueue(name)
        .then(() => {}, onFault)
        .finally(() => running.delete(name));
      running.set(name, run);
    }
  }

  async function poll(): Promise<void> {
    if (!isRunningDue) await startDue().catch(onFault);
    if (!isStopping) timer = setTimeout(poll, pollingMs);
  }

  return {
    async prepare(given, onJobFailure) {
      onFailure = onJobFailure;
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      const scheduled = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
      for (const job of given) {
        const { name, schedule, retryDelaySeconds = standardRetryDelaySeconds } = job;
        jobs.set(name, job);
        if (!known.has(name)) {
          await boss.createQueue(name, { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: true });
          // Queues that were there are known since the start. The first look at a new one queries the database directly,
          // which would never be answered inside a transaction.
          await boss.findJobs(name, { id: randomUUID() });
        }
        if (schedule && scheduled.get(name) !== schedule) await boss.schedule(name, schedule);
      }
      // Of jobs that a former version had: nobody would take what they are due for.
      for (const name of scheduled.keys()) if (!jobs.has(name)) await boss.unschedule(name);
    },
    async enqueue(trx, { name }, data) {
      const id = await boss.send(name, data, { db: fromKysely(trx) });
      if (!id) throw new Error(`The queue ${name} took no job.`);
    },
    start(beforeEach = prepareRun) {
      prepareRun = beforeEach;
      timer = setTimeout(poll, 0);
    },
    async runDue({ onlyEnqueued = false } = {}) {
      const failed = new Set<string>();
      const patientUntil = performance.now() + othersMs;
      isRunningDue = true;
      try {
        const dueAtFirst = new Set(await findDue());
        for (const { name, schedule } of jobs.values()) {
          if (schedule && !onlyEnqueued && !(await runScheduled(name))) failed.add(name);
          if (dueAtFirst.has(name) && !(await runQueue(name))) failed.add(name);
        }
        for (;;) {
          const due = await findDue();
          for (const name of due) if (!(await runQueue(name))) failed.add(name);
          if (due.length) continue;
          if (performance.now() > patientUntil || !(await isOneActive())) return [...failed];
          await wait(50);
        }
      } finally {
        isRunningDue = false;
      }
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, stopTimeoutMs);
      await Promise.race([Promise.all(running.values()), late]);
      clearTimeout(limit);
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
    },
  };
}
