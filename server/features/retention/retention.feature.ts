import path from 'node:path';
import type { Feature } from '../feature.ts';
import { retentionJob } from './retention.jobs.ts';
import { retentionReport, retentionRun } from './retention.operator.ts';
import { retentionTables } from './retention.tables.ts';

/** Removes records of all features when their time is over, and keeps how many they were. */
export const retentionFeature: Feature = {
  tables: retentionTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  jobs: [retentionJob],
  commands: [retentionRun, retentionReport],
};
