import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outsideErrorsOf } from './outside-errors.ts';
import { countsLine, findCountsLine, readPlaywrightCounts, readVitestCounts, sumCounts } from './test-counts.ts';

let file: string;
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'counts-')), 'report.json');
});
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));

const write = (report: unknown) => fs.writeFileSync(file, JSON.stringify(report));

it('counts the tests of Vitest, and files that fail without a failing test', () => {
  write({
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      {
        name: path.resolve(import.meta.dirname, '../../a.test.ts'),
        startTime: 1_000,
        endTime: 3_500,
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'one' }],
      },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'two' },
          { status: 'passed', fullName: 'three' },
        ],
      },
      // Cannot be loaded, and fails in its setup.
      { name: 'c.test.ts', status: 'failed', assertionResults: [] },
      { name: 'd.test.ts', status: 'failed', assertionResults: [{ status: 'skipped', fullName: 'four' }] },
    ],
  });
  fs.writeFileSync(outsideErrorsOf(file), 'Error: read ECONNRESET\n');
  const remarks = [
    ...['Failed: b.test.ts: two', 'Failed: c.test.ts', 'Failed: d.test.ts'],
    'Failed: outside all tests: Error: read ECONNRESET',
  ];
  const { files, ...counts } = readVitestCounts(file)!;
  expect(counts).toEqual({ passed: 5, failed: 4, remarks });
  expect(files![0]).toEqual({ file: 'a.test.ts', seconds: 2.5 });
});

it('counts the journeys of Playwright, and names those that failed or needed a second try', () => {
  const spec = (title: string, line: number, status: string) => ({
    title,
    file: 'x.spec.ts',
    line,
    tests: [{ status, results: [{ duration: 1_500 }] }],
  });
  write({
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    errors: [{ message: '\u001b[31mError: no page\u001b[39m\n  at x' }],
    suites: [
      {
        specs: [spec('good', 1, 'expected'), spec('bad', 5, 'unexpected')],
        suites: [{ specs: [spec('late', 9, 'flaky')] }],
      },
    ],
  });
  const remarks = [
    'Failed: x.spec.ts:5 bad',
    'Failed: outside all tests: Error: no page',
    'Passed at the second try: x.spec.ts:9 late',
  ];
  const { files, ...counts } = readPlaywrightCounts(file)!;
  expect(files).toEqual([{ file: 'tests/journeys/x.spec.ts', seconds: 4.5 }]);
  expect(counts).toEqual({ passed: 2, failed: 2, remarks });
  expect(findCountsLine(`${remarks.join('\n')}\nother words\n${countsLine(counts)}\n`)).toEqual(counts);
});

it('finds nothing to count where a run broke off', () => {
  expect(readVitestCounts(file)).toBeUndefined();
  fs.writeFileSync(file, '{"numPassedTests": 5');
  expect(readVitestCounts(file)).toBeUndefined();
  expect(readPlaywrightCounts(file)).toBeUndefined();
});

it('sums, writes and reads the closing line', () => {
  const line = countsLine(
    sumCounts([
      { passed: 1, failed: 2 },
      { passed: 10, failed: 20 },
    ]),
  );
  expect(line).toBe('11 passed, 22 failed');
  expect(findCountsLine(`1 passed, 0 failed\nmore\n${line}\n`)).toEqual({ passed: 11, failed: 22, remarks: [] });
  expect(findCountsLine('Without a browser: 1 passed, 0 failed.')).toBeUndefined();
});
