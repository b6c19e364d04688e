import type { FastifyInstance } from 'fastify';
import type { DatabaseContents } from '../database/tables.ts';
import type { BoundJob } from '../jobs/jobs.ts';
import type { AccountPart } from './account-part.ts';
import type { OperatorCommand } from './command.ts';
import type { Feature, FeatureDependencies, RouteDependencies } from './feature.ts';
import type { Letters } from './letters.ts';
import type { PromiseCheck, RetentionRule } from './retention-rule.ts';
import type { WaitingKind } from './waiting.ts';

/** Everything that the features bring, combined. */
export interface Composition {
  databaseContents: DatabaseContents;
  accountParts: readonly AccountPart[];
  retentionRules: readonly RetentionRule[];
  promiseChecks: readonly PromiseCheck[];
  letters: readonly Letters<string>[];
  waitingKinds: readonly WaitingKind[];
  /** In the order of `--help`. */
  commands: readonly OperatorCommand[];
  /** Throws when the service could not keep its promises. */
  mountRoutes(app: FastifyInstance, deps: RouteDependencies): Promise<void>;
  bindJobs(deps: FeatureDependencies): BoundJob[];
  /** What cannot be used at the moment, of all features. */
  findFaults(deps: FeatureDependencies): Promise<string[]>;
}

export function composeFeatures(features: readonly Feature[]): Composition {
  const accountParts = features.flatMap(({ account = [] }) => account);
  return {
    databaseContents: {
      tables: Object.assign({}, ...features.map(({ tables }) => tables)),
      expiryFunctions: features.flatMap(({ expiryFunctions = [] }) => expiryFunctions),
      migrationFolders: features.flatMap(({ migrations = [] }) => migrations),
    },
    accountParts,
    retentionRules: features.flatMap(({ retention = [] }) =>
      typeof retention === 'function' ? retention(accountParts) : retention,
    ),
    promiseChecks: features.flatMap(({ promiseChecks = [] }) => promiseChecks),
    letters: features.flatMap(({ letters = [] }) => letters),
    waitingKinds: features.flatMap(({ waiting = [] }) => waiting),
    commands: features.flatMap(({ commands = [] }) => commands),
    async mountRoutes(app, deps) {
      for (const feature of features) await feature.routes?.(app, deps);
    },
    findFaults: async (deps) => (await Promise.all(features.map((feature) => feature.findFaults?.(deps) ?? []))).flat(),
    bindJobs: (deps) =>
      features
        .flatMap(({ jobs = [] }) => jobs)
        .map(({ handle, ...job }) => ({ ...job, run: (data) => handle(deps, data as never) })),
  };
}
