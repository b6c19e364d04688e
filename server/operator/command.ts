import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Platform, platformNames } from '../../shared/business/product.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { OpenTransaction } from '../database/schema.ts';
import type { AccountPart } from '../features/account-part.ts';
import type { RetentionRule } from '../features/retention/retention.ts';

/** How operators call a command on a deployed machine, from the project's folder. */
export const commandLine = 'node_modules/.bin/node server/operator/main.ts';

/** What operators can do. A command throws `OperatorMistake` for arguments that cannot be used. */
export type OperatorCommand = TransactionCommand | DatabaseCommand | ReleaseCommand | FileCommand;

interface CallableCommand {
  /** As it is typed, such as `account show`. */
  name: string;
  /** The arguments as `--help` shows them. */
  usage: string;
  summary: string;
}

/** Does its work inside the transaction that also records it, so that nothing is done unrecorded. */
export interface TransactionCommand extends CallableCommand {
  kind: 'transaction';
  run(trx: OpenTransaction, args: string[], context: CommandContext): Promise<CommandResult>;
}

/** Makes transactions of its own, because one fault must not undo the rest; recorded afterwards. */
export interface DatabaseCommand extends CallableCommand {
  kind: 'database';
  work(database: Database, args: string[], context: CommandContext): Promise<CommandResult>;
}

/**
 * Works on the releases. It may take minutes and needs no database, so it runs outside of any transaction and beside a
 * server that has the embedded database; it is recorded afterwards where that can be done.
 */
export interface ReleaseCommand extends CallableCommand {
  kind: 'releases';
  work(config: Config, args: string[]): Promise<CommandResult>;
}

/** Works on files of the repository, whose record is what it writes; it needs no database. */
export interface FileCommand extends CallableCommand {
  kind: 'files';
  /** Does the work and tells what it did. */
  write(args: string[]): string[];
}

export interface CommandContext {
  clock: () => Date;
  accountParts: readonly AccountPart[];
  retentionRules: readonly RetentionRule[];
}

export interface CommandResult {
  /** What is shown. */
  lines: string[];
  /** What was done, in a few words without names and addresses: it is kept. */
  outcome: string;
  /** Id of what was looked at or changed. */
  subject?: string | null;
  /** True when what was to be shown is that something is wrong. */
  failed?: boolean;
}

/** The command was not called as it should be; nothing was done. */
export class OperatorMistake extends Error {}

/** Options and the rest of the arguments. Throws `OperatorMistake`. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new OperatorMistake(error instanceof Error ? error.message : String(error));
  }
}

/** The platform of that name. Throws `OperatorMistake`. */
export function requirePlatform(name: string | undefined): Platform {
  const platform = platformNames.find((each) => each === name);
  if (!platform) throw new OperatorMistake(`--platform must be one of ${platformNames.join(', ')}.`);
  return platform;
}
