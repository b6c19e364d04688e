import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import { type RetentionResult, removeExpired } from './retention.ts';
import { verifyPromises } from './verify.ts';

/** Removes expired records once an hour, which is how early they go, on whichever server the job reaches. */
export const retentionJob: Job = {
  name: 'retention',
  schedule: '17 * * * *',
  async handle(deps) {
    tellFaults(deps, await removeExpired(deps.database, deps.retentionRules, deps.clock()));
  },
};

/** And every minute those that must not go early. */
export const exactRetentionJob: Job = {
  name: 'exact-retention',
  schedule: '* * * * *',
  async handle(deps) {
    const rules = deps.retentionRules.filter(({ isExact }) => isExact);
    tellFaults(deps, await removeExpired(deps.database, rules, deps.clock(), { onlyFound: true }));
  },
};

/** Every night, whether they have done what was promised. */
export const retentionVerifyJob: Job = {
  name: 'retention-verify',
  schedule: '47 3 * * *',
  async handle({ log, clock, promiseChecks, ...deps }) {
    const overdue = await verifyPromises(deps, clock(), promiseChecks);
    for (const { rule, table, records } of overdue)
      log.error({ rule, table, records }, 'records are kept longer than promised');
    if (overdue.length) throw new Error(`Kept longer than promised: ${overdue.map(({ table }) => table).join(', ')}.`);
  },
};

/** Throws when a rule failed: all are then tried again together, and the others find little to do. */
function tellFaults({ log }: FeatureDependencies, results: RetentionResult[]): void {
  const failed = results.filter(({ error }) => error !== undefined);
  for (const { rule, error } of failed) log.error({ err: error, rule }, 'a rule of retention failed');
  if (failed.length) throw new Error(`Rules of retention failed: ${failed.map(({ rule }) => rule).join(', ')}.`);
}
