import type { OpenTransaction } from '../../server/database/schema.ts';

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

/** The command was not called as it should be; nothing was done. */
export class OperatorMistake extends Error {}
