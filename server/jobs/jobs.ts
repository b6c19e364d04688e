import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { OpenTransaction } from '../database/schema.ts';

/** Work done later, outside the request that asked for it. `Context` is what its handler is given. */
export interface QueuedJob<Context, Data extends object = never> {
  /** Of its queue; also as the log has it. */
  name: string;
  /** When to run without being asked, once for all servers: a cron expression in UTC. */
  schedule?: string;
  /** Before the first new attempt, in seconds; doubles with each further one. */
  retryDelaySeconds?: number;
  /** A handler that throws is logged and tried again. */
  handle(context: Context, data: Data): Promise<void>;
}

/** A job whose handler has what it needs. */
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
   * Makes the queues and schedules; to be done once, before anything is enqueued. `onFailure` is told of each attempt
   * that failed.
   */
  prepare(jobs: readonly BoundJob[], onFailure: (name: string, error: unknown) => void): Promise<void>;
  /** From now on runs what is due: asks for all queues together, once a second. */
  start(): void;
  /** Runs each scheduled job once, and then what is due until nothing is. For tests, which wait for no clock. */
  runDue(): Promise<void>;
  /** Lets running jobs finish, for 10 s at most. */
  stop(): Promise<void>;
}

const retryLimit = 5;
const standardRetryDelaySeconds = 30;
const pollingMs = 1_000;
const batchSize = 10;
const stopTimeoutMs = 10_000;

/** Is told of failures that nobody waits for, and that pass by themselves or not. */
export type OnBackgroundFault = (error: Error) => void;

/** Starts `boss` and wraps what the features need of it. `schema` is where it keeps its tables. */
export async function openJobs(boss: PgBoss, schema: string, onFault: OnBackgroundFault): Promise<JobRunner> {
  // Its own queries are tried again by themselves; what a handler throws is kept with the job.
  boss.on('error', onFault);
  await boss.start();
  const jobs = new Map<string, BoundJob>();
  const running = new Map<string, Promise<void>>();
  let onFailure: (name: string, error: unknown) => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function findDue(): Promise<string[]> {
    const { rows } = await boss.getDb().executeSql(
      `select queue.name from unnest($1::text[]) as queue (name) where exists (
        select 1 from ${schema}.job where job.name = queue.name and job.state < 'active' and not job.blocked
          and job.start_after <= ${schema}.job_now())`,
      [[...jobs.keys()]],
    );
    return rows.map(({ name }) => name);
  }

  async function runQueue(name: string): Promise<void> {
    const { run } = jobs.get(name)!;
    for (const job of await boss.fetch<object>(name, { batchSize })) {
      try {
        await run(job.data ?? {});
        await boss.complete(name, job.id);
      } catch (error) {
        onFailure(name, error);
        await boss.fail(name, job.id, { message: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  /** A queue that is still at work is left alone; the others do not wait for it. */
  async function startDue(): Promise<void> {
    for (const name of await findDue()) {
      if (running.has(name)) continue;
      const run = runQueue(name)
        .catch(onFault)
        .finally(() => running.delete(name));
      running.set(name, run);
    }
  }

  async function poll(): Promise<void> {
    await startDue().catch(onFault);
    if (!isStopping) timer = setTimeout(poll, pollingMs);
  }

  return {
    async prepare(given, onJobFailure) {
      onFailure = onJobFailure;
      for (const job of given) {
        const { name, schedule, retryDelaySeconds = standardRetryDelaySeconds } = job;
        jobs.set(name, job);
        await boss.createQueue(name, { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: true });
        // The first look at a queue asks the database itself, which inside a transaction would never be answered.
        await boss.findJobs(name, { id: randomUUID() });
        if (schedule) await boss.schedule(name, schedule);
      }
    },
    async enqueue(trx, { name }, data) {
      const id = await boss.send(name, data, { db: fromKysely(trx) });
      if (!id) throw new Error(`The queue ${name} took no job.`);
    },
    start() {
      timer = setTimeout(poll, 0);
    },
    async runDue() {
      for (const { name, schedule } of jobs.values()) if (schedule) await boss.send(name, {});
      for (let due = await findDue(); due.length; due = await findDue()) for (const name of due) await runQueue(name);
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
