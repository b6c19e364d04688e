import path from 'node:path';
import type { Feature } from '../feature.ts';
import { exactRetentionJob, retentionJob, retentionVerifyJob } from './retention.jobs.ts';
import { retentionReport, retentionRun, retentionVerify } from './retention.operator.ts';
import { retentionTables } from './retention.tables.ts';

/** Removes the expired records of all features, and records how many there were. */
export const retentionFeature: Feature = {
  tables: retentionTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  jobs: [retentionJob, exactRetentionJob, retentionVerifyJob],
  commands: [retentionRun, retentionVerify, retentionReport],
};
