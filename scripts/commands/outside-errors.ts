import fs from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Beside Vitest's JSON report, which does not have them. */
export const outsideErrorsOf = (report: string): string => `${report}.outside`;

/**
 * For Vitest: writes a line for each error outside all tests to the file that OUTSIDE_ERRORS_FILE names, with the test's file that ran
 * at that time. They fail a run that has no failed test.
 */
export default class OutsideErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env.OUTSIDE_ERRORS_FILE;
    if (!file) return;
    const lines = errors.map(
      ({ name, message, VITEST_TEST_PATH: during }) => `${firstLineOf(`${name}: ${message}`)}, during ${during}\n`,
    );
    fs.writeFileSync(file, lines.join(''));
  }
}

export const firstLineOf = (text: string): string => text.split('\n', 1)[0]!;
