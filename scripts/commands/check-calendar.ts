import fs from 'node:fs';
import path from 'node:path';
import { withTestDatabase } from '../postgres/test-database.ts';
import { buildSite } from './build.ts';
import { ExplainedError } from './step.mjs';
import { canInstallPackages, installPackages } from './system-packages.ts';
import type { TestCounts } from './test-counts.ts';
import { runVitest } from './test-runs.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How far ahead of today: past the days on which what is announced begins, and past everything that lasts a year. */
const daysAhead = [30, 60, 400];

/** What deals with days most: asked in each run of CI as if it were the last of `daysAhead`. */
const datedTests = [
  'app/',
  'content/',
  'shared/',
  'server/config/',
  'server/people/access-requests/',
  'server/people/consents/',
  'server/people/legal-documents/',
  'server/billing/notices/assign.',
  'server/billing/notices/notices.',
  'server/billing/notices/open-notices.',
  'tests/repository/legal-',
  'tests/repository/published-history.',
];

/** Runs the tests that deal with days as if it were another one; with one worker, because the tests of today run beside it. */
export async function runDatedTests(): Promise<TestCounts> {
  const moved = { ...process.env, ...moveCalendar(await requireFaketime(), daysAhead.at(-1)!) };
  return withTestDatabase((environment) => runVitest([...datedTests, '--maxWorkers=1'], environment), moved);
}

/**
 * `npm run check -- calendar`: whether a test is red only for the day on which it runs. All that need no browser, under each of four days to
 * come; the same time of the day, and durations are real. One day alone: `npm run check -- calendar 400`, and parts of names of files behind it.
 */
export async function checkCalendar([day, ...filters]: readonly string[], now = new Date()): Promise<void> {
  const days = day === undefined ? [...daysAhead, daysUntilLeapDay(now)] : [Number(day)];
  if (!days.every(Number.isInteger)) throw new ExplainedError(`${day} is no number of days.`);
  const library = await requireFaketime();
  const outcomes: { day: string; counts: TestCounts }[] = [];
  for (const ahead of days) {
    const day = new Date(now.getTime() + ahead * dayMs).toISOString().slice(0, 10);
    console.log(`\nAs if today were ${day}`);
    // For the build, too.
    Object.assign(process.env, moveCalendar(library, ahead));
    await buildSite(new Date(now.getTime() + ahead * dayMs));
    outcomes.push({ day, counts: await withTestDatabase((environment) => runVitest(filters, environment)) });
  }
  console.log();
  for (const { day, counts } of outcomes) console.log(`${day}  ${counts.passed} passed, ${counts.failed} failed`);
  if (outcomes.some(({ counts }) => counts.failed > 0 || counts.passed === 0)) process.exitCode = 1;
}

/** In whole days, to the next 29 February. */
function daysUntilLeapDay(now: Date): number {
  for (let days = 1; ; days++) {
    const day = new Date(now.getTime() + days * dayMs);
    if (day.getUTCMonth() === 1 && day.getUTCDate() === 29) return days;
  }
}

/** What moves the calendar of a process and of all that it starts; tests/factories/bare-environment.ts passes it on. */
const moveCalendar = (library: string, days: number): NodeJS.ProcessEnv => ({
  LD_PRELOAD: library,
  FAKETIME: `+${days}d`,
  // Timeouts and durations are measured as they pass.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  // Files are as old as they are.
  NO_FAKE_STAT: '1',
});

/** The library by which the system tells programs another time. */
async function requireFaketime(): Promise<string> {
  if (!findFaketime() && canInstallPackages()) await installPackages('Installing faketime', 'faketime', ['faketime']);
  const found = findFaketime();
  if (!found) throw new ExplainedError('There is no libfaketime: install the package "faketime" (Debian, Ubuntu).');
  return found;
}

function findFaketime(): string | undefined {
  const libraries = '/usr/lib';
  if (!fs.existsSync(libraries)) return undefined;
  return ['', ...fs.readdirSync(libraries)]
    .map((folder) => path.join(libraries, folder, 'faketime/libfaketime.so.1'))
    .find((file) => fs.existsSync(file));
}
