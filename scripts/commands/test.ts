/**
 * `npm test`: what is promised, in Vitest and in a real browser; the server's tests have a PostgreSQL of their own. What takes longest is
 * left to `npm run check`, which calls it with TESTS=all. `npm test -- <filter>` runs only the tests whose file's path contains the filter, or
 * one of several, whether they are left to it or not.
 */

import { runCommand } from '../../server/operator/run-command.ts';
import { buildSite } from './build.ts';
import { installChromium } from './chromium.ts';
import { ExplainedError } from './step.mjs';
import { countsLine, sumCounts, type TestCounts } from './test-counts.ts';
import { everydayJourneys, findTestFiles } from './test-files.ts';
import { runJourneys, runWithoutBrowser } from './test-runs.ts';
import { describeTimes } from './test-times.ts';

const filters = process.argv.slice(2);
const isEverything = process.env.TESTS === 'all';
const isWhole = filters.length === 0;
const nothing: TestCounts = { passed: 0, failed: 0 };

await runCommand(async () => {
  const started = performance.now();
  const files = findTestFiles(filters);
  const isEmpty = files.withoutBrowser.length + files.journeys.length === 0;
  if (isEmpty) throw new ExplainedError(`No test's file matches ${filters.join(' or ')}.`);
  if (files.journeys.length > 0) await installChromium();
  await buildSite();
  const environment = { ...process.env, TESTS: isWhole && !isEverything ? 'everyday' : 'all' };
  const wanted = isWhole && !isEverything ? everydayJourneys : filters;
  const runTests = async () =>
    files.withoutBrowser.length > 0 ? runWithoutBrowser(files.withoutBrowser, filters, environment) : nothing;
  const walkJourneys = async () => (files.journeys.length > 0 ? runJourneys(wanted) : nothing);
  // The longest of either is not alone at the end; whoever looks on reads them one after the other.
  const [withoutBrowser, journeys] = isEverything
    ? await Promise.all([runTests(), walkJourneys()])
    : [await runTests(), await walkJourneys()];
  const all = sumCounts([withoutBrowser, journeys]);

  console.log(`\nWithout a browser: ${countsLine(withoutBrowser)}.\nIn a browser: ${countsLine(journeys)}.\n`);
  if (isWhole) {
    const tier = isEverything
      ? // Of its 18 minutes, what another day and the build leave.
        ({ name: 'the tests of npm run check', minutes: 15 } as const)
      : ({ name: 'npm test', minutes: 8 } as const);
    const seconds = (performance.now() - started) / 1000;
    for (const line of describeTimes(tier, { seconds, files: all.files ?? [] })) console.log(line);
    console.log();
  }
  for (const remark of all.remarks ?? []) console.log(remark);
  console.log(countsLine(all));
  const hasMissed = (found: readonly string[], { passed }: TestCounts) => found.length > 0 && passed === 0;
  if (all.failed > 0 || hasMissed(files.withoutBrowser, withoutBrowser) || hasMissed(files.journeys, journeys))
    process.exitCode = 1;
});
