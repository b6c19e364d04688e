import Fastify from 'fastify';
import type { Config } from '../config/config.ts';
import type { Service } from '../contract/command.ts';
import type { Database } from '../database/database.ts';
import { product } from '../features.ts';
import { createMark } from '../http/log-marks.ts';
import { logOptions } from '../http/request-log.ts';
import { openServiceClock } from '../platform/clock/clock.ts';

/** What a command needs of the service, in a process of its own. */
export async function openService(config: Config, database: Database): Promise<Service> {
  const clock = await openServiceClock(database);
  const { databaseContents, retentionRules } = product;
  return { isPublic: config.isPublic, config, database, databaseContents, retentionRules, clock, runDueJobs };

  async function runDueJobs(): Promise<string[]> {
    const { log } = Fastify({ logger: logOptions(config.logLevel, createMark(config.linkSecret)) });
    const jobs = await database.openJobs({ byItself: false });
    try {
      const { accountParts, retentionRules, promiseChecks, waitingKinds } = product;
      const dependencies = {
        config,
        database,
        clock: clock.now,
        jobs,
        log,
        accountParts,
        retentionRules,
        promiseChecks,
        waitingKinds,
      };
      await jobs.prepare(product.bindJobs(dependencies), (job, error) =>
        log.error({ err: error, job }, 'a job failed'),
      );
      return await jobs.runDue();
    } finally {
      await jobs.stop();
    }
  }
}
