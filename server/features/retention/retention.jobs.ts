import type { Job } from '../feature.ts';
import { removeExpired } from './retention.ts';

/** Removes expired records once an hour, which is how early they go, on whichever server the job reaches. */
export const retentionJob: Job = {
  name: 'retention',
  schedule: '17 * * * *',
  async handle({ database, retentionRules, clock, log }) {
    const results = await removeExpired(database, retentionRules, clock());
    const failed = results.filter(({ error }) => error !== undefined);
    for (const { rule, error } of failed) log.error({ err: error, rule }, 'a rule of retention failed');
    // Retried together with all the others, which by then find little to do.
    if (failed.length) throw new Error(`Rules of retention failed: ${failed.map(({ rule }) => rule).join(', ')}.`);
  },
};
