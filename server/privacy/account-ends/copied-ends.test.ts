import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import type { Database } from '../../database/database.ts';
import { copyAllEnds, copyNewEnds } from './account-ends.ts';

const now = new Date('2026-11-24T12:00:00Z');

let database: Database;
let remove: () => Promise<void>;
let dataDir: string;
beforeEach(async () => {
  ({ database, remove } = await openTestDatabase());
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'copied-ends-test-'));
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true });
  await remove();
});

const fileIn = () => path.join(dataDir, 'account-ends.ndjson');
const read = () => readFileSync(fileIn(), 'utf8');
const times = () =>
  read()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).recorded_at as string);
/** Minutes before now, at which something was recorded. */
const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs).toISOString();
const record = (...minutes: number[]) =>
  database.asOwner((owner) =>
    sql`insert into account_ends (account_sha256, ended_at, erased, recorded_at)
      select repeat('ab', 32), at, true, at from unnest(${minutes.map(ago)}::timestamptz[]) at`.execute(owner),
  );

it('what was recorded since is added, once, and what was copied is neither read nor written again', async () => {
  await copyAllEnds(database, dataDir, now);
  await record(...Array.from({ length: 300 }, (_, index) => 1000 + index));
  await copyNewEnds(database, dataDir, now);
  expect(times()).toHaveLength(300);
  // Nobody sees it but a start, which reads everything.
  const changed = read().replace(/(?<=(?:.*\n){100})\{/, '!');
  writeFileSync(fileIn(), changed);
  const { ino } = statSync(fileIn());
  await record(2, 5);
  await copyNewEnds(database, dataDir, now);
  // Of a transaction that took longer than the one that began after it.
  await record(4);
  await copyNewEnds(database, dataDir, now);
  await copyNewEnds(database, dataDir, now);
  expect(read().slice(0, changed.length)).toBe(changed);
  const added = read().slice(changed.length).split('\n').slice(0, -1);
  expect(added.map((line) => JSON.parse(line).recorded_at)).toEqual([5, 2, 4].map(ago));
  expect(statSync(fileIn()).ino).toBe(ino);
  await expect(copyAllEnds(database, dataDir, now)).rejects.toThrow('not what the service wrote');
});

it('as many as are recorded at once are added, however far back they reach', async () => {
  await record(...Array.from({ length: 300 }, () => 3));
  await copyNewEnds(database, dataDir, now);
  await record(3);
  await copyNewEnds(database, dataDir, now);
  expect(times()).toHaveLength(301);
});

it('a line that a crash cut, or an entry that nobody needs any more, has the file made anew', async () => {
  const dayMinutes = dayMs / minuteMs;
  await record(89.9 * dayMinutes, 88 * dayMinutes, 2);
  await copyNewEnds(database, dataDir, now);
  expect(times(), 'the oldest would be too old within the day').toEqual([88 * dayMinutes, 2].map(ago));
  writeFileSync(fileIn(), `${read()}{"id":"cut`);
  await record(1);
  await copyNewEnds(database, dataDir, now);
  expect(times()).toEqual([88 * dayMinutes, 2, 1].map(ago));
  const later = (days: number) => new Date(now.getTime() + days * dayMs);
  await copyNewEnds(database, dataDir, later(1.9));
  expect(times()).toEqual([88 * dayMinutes, 2, 1].map(ago));
  await copyNewEnds(database, dataDir, later(1.99));
  expect(times()).toEqual([2, 1].map(ago));
});

it('entries of a clock that was ahead for a moment do not hide what follows', async () => {
  await record(-2 * (dayMs / minuteMs));
  await copyNewEnds(database, dataDir, now);
  // However long the copying had stopped meanwhile: what is done by a schedule waits for that time.
  await record(1500, 1);
  await copyNewEnds(database, dataDir, now);
  expect(times()).toEqual([1500, 1, -2 * (dayMs / minuteMs)].map(ago));
});
