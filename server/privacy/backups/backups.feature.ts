import type { Feature, Job } from '../../contract/feature.ts';
import { backupKey } from './backup-key.ts';
import { backupStatus, backupWatchJob } from './backup-watch.ts';
import { backupProve, backupRestore, backupRun } from './backups.operator.ts';
import { dumpCheck, removeExpiredDumps } from './backups.ts';

/** Dumps go in time also where nobody makes new ones any more. */
const dumpRetentionJob: Job = {
  name: 'dump-retention',
  schedule: '27 * * * *',
  async handle({ config, clock }) {
    await removeExpiredDumps(config.dataDir, clock());
  },
};

/** Copies of the database that bring nobody back. */
export const backupsFeature: Feature = {
  jobs: [dumpRetentionJob, backupWatchJob],
  promiseChecks: [dumpCheck],
  commands: [backupRun, backupProve, backupRestore, backupStatus, backupKey],
};
