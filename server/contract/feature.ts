import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { TableRules } from '../database/tables.ts';
import type { RequireSession, SessionGuards } from '../http/authentication.ts';
import type { Problem } from '../http/problem.ts';
import type { RouteLimits } from '../http/rate-limits.ts';
import type { Jobs, QueuedJob } from '../jobs/jobs.ts';
import type { AccountPart } from './account-part.ts';
import type { OperatorCommand } from './command.ts';
import type { Letters } from './letters.ts';
import type { PromiseCheck, RetentionRule } from './retention-rule.ts';
import type { WaitingKind } from './waiting.ts';

/** What a feature is given; nothing is global. */
export interface FeatureDependencies {
  config: Config;
  database: Database;
  /** The present time, which tests can choose. */
  clock: () => Date;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Those of all features, for the few that need all of them. */
  accountParts: readonly AccountPart[];
  retentionRules: readonly RetentionRule[];
  promiseChecks: readonly PromiseCheck[];
  waitingKinds: readonly WaitingKind[];
}

/** What routes for the desktop app require. */
export interface DesktopGuards {
  requireDesktop: RequireSession;
  /** The same, but for the version: for what an app that is too old still owes us. */
  requireAnyDesktop: RequireSession;
  /** The app's token alone, whatever stands against its user. */
  requireDesktopClient: RequireSession;
  /** With what `requireDesktop` would refuse a request that `requireDesktopClient` let in. */
  findDesktopProblem(request: FastifyRequest): Promise<Problem | undefined>;
}

/** What its routes receive in addition. */
export interface RouteDependencies
  extends FeatureDependencies,
    Omit<SessionGuards, 'requireDesktopToken'>,
    DesktopGuards {
  routeLimits: RouteLimits;
}

/** Work done later. `Data` is what it is enqueued with: ids, never anything that may have changed by then. */
export type Job<Data extends object = never> = QueuedJob<FeatureDependencies, Data>;

/** Everything that a feature brings; the server, its database and the operator's commands are the sum of these. */
export interface Feature {
  /** Mounts its routes, once per server. */
  routes?(app: FastifyInstance, deps: RouteDependencies): void | Promise<void>;
  jobs?: readonly Job[];
  /** Its tables, and what the application may do to their rows. */
  tables?: TableRules;
  /**
   * The only ways to remove expired rows from its append-only tables: database functions that check the period
   * themselves.
   */
  expiryFunctions?: readonly string[];
  /** Absolute path of its migrations. Numbers continue across all folders. */
  migrations?: string;
  /** How long its records are kept. A function, where they are part of what all features know of an account. */
  retention?: readonly RetentionRule[] | ((accountParts: readonly AccountPart[]) => readonly RetentionRule[]);
  /** Whether what it promises outside the database is kept. */
  promiseChecks?: readonly PromiseCheck[];
  /** What of it cannot be used at the moment although the service works, in a few words each, without waiting for anything. */
  findFaults?(deps: FeatureDependencies): Promise<readonly string[]>;
  /** What it knows of an account. */
  account?: AccountPart;
  /** The mails it sends, which operators can look at in every language. */
  letters?: readonly Letters<string>[];
  /** What of it waits for a person, each kind in one list with those of all others. */
  waiting?: readonly WaitingKind[];
  /** What operators can do with it. */
  commands?: readonly OperatorCommand[];
}

/**
 * The features of an area by their place among all features: a new one comes after those that its rows refer to. `--help` lists
 * commands in this order, and what is stored of an account is erased in the reverse.
 */
export type Area = Readonly<Record<number, Feature>>;
