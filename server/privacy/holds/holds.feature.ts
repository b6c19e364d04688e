import path from 'node:path';
import { act } from '../../contract/act.ts';
import type { Feature, Job } from '../../contract/feature.ts';
import { mailOperator } from '../privacy-requests/privacy-requests.ts';
import { holdLift, holdList, holdPlace, holdReview } from './holds.operator.ts';
import { holdsTables } from './holds.tables.ts';
import { changeHold, findHolds, holdRetention, holdsToReview, lockHold } from './holds.ts';

/** A hold that nobody looks at is a way to keep everything for ever. */
const reviewJob: Job = {
  name: 'hold-reviews',
  schedule: '* * * * *',
  async handle(deps) {
    const { database, clock, log } = deps;
    const now = clock();
    for (const { id } of (await findHolds(database.kysely)).filter(({ review_at }) => review_at <= now))
      await act({ ...deps, clock: () => now }, async (act) => {
        const { trx } = act;
        const hold = await lockHold(trx, id);
        if (!hold || hold.lifted_at || hold.review_at > now || hold.reminded_at) return;
        await changeHold(trx, id, { reminded_at: now });
        log.error({ records: 1 }, 'a legal hold was not looked at for months');
        const notice = {
          kind: 'hold-review',
          dedupeKey: `hold-review ${id} ${now.toISOString()}`,
          subject: 'A legal hold is to be reviewed',
          paragraphs: [`${hold.kind}: ${hold.reason}.`, `hold review ${id} keeps it; hold lift ${id} ends it.`],
        };
        await mailOperator(act, notice);
      });
  },
};

/** What is kept beyond its time for a dispute, by account and kind (Privacy Policy 8). */
export const holdsFeature: Feature = {
  jobs: [reviewJob],
  tables: holdsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: [holdRetention],
  waiting: [holdsToReview],
  commands: [holdPlace, holdLift, holdReview, holdList],
};
