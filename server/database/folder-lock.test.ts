import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataFolder } from './folder-lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'folder-lock-'));
});
const started: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(end));
  rmSync(dataDir, { recursive: true });
});

/** Takes the lock in a process of its own and holds it; the outcome is `held` or the refusal. */
async function lockInAnotherProcess(): Promise<{ outcome: string; process: ChildProcess }> {
  const program = `
    import { lockDataFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url))};
    try { lockDataFolder(${JSON.stringify(dataDir)}); globalThis.gc(); console.log('held'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }
  `;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [output] = await once(child.stdout, 'data');
  return { outcome: String(output).trim(), process: child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

it('is held by one of several processes that start together', async () => {
  const all = await Promise.all([1, 2, 3].map(() => lockInAnotherProcess()));
  const holders = all.filter(({ outcome }) => outcome === 'held');
  expect(holders).toHaveLength(1);
});

it('ends with its holder, however that dies, and does not trust what is written', async () => {
  const holder = await lockInAnotherProcess();
  expect(() => lockDataFolder(dataDir)).toThrow(`is in use by process ${holder.process.pid}.`);
  await end(holder.process);
  // As after a restart of the machine: the number in the file belongs to a running process, but not to a holder.
  writeFileSync(path.join(dataDir, 'database.holder'), `process ${process.pid}`);
  const next = await lockInAnotherProcess();
  expect(next.outcome).toBe('held');
  await end(next.process);
  lockDataFolder(dataDir)();
});

it('closes a folder to others that was open to them', () => {
  chmodSync(dataDir, 0o777);
  lockDataFolder(dataDir)();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

it('is refused a second time in the same process until it is given back', () => {
  const unlock = lockDataFolder(dataDir);
  expect(() => lockDataFolder(dataDir)).toThrow(/in use by process/);
  unlock();
  lockDataFolder(dataDir)();
});
