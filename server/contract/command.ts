import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Platform, platformNames } from '../../shared/business/product.ts';
import { isUuid } from '../../shared/uuid.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseContents } from '../database/tables.ts';
import type { AccountPart } from './account-part.ts';
import type { Act } from './act.ts';
import type { PromiseCheck, RetentionRule } from './retention-rule.ts';
import type { ServiceClock } from './service-clock.ts';
import type { WaitingKind } from './waiting.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** How operators call a command: on a server, where a package brings one, and in a clone, from its folder. */
export const commandLine = existsSync(path.join(root, 'manifest.json'))
  ? 'writing-ant'
  : 'node_modules/.bin/node server/operator/main.ts';

/** What operators can do. A command throws `OperatorMistake` for arguments that cannot be used. */
export type OperatorCommand = TransactionCommand | DatabaseCommand | ServiceCommand | SettingsCommand | FileCommand;

interface CallableCommand {
  /** The name as typed, such as `account show`. */
  name: string;
  /** The arguments as `--help` shows them. */
  usage: string;
  summary: string;
  /** From this argument on, each that is no option is the path of a file or folder. */
  firstPath?: number;
}

/** Works in the act that also records it, so that nothing goes unrecorded. */
export interface TransactionCommand extends CallableCommand {
  kind: 'transaction';
  run(act: Act, args: string[], context: CommandContext): Promise<CommandResult>;
  /** What follows from it once it is committed, and would come by itself: done at once, in transactions of its own, and not recorded. */
  follow?(database: Database, context: CommandContext): Promise<Pick<CommandResult, 'lines' | 'failed'>>;
}

/** Opens its own transactions, because one fault must not undo the rest; recorded afterwards. */
export interface DatabaseCommand extends CallableCommand {
  kind: 'database';
  work(database: Database, args: string[], context: CommandContext): Promise<CommandResult>;
}

/** Works on the service as a whole, its clock and what falls due; recorded afterwards. */
export interface ServiceCommand extends CallableCommand {
  kind: 'service';
  work(service: Service, args: string[]): Promise<CommandResult>;
}

/** What a command finds: inside the running server its own, otherwise opened for the command. */
export interface Service {
  /** Served to others than this machine. */
  isPublic: boolean;
  config: Config;
  database: Database;
  /** What all features keep in the database, and for how long. */
  databaseContents: DatabaseContents;
  retentionRules: readonly RetentionRule[];
  clock: ServiceClock;
  /** Does whatever is due until nothing is left, and returns the names of jobs that failed. */
  runDueJobs(): Promise<string[]>;
}

/**
 * Works by the settings, such as on releases or on records of the domain. It may take minutes and needs no database, so it runs outside any transaction and beside a
 * server that uses the embedded database; it is recorded afterwards where possible.
 */
export interface SettingsCommand extends CallableCommand {
  kind: 'settings';
  /** Asked before, where there is a database. Throws `OperatorMistake` when its records forbid the work. */
  allow?(database: Database, config: Config): Promise<void>;
  work(config: Config, args: string[]): Promise<CommandResult>;
}

/** Works on files of the repository, which are their own record; it needs no database. */
export interface FileCommand extends CallableCommand {
  kind: 'files';
  /** Does the work and returns what it did. */
  write(args: string[]): string[] | Promise<string[]>;
}

export interface CommandContext {
  config: Config;
  clock: () => Date;
  accountParts: readonly AccountPart[];
  retentionRules: readonly RetentionRule[];
  promiseChecks: readonly PromiseCheck[];
  waitingKinds: readonly WaitingKind[];
}

export interface CommandResult {
  /** What is printed. */
  lines: string[];
  /** What was done, in a few words without names and addresses, for the record. */
  outcome: string;
  /** Id of what was viewed or changed. */
  subject?: string | null;
  /** True when the command has found that something is wrong. */
  failed?: boolean;
  /** Nothing was done yet: whoever called it is asked, and calls it again with `--yes`. */
  question?: string;
}

/** The command was called incorrectly; nothing was done. */
export class OperatorMistake extends Error {}

/** Options and the remaining arguments. Throws `OperatorMistake`. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new OperatorMistake(error instanceof Error ? error.message : String(error));
  }
}

/** The platform with that name. Throws `OperatorMistake`. */
export function requirePlatform(name: string | undefined): Platform {
  return requireChoice('--platform', name, platformNames);
}

/** The arguments, with paths as seen from the folder of whoever typed them: a running server reads them in another. */
export const resolvePaths = (
  { firstPath = Number.POSITIVE_INFINITY }: OperatorCommand,
  args: readonly string[],
  folder = process.cwd(),
) =>
  args.map((arg, index) => {
    const [, option = '', file] = /^(--[\w-]+=)?([^-].*)$/.exec(arg) ?? [];
    return index >= firstPath && file ? option + path.resolve(folder, file) : arg;
  });

/** The only argument, an id; `hint` says which, and where it stands. Throws `OperatorMistake`. */
export function requireId([id, ...rest]: readonly (string | undefined)[], hint: string): string {
  if (!id || !isUuid(id) || rest.length) throw new OperatorMistake(hint);
  return id;
}

/** The value of an option that is one of `known`. Throws `OperatorMistake`. */
export function requireChoice<Value extends string>(
  name: string,
  given: string | undefined,
  known: readonly Value[],
): Value {
  const found = known.find((each) => each === given);
  if (!found) throw new OperatorMistake(`${name} must be one of ${known.join(', ')}.`);
  return found;
}
