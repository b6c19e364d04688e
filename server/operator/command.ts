import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Platform, platforms } from '../../shared/business/product.ts';
import type { Config } from '../config/config.ts';
import type { OpenTransaction } from '../database/schema.ts';

/** One command, in a file of its own below commands/. */
export interface OperatorCommand {
  /** As it is typed, such as `account show`. */
  name: string;
  /** The arguments as `--help` shows them. */
  usage: string;
  summary: string;
  /**
   * Does the work inside the transaction that also records it, so that nothing is done unrecorded. Throws
   * `OperatorMistake` for arguments that cannot be used.
   */
  run(trx: OpenTransaction, args: string[]): Promise<OperatorResult>;
}

/** A command that works on files of the repository, whose record is what it writes; it needs no database. */
export interface FileCommand {
  name: string;
  usage: string;
  summary: string;
  /** Does the work and tells what it did. Throws `OperatorMistake` for arguments that cannot be used. */
  write(args: string[]): string[];
}

interface OperatorResult {
  /** What is shown. */
  lines: string[];
  /** What was done, in a few words without names and addresses: it is kept. */
  outcome: string;
  /** Id of what was looked at or changed. */
  subject: string | null;
}

/**
 * A command that works on the releases. It may take minutes and needs no database, so it runs outside of any
 * transaction and beside a server that has the embedded database; it is recorded afterwards where that can be done.
 */
export interface ReleaseCommand {
  name: string;
  usage: string;
  summary: string;
  /** Throws `OperatorMistake` for arguments that cannot be used. */
  work(config: Config, args: string[]): Promise<ReleaseCommandResult>;
}

interface ReleaseCommandResult extends Omit<OperatorResult, 'subject'> {
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
  const names = Object.keys(platforms) as Platform[];
  const platform = names.find((each) => each === name);
  if (!platform) throw new OperatorMistake(`--platform must be one of ${names.join(', ')}.`);
  return platform;
}
