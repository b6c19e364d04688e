import type { CommandResult } from '../contract/command.ts';
import type { OpenTransaction } from '../database/schema.ts';
import { doOrTry } from './dry-run.ts';

/** Options of a command that asks first. */
export const carefulOptions = {
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const carefulUsage = '[--dry-run | --yes]';

/**
 * Tells what it is about and asks; the work is done once the answer is yes. With `--dry-run` it is undone afterwards, and what would
 * come of it is told.
 */
export async function carefully(
  trx: OpenTransaction,
  { yes, 'dry-run': isDryRun }: { yes: boolean; 'dry-run': boolean },
  { facts, question, subject }: { facts: readonly string[]; question: string; subject: string },
  work: () => Promise<CommandResult>,
): Promise<CommandResult> {
  if (!isDryRun && !yes) return { lines: [...facts], question, outcome: 'asked', subject };
  const done = await doOrTry(trx, isDryRun, work);
  return isDryRun ? { ...done, lines: [...facts, ...done.lines, 'Nothing was changed.'], outcome: 'tried' } : done;
}
