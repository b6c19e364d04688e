import { fromKysely, type PgBoss } from 'pg-boss';
import type { OpenTransaction } from '../database/schema.ts';

/** Work done later, outside the request that asked for it. */
export interface Jobs {
  /**
   * Makes sure that the queue exists; to be done once at start, before anything is enqueued to it. The delay before the
   * first new attempt doubles with each further one.
   */
  prepareQueue(queue: string, options?: { retryDelaySeconds?: number }): Promise<void>;
  /** The job exists once `trx` is committed, and never when it is rolled back. */
  enqueue(trx: OpenTransaction, queue: string, data: object): Promise<void>;
  /** Runs `handle` for each job of the queue; a job whose handler throws is tried again. */
  work<Data extends object>(queue: string, handle: (data: Data) => Promise<void>): Promise<void>;
  /** Puts an empty job into the queue by a cron expression in UTC, once for all servers; replaces the one of before. */
  schedule(queue: string, cron: string): Promise<void>;
  /** Lets running jobs finish, for 10 s at most. */
  stop(): Promise<void>;
}

const retryLimit = 5;
const standardRetryDelaySeconds = 30;
const pollingIntervalSeconds = 1;
const stopTimeoutMs = 10_000;

/** Is told of failures that nobody waits for, and that pass by themselves or not. */
export type OnBackgroundFault = (error: Error) => void;

/** Starts `boss` and wraps what the features need of it. */
export async function startJobs(boss: PgBoss, onFault: OnBackgroundFault): Promise<Jobs> {
  // Its own queries are tried again by themselves; what a handler throws is kept with the job.
  boss.on('error', onFault);
  await boss.start();
  return {
    async prepareQueue(queue, { retryDelaySeconds = standardRetryDelaySeconds } = {}) {
      await boss.createQueue(queue, { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: true });
    },
    async enqueue(trx, queue, data) {
      const id = await boss.send(queue, data, { db: fromKysely(trx) });
      if (!id) throw new Error(`The queue ${queue} took no job.`);
    },
    async work(queue, handle) {
      await boss.work(queue, { pollingIntervalSeconds }, async (jobs) => {
        for (const job of jobs) await handle(job.data as never);
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron),
    stop: () => boss.stop({ graceful: true, timeout: stopTimeoutMs }),
  };
}
