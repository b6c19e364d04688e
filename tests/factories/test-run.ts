import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeDatabases } from './database.ts';

/**
 * Before a run of Vitest: a folder for all temporary files and a beginning for the names of all databases, so that nothing is
 * left when it ends, whatever a test forgot or was about to use again.
 */
export default function startTestRun(): () => Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-run-'));
  // Dovecot and PostgreSQL work as users of their own.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.env.TEST_RUN = randomBytes(4).toString('hex');
  return async () => {
    await removeDatabases();
    rmSync(folder, { recursive: true, force: true });
  };
}
