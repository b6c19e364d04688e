import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { OpenTransaction } from '../database/schema.ts';
import type { Jobs, QueuedJob } from '../jobs/jobs.ts';

/**
 * One change, all or nothing, at one moment. Rules are given it in place of the database and the clock, so that none can ask outside the
 * transaction, which waits for ever on the embedded database, or be of two days at midnight.
 */
export interface Act {
  trx: OpenTransaction;
  /** Read once, when it began. */
  now: Date;
  config: Config;
  /** The job exists once the act is committed. */
  enqueue<Data extends object>(
    job: Pick<QueuedJob<never, Data>, 'name' | 'schedule' | 'handle'>,
    data: Data,
  ): Promise<void>;
}

/** What an act is made of. */
export interface ActDependencies {
  config: Config;
  database: Database;
  clock: () => Date;
  /** Without, as in an operator's command: a job with a schedule comes by itself, and no other can be asked for. */
  jobs?: Jobs;
}

/** Opens a transaction and reads the clock. */
export function act<Result>(deps: ActDependencies, work: (act: Act) => Promise<Result>): Promise<Result> {
  const now = deps.clock();
  return deps.database.kysely.transaction().execute((trx) => work(actIn(trx, { ...deps, clock: () => now })));
}

/** The act of a transaction that is open already. */
export const actIn = (trx: OpenTransaction, { config, clock, jobs }: Omit<ActDependencies, 'database'>): Act => ({
  trx,
  now: clock(),
  config,
  async enqueue(job, data) {
    if (jobs) await jobs.enqueue(trx, job, data);
    else if (!job.schedule) throw new Error(`Nothing would ever run ${job.name}.`);
  },
});
