/**
 * `npm run check` and .ci/run: everything that guards main; a failure does not stop the rest, and what only reads the code is
 * checked beside the tests, which wait now and then. `npm run check -- promises` shifts each promised period instead and expects its test to fail; `npm run check -- calendar`
 * runs the tests as if it were other days, `npm run check -- languages` the journeys in all languages, and `npm run check -- long` what
 * takes hours.
 */
import { spawn } from 'node:child_process';
import { runCommand } from '../../server/operator/run-command.ts';
import { requirePostgres } from '../postgres/postgres.ts';
import { buildSite } from './build.ts';
import { checkCalendar, runDatedTests } from './check-calendar.ts';
import { checkLanguages, checkLong } from './check-long.ts';
import { checkPromises } from './check-promises.ts';
import { requireOtherBrowsers } from './other-browsers.ts';
import { runStep } from './step.mjs';
import { countsLine, findCountsLine, sumCounts, type TestCounts } from './test-counts.ts';

interface Outcome {
  name: string;
  counts: TestCounts;
  seconds: number;
}

const failure: TestCounts = { passed: 0, failed: 1 };

await runCommand(async () => {
  if (process.argv[2] === 'promises') return checkPromises();
  if (process.argv[2] === 'languages') return checkLanguages();
  if (process.argv[2] === 'long') return checkLong();
  if (process.argv[2] === 'calendar') return checkCalendar(process.argv.slice(3));
  // The other checks of the code need what the site's build writes.
  const linted = check(
    'lint and import rules',
    program('Linting', 'lint', ['biome', 'ci', '--error-on-warnings', '--colors=off']),
  );
  const built = await check('build', passing(buildSite));
  // Where there is none, the tests run without it; here that is a failure.
  const database = await check('PostgreSQL', passing(requirePostgres));
  const otherBrowsers = await check('other browsers', passing(requireOtherBrowsers));
  const beside = checkBeside(linted);
  const outcomes = [built, database, otherBrowsers, await check('npm test', runNpmTest), ...(await beside)];
  const all = sumCounts(outcomes.map(({ counts }) => counts));
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  console.log();
  for (const { name, counts, seconds } of outcomes)
    console.log(`${name.padEnd(width)}  ${describe(counts).padEnd(22)} ${Math.round(seconds)} s`);
  console.log();
  for (const remark of all.remarks ?? []) console.log(remark);
  console.log(countsLine(all));
  if (all.failed > 0 || all.passed === 0) process.exitCode = 1;
});

/** What only reads the code, and another day: what the tests and journeys leave of a processor while they wait is theirs. */
async function checkBeside(linted: Promise<Outcome>): Promise<Outcome[]> {
  return [
    await linted,
    await check('types', program('Checking types', 'types', ['tsc', '--noEmit'])),
    await check('dead code', program('Looking for dead code', 'dead-code', ['knip'])),
    await check('sizes', program('Measuring sizes', 'sizes', ['node', 'scripts/commands/check-sizes.ts'])),
    await check('another day', runDatedTests),
  ];
}

/** Runs one check; a failing one is reported and counted, and the others still run. */
async function check(name: string, run: () => Promise<TestCounts>): Promise<Outcome> {
  const started = performance.now();
  const counts = await run().catch((error: Error) => {
    console.error(error.message);
    return failure;
  });
  return { name, counts, seconds: (performance.now() - started) / 1000 };
}

function describe(counts: TestCounts): string {
  return counts.passed + counts.failed === 0 ? 'passed' : countsLine(counts);
}

/** A check that is not a test run: it counts only when it fails. */
function passing(run: () => Promise<unknown>): () => Promise<TestCounts> {
  return async () => {
    await run();
    return { passed: 0, failed: 0 };
  };
}

function program(title: string, log: string, [command = '', ...args]: string[]): () => Promise<TestCounts> {
  return passing(() => runStep({ title, log, command, args }));
}

/** As a newcomer runs it, and what it leaves out for them. */
async function runNpmTest(): Promise<TestCounts> {
  const child = spawn('npm', ['test'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    // What happens to a session is met in both modes of the login provider, not in that of `npm start` alone.
    env: { ...process.env, TESTS: 'all', JOURNEYS_IN_BOTH_LOGIN_MODES: 'yes' },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  const counts = findCountsLine(output) ?? failure;
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
