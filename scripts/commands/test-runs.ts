import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withTestDatabase } from '../postgres/test-database.ts';
import { outsideErrorsOf } from './outside-errors.ts';
import { readPlaywrightCounts, readVitestCounts, type TestCounts, unknownFailure } from './test-counts.ts';
import { runTied } from './tied-process.mjs';

/**
 * Runs Vitest with its output on the screen; `filters` are parts of file names or other arguments of its command line.
 */
export function runVitest(filters: readonly string[], environment = process.env): Promise<TestCounts> {
  return withReport(async (report) => {
    const reporters = ['default', 'json', './scripts/commands/outside-errors.ts'].map((each) => `--reporter=${each}`);
    const args = ['run', ...reporters, `--outputFile.json=${report}`, ...filters];
    const code = await runTied(process.execPath, 'node_modules/vitest/vitest.mjs', args, {
      ...environment,
      OUTSIDE_ERRORS_FILE: outsideErrorsOf(report),
    });
    return countFailure(readVitestCounts(report), code);
  });
}

/** The same with a PostgreSQL for the server's tests, where there are some among the `files` that the filters mean. */
export function runWithoutBrowser(
  files: readonly string[],
  filters: readonly string[],
  environment = process.env,
): Promise<TestCounts> {
  const needsDatabase = files.some((file) => /^(server|clients|tests\/durability)\//.test(file));
  if (!needsDatabase) return runVitest(filters, environment);
  return withTestDatabase((withDatabase) => runVitest(filters, withDatabase), environment);
}

/**
 * Runs the journeys with their output on the screen; `filters` are parts of file names or other Playwright arguments.
 */
export function runJourneys(filters: readonly string[] = []): Promise<TestCounts> {
  return withReport(async (report) => {
    const code = await runTied(process.execPath, 'node_modules/@playwright/test/cli.js', ['test', ...filters], {
      ...process.env,
      JOURNEYS_RESULT_FILE: report,
    });
    return countFailure(readPlaywrightCounts(report), code);
  });
}

/** A run that fails for another reason than a test, such as an error outside all tests, has failed all the same. */
function countFailure(counts: TestCounts | undefined, exitCode: number): TestCounts {
  if (!counts) {
    console.error(`The run broke off with exit code ${exitCode} before it could report.`);
    return { passed: 0, failed: 1 };
  }
  if (exitCode === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, remarks: [...(counts.remarks ?? []), unknownFailure(exitCode)] };
}

async function withReport(run: (report: string) => Promise<TestCounts>): Promise<TestCounts> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-tests-'));
  try {
    return await run(path.join(folder, 'report.json'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
