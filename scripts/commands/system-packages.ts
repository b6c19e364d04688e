import { spawnSync } from 'node:child_process';
import { runStep } from './step.mjs';

const script = [
  'export DEBIAN_FRONTEND=noninteractive',
  'apt-get update',
  'apt-get install -y --no-install-recommends "$@"',
].join(' && ');

/** True where packages of the distribution can be installed without asking for a password. */
export function canInstallPackages(): boolean {
  return findPrivilege() !== null && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs packages of the distribution. Throws an `ExplainedError` when that fails. */
export async function installPackages(title: string, log: string, packages: readonly string[]): Promise<void> {
  const [command = 'sh', ...args] = [...(findPrivilege() ?? []), 'sh', '-c', script, 'sh', ...packages];
  await runStep({ title, log, command, args });
}

/** What to put before a command so that it runs as root, or null when there is no way. */
function findPrivilege(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}
