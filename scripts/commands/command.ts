import { inspect } from 'node:util';
import { ConfigError } from '../../server/config/config.ts';
import { ExplainedError } from './step.mjs';

/** Runs a command to its end: faults are shown without a stack trace where the message says it all, as `show` writes them. */
export async function runCommand(command: () => Promise<void>, show?: (fault: string) => string): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isExplained = error instanceof ExplainedError || error instanceof ConfigError;
    const told = isExplained ? error.message : error;
    console.error(show ? show(typeof told === 'string' ? told : inspect(told)) : told);
    process.exitCode ||= 1;
  }
}

/** Seconds since the command was called, as displayed. */
export function secondsSinceCall(): string {
  return ((Date.now() - Number(process.env.COMMAND_STARTED_AT ?? Date.now())) / 1000).toFixed(1);
}
