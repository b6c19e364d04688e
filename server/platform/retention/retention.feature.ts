import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { exactRetentionJob, retentionJob, retentionVerifyJob } from './retention.jobs.ts';
import { retentionReport, retentionRun, retentionVerify } from './retention.operator.ts';
import { retentionTables } from './retention.tables.ts';

/** Removes the expired records of all features, and records how many there were. */
export const retentionFeature: Feature = {
  tables: retentionTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  jobs: [exactRetentionJob],
  commands: [retentionRun, retentionVerify, retentionReport],
};

/** After the jobs of all other features: what goes because of their work, and whether all of them have done it. */
export const lateRetentionFeature: Feature = { jobs: [retentionJob, retentionVerifyJob] };
