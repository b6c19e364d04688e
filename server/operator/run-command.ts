import { inspect } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { ExplainedError } from './explained-error.mjs';

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
