import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { apiPaths } from '../../shared/api-paths.ts';

const run = promisify(execFile);

/** So long a process may take from its start to its first good answer: it waits half of it for the database. */
const healthyWithinMs = 60_000;
const askAgainMs = 250;
const answerMs = 3_000;

/** A process of the service: one for each port. */
export const unitOf = (port: number): string => `writing-ant@${port}.service`;

/** Whoever starts, ends and watches over processes on this machine is systemd. */
export const systemctl = async (...args: string[]): Promise<string> => (await run('systemctl', args)).stdout.trim();

/** What systemd says of a unit: `active`, `failed`, `inactive`. */
export async function stateOf(unit: string): Promise<string> {
  try {
    return await systemctl('is-active', unit);
  } catch (error) {
    return (error as { stdout?: string }).stdout?.trim() || 'unknown';
  }
}

/** The version of a process that answers and is well; undefined for any other. */
export async function findServedVersion(port: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.health}`, { signal: AbortSignal.timeout(answerMs) });
    if (!answer.ok) return undefined;
    return ((await answer.json()) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/** Whether the process answers as this version within a minute, or as long as it is given. */
export async function becomesHealthy(port: number, version: string, patienceMs = healthyWithinMs): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if ((await findServedVersion(port)) === version) return true;
    await wait(askAgainMs);
  }
  return false;
}
