import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { listMigrations } from '../../database/migrations.ts';
import { product } from '../../features.ts';
import { prove } from './backups.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dump-head-test-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('no database is made for a dump whose lines alone say that it cannot be used', async () => {
  // Where one would be made.
  writeFileSync(path.join(dataDir, 'proofs'), '');
  const file = path.join(dataDir, 'another.dump.gz');
  const now = new Date('2027-03-01T09:00:00Z');
  const place = { file, identity: undefined, dataDir, now };
  const head = { format: 'writing-ant-dump-2', version: '9.0.0', migrations: [], madeAt: now.toISOString() };
  writeFileSync(file, gzipSync(`${JSON.stringify({ head })}\n`));
  await expect(prove(place, product)).rejects.toThrow('has the format writing-ant-dump-2');
  const migrations = [...listMigrations(product.databaseContents.migrationFolders).keys()];
  const fitting = { ...head, format: 'writing-ant-dump-1', migrations };
  writeFileSync(file, gzipSync(`${JSON.stringify({ head: fitting })}\n`));
  await expect(prove(place, product)).rejects.toThrow('cut short: it has no end');
});
