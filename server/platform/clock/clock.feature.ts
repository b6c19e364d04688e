import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { clockMove, clockSet } from './clock.operator.ts';
import { clockTables } from './clock.tables.ts';

/** The service's time, which can be set ahead where nobody but the developer is served. */
export const clockFeature: Feature = {
  tables: clockTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  commands: [clockSet, clockMove],
};
