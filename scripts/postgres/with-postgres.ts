/**
 * `node scripts/postgres/with-postgres.ts <command> [arguments]`: runs the command with TEST_DATABASE_URL set to a
 * PostgreSQL that lives just as long, or to the one that is already set.
 */
import { spawn } from 'node:child_process';
import { runCommand } from '../../server/operator/run-command.ts';
import { exitCodeOf, onEndSignal } from '../commands/signals.mjs';
import { startTemporaryPostgres } from './postgres.ts';

await runCommand(async () => {
  const [command, ...args] = process.argv.slice(2);
  if (!command) throw new Error('Say which command to run.');
  const postgres = process.env.TEST_DATABASE_URL ? null : await startTemporaryPostgres();
  try {
    const environment = postgres ? { ...process.env, TEST_DATABASE_URL: postgres.url } : process.env;
    process.exitCode = await runToEnd(command, args, environment);
  } finally {
    await postgres?.stop();
  }
});

async function runToEnd(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  onEndSignal((signal) => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGTERM')));
  });
}
