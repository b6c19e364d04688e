import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { writeBuiltSite } from '../../factories/built-site.ts';
import { findServerPort, settingsFor, startServerProcess, waitUntilReady } from '../../factories/server-process.ts';

/** What only some commands, some settings or some hours need: they are loaded when they are needed. */
const forLater = [
  '@electric-sql/pglite',
  'age-encryption',
  'eld',
  'imapflow',
  'mailparser',
  'marked',
  'pdfkit',
  'stripe',
  'swissqrbill',
];

it('starts beside PostgreSQL and serves a page without loading what it does not need for that', async () => {
  const postgres = await startTemporaryPostgres();
  const site = writeBuiltSite();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-loaded-'));
  const port = await findServerPort();
  const server = startServerProcess({
    settings: { ...settingsFor({ databaseUrl: postgres.url, dataDir }, port), LOG_LEVEL: 'fatal' },
    siteDirectory: site.directory,
    script: fileURLToPath(new URL('../../factories/serve-site-telling.ts', import.meta.url)),
  });
  try {
    await waitUntilReady(server, port);
    expect((await fetch(`http://127.0.0.1:${port}/writing-ant`)).status).toBe(200);
    server.child.kill('SIGTERM');
    await server.ended;
    const loaded = /^loaded (.*)$/m.exec(server.output())?.[1]?.split(' ') ?? [];
    expect(loaded).toContain('fastify');
    expect(forLater.filter((name) => loaded.includes(name))).toEqual([]);
  } finally {
    server.child.kill('SIGKILL');
    site.remove();
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
