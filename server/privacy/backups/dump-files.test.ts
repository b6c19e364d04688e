import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { OperatorMistake } from '../../contract/command.ts';
import { restoreLines } from './dump.ts';
import { readDumpFile } from './dump-file.ts';

/** What the file of a dump is, whichever database it came from. */

const folder = mkdtempSync(path.join(os.tmpdir(), 'dump-files-test-'));

let api: TestApi;
beforeAll(async () => {
  writeRelease(folder).publish();
  api = await createTestApi({ RELEASES_DIR: folder });
  await api.download('user_canary', aDownloadRequest({ fullName: 'Kanari Vogel' }));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const run = async () => (await api.operate('backup run')).lines[0]!.split('  ')[0]!;

it('a dump that cannot be used is said so, and nothing is restored', async () => {
  const file = await run();
  const text = gunzipSync(readFileSync(file)).toString();
  const [head, ...lines] = text.split('\n');
  let written = 0;
  const write = (content: string) => {
    written += 1;
    const changed = path.join(folder, `changed-${written}.dump.gz`);
    writeFileSync(changed, gzipSync(content));
    return changed;
  };
  const { migrations, version } = JSON.parse(head!).head;
  const withHead = (given: object) =>
    [JSON.stringify({ head: { ...JSON.parse(head!).head, ...given } }), ...lines].join('\n');
  const cases: [string, RegExp][] = [
    [
      write(withHead({ migrations: migrations.slice(0, -1), version: '0.0.9' })),
      /made by version 0\.0\.9.*Restore it with/,
    ],
    [write(withHead({ format: 'writing-ant-dump-2' })), /has the format writing-ant-dump-2/],
    [write(text.slice(0, -20)), /damaged/],
    [write([head, ...lines.slice(0, -2)].join('\n')), /cut short/],
    [write(text.replace('Kanari Vogel', 'Kanari Fogel')), /damaged|not what/],
    [write('CREATE TABLE accounts'), /damaged, or no dump/],
    [write(''), /cut short/],
  ];
  expect(version).toBe(api.config.version);
  for (const [changed, reason] of cases) {
    const told = await api.operate('backup prove', changed);
    expect([told.failed, told.lines[0]]).toEqual([true, expect.stringMatching(reason)]);
  }
  // Found out at its end, when all rows have been given to the database.
  const empty = await openTestDatabase();
  const damaged = write(text.replace('Kanari Vogel', 'Kanari Fogel'));
  await expect(restoreLines(empty.database, readDumpFile(damaged, undefined))).rejects.toThrow(/damaged/);
  expect(await empty.database.kysely.selectFrom('accounts').selectAll().execute()).toEqual([]);
  await empty.remove();
  const truncated = path.join(folder, 'truncated.dump.gz');
  writeFileSync(truncated, readFileSync(file).subarray(0, 200));
  expect((await api.operate('backup prove', truncated)).lines[0]).toMatch(/cannot be read|cut short|damaged/);
  const full = await api.operate('backup restore', file);
  expect([full.failed, full.lines[0]]).toEqual([true, expect.stringContaining('not empty')]);
  await expect(api.operate('backup restore')).rejects.toThrow(OperatorMistake);
  await expect(api.operate('backup run', 'now')).rejects.toThrow(OperatorMistake);
});

it('is encrypted for a recipient, and only the key of that opens it', async () => {
  const identity = await generateX25519Identity();
  const keyFile = path.join(folder, 'key.txt');
  writeFileSync(keyFile, `# created: today\n${identity}\n`);
  api.config.backupRecipient = await identityToRecipient(identity);
  const file = await run();
  delete api.config.backupRecipient;
  expect(file).toMatch(/\.dump\.gz\.age$/);
  expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect((await api.operate('backup prove', file)).lines[0]).toContain('is encrypted');
  expect((await api.operate('backup prove', file, '--identity', keyFile)).failed).toBe(false);
  const other = path.join(folder, 'other.txt');
  writeFileSync(other, await generateX25519Identity());
  expect((await api.operate('backup prove', file, '--identity', other)).lines[0]).toContain('cannot be read');
  await expect(api.operate('backup prove', file, '--identity', file)).rejects.toThrow(OperatorMistake);
});
