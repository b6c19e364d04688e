import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findNewestDump } from './deploy.ts';

it('the newest dump is a whole one', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'newest-dump-'));
  const folder = path.join(dataDir, 'dumps');
  const put = (name: string, day: number) => {
    const time = new Date(Date.UTC(2026, 10, day));
    writeFileSync(path.join(folder, name), 'x');
    utimesSync(path.join(folder, name), time, time);
    return time;
  };
  expect(findNewestDump(dataDir)).toBeUndefined();
  mkdirSync(folder);
  put('writing-ant-2026-11-03T09-00-00Z.dump.gz.new', 3);
  put('writing-ant-2026-11-04T09-00-00Z.dump.gz.age.new', 4);
  // One that is removed at this moment.
  symlinkSync('gone', path.join(folder, 'writing-ant-2026-11-05T09-00-00Z.dump.gz'));
  expect(findNewestDump(dataDir)).toBeUndefined();
  const kept = put('writing-ant-2026-11-01T09-00-00Z.dump.gz', 1);
  expect(findNewestDump(dataDir)).toEqual(kept);
  const sealed = put('writing-ant-2026-11-02T09-00-00Z.dump.gz.age', 2);
  expect(findNewestDump(dataDir)).toEqual(sealed);
  rmSync(dataDir, { recursive: true });
});
