import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type RetentionRule, removeExpired } from './retention.ts';

const queue = 'retention';

/** Every night, when few are up (cron, UTC). */
const everyNight = '17 3 * * *';

/** Removes what has expired once a day, on whichever server the job reaches. */
export async function removeExpiredDaily(
  jobs: Jobs,
  database: Database,
  rules: readonly RetentionRule[],
  clock: () => Date = () => new Date(),
): Promise<void> {
  await jobs.prepareQueue(queue);
  await jobs.work(queue, async () => {
    await database.kysely.transaction().execute((trx) => removeExpired(trx, rules, clock()));
  });
  await jobs.schedule(queue, everyNight);
}
