import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { RouteLimits } from './rate-limits.ts';

/** What a feature's routes are given; nothing of it is global. */
export interface RouteDependencies {
  config: Config;
  database: Database;
  /** The time, so that tests can choose it. */
  clock: () => Date;
  routeLimits: RouteLimits;
}
