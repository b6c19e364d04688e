import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { TableRules } from '../database/tables.ts';
import type { RequireSession } from '../http/authentication.ts';
import type { RouteLimits } from '../http/rate-limits.ts';
import type { Jobs, QueuedJob } from '../jobs/jobs.ts';
import type { OperatorCommand } from '../operator/command.ts';
import type { AccountPart } from './account-part.ts';
import type { RetentionRule } from './retention/retention.ts';

/** What a feature is given; nothing of it is global. */
export interface FeatureDependencies {
  config: Config;
  database: Database;
  /** The time, so that tests can choose it. */
  clock: () => Date;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Those of all features, for the few that need them all. */
  accountParts: readonly AccountPart[];
  retentionRules: readonly RetentionRule[];
}

/** What its routes are given besides. */
export interface RouteDependencies extends FeatureDependencies {
  routeLimits: RouteLimits;
  requireSession: RequireSession;
}

/** Work done later. `Data` is what it is enqueued with: ids, never what may have changed by then. */
export type Job<Data extends object = never> = QueuedJob<FeatureDependencies, Data>;

/** Everything that a feature brings; the server, its database and the operator's commands are the sum of these. */
export interface Feature {
  /** Mounts its routes, once for each server. */
  routes?(app: FastifyInstance, deps: RouteDependencies): void | Promise<void>;
  jobs?: readonly Job[];
  /** Its tables, and what the application may do to their rows. */
  tables?: TableRules;
  /**
   * The only ways in which rows of its append-only tables end, when their time is over: functions of the database that
   * take the time before which rows have expired.
   */
  expiryFunctions?: readonly string[];
  /** Folder of its migrations, absolute. Their numbers go on from those of all others. */
  migrations?: string;
  /** How long its records are kept. */
  retention?: readonly RetentionRule[];
  /** What it knows of an account. */
  account?: AccountPart;
  /** What operators can do with it. */
  commands?: readonly OperatorCommand[];
}
