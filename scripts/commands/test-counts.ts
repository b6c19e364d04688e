import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { firstLineOf, outsideErrorsOf } from './outside-errors.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** How many tests one or several runs had. */
export interface TestCounts {
  passed: number;
  failed: number;
  /** A line for each test that somebody must look at: failures, and tests that needed a second try. */
  remarks?: readonly string[];
  /** How long each file took. */
  files?: readonly TimedFile[];
}

export interface TimedFile {
  file: string;
  seconds: number;
}

const failedMark = 'Failed: ';
const secondTryMark = 'Passed at the second try: ';

interface VitestResult {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface PlaywrightResult {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { duration: number }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

/**
 * Reads Vitest's JSON report and the errors beside it. A file that fails without a failing test, for example in its setup, counts as one, and
 * so does an error outside all tests.
 */
export function readVitestCounts(file: string): TestCounts | undefined {
  const result = readReport<VitestResult>(file);
  if (!result) return undefined;
  const broken = result.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failures = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
  );
  const outside = readLines(outsideErrorsOf(file)).map(outsideAllTests);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length + outside.length,
    remarks: [...failures, ...broken.map(({ name }) => name), ...outside].map((name) => `${failedMark}${name}`),
    files: result.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/**
 * Reads Playwright's JSON report. A file that cannot be loaded has failed. A journey that passed on its second try has
 * passed, and is named, so that it gets fixed (docs/decisions/0018).
 */
export function readPlaywrightCounts(file: string): TestCounts | undefined {
  const result = readReport<PlaywrightResult>(file);
  if (!result) return undefined;
  const { expected, unexpected, flaky } = result.stats;
  const specs = result.suites.flatMap(specsOf);
  const named = (status: string, mark: string) =>
    specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ title, file: where, line }) => `${mark}${where}:${line} ${title}`);
  return {
    passed: expected + flaky,
    failed: unexpected + result.errors.length,
    remarks: [
      ...named('unexpected', failedMark),
      ...result.errors.map(({ message = '' }) => `${failedMark}${outsideAllTests(firstLineOf(message))}`),
      ...named('flaky', secondTryMark),
    ],
    files: timeOf(specs),
  };
}

/** Where a run ended badly, and nothing in its report says why. */
export const unknownFailure = (exitCode: number): string =>
  `${failedMark}the run ended with exit code ${exitCode}, with no failed test`;

const outsideAllTests = (message: string): string => `outside all tests: ${stripVTControlCharacters(message)}`;

function readLines(file: string): string[] {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function timeOf(specs: NonNullable<PlaywrightSuite['specs']>): TimedFile[] {
  const seconds = new Map<string, number>();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return [...seconds].map(([file, sum]) => ({ file: `tests/journeys/${file}`, seconds: sum }));
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The sum over several runs. */
export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    remarks: counts.flatMap(({ remarks = [] }) => remarks),
    files: counts.flatMap(({ files = [] }) => files),
  };
}

/** The line that ends every test run; other programs read it. */
export function countsLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}

/** The counts of a line written by `countsLine`, the last one in `output`, with the remarks before it. */
export function findCountsLine(output: string): TestCounts | undefined {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (!last) return undefined;
  const remarks = output
    .split(/\r?\n/)
    .filter((line) => [failedMark, secondTryMark].some((mark) => line.startsWith(mark)));
  return { passed: Number(last[1]), failed: Number(last[2]), remarks };
}

/** An aborted run has written no report, or half of one. */
function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
