import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeTimes } from './test-times.ts';

it('tells the dearest files of a run, and what took longer than in the one before', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'times-'));
  const run = (seconds: Record<string, number>) =>
    describeTimes(
      { name: 'npm test', minutes: 8 },
      { seconds: 90, files: Object.entries(seconds).map(([file, each]) => ({ file, seconds: each })) },
      path.join(folder, 'times'),
    );
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.test.ts`, index + 1]));
  const first = run(many);
  expect(first).toHaveLength(11);
  expect(first[0]).toBe('npm test: 1.5 minutes, of 8 on two processors with nothing else to do. The dearest:');
  expect(first[1]).toBe('    12.0 s  11.test.ts');
  // Twice as long, but only by seconds; by seconds, but not half as long again; both; new.
  const second = run({ ...many, '1.test.ts': 4, '11.test.ts': 17.5, '9.test.ts': 20, 'new.test.ts': 60 });
  expect(second.slice(11)).toEqual(['Longer than in the run before:', '    20.0 s  9.test.ts, 10.0 s before']);
  expect(run({ 'new.test.ts': 60 })).toHaveLength(2);
  fs.writeFileSync(path.join(folder, 'times/npm-test.json'), '{"half');
  expect(run({ 'new.test.ts': 99 })).toHaveLength(2);
  fs.rmSync(folder, { recursive: true });
});
