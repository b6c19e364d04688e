/**
 * `npm test`: everything, in Vitest and in a real browser; the server's tests have a PostgreSQL of their own. `npm test -- <filter>` runs only
 * the tests whose file's path contains the filter, or one of several.
 */
import { withTestDatabase } from '../postgres/test-database.ts';
import { buildSite } from './build.ts';
import { installChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { ExplainedError } from './step.mjs';
import { countsLine, sumCounts, type TestCounts } from './test-counts.ts';
import { findTestFiles } from './test-files.ts';
import { runJourneys, runVitest } from './test-runs.ts';

const filters = process.argv.slice(2);
const nothing: TestCounts = { passed: 0, failed: 0 };

await runCommand(async () => {
  const files = findTestFiles(filters);
  const isEmpty = files.withoutBrowser.length + files.journeys.length === 0;
  if (isEmpty) throw new ExplainedError(`No test's file matches ${filters.join(' or ')}.`);
  if (files.journeys.length > 0) await installChromium();
  await buildSite();
  const withoutBrowser = files.withoutBrowser.length > 0 ? await runWithoutBrowser(files.withoutBrowser) : nothing;
  const journeys = files.journeys.length > 0 ? await runJourneys(filters) : nothing;
  const all = sumCounts([withoutBrowser, journeys]);

  console.log(`\nWithout a browser: ${countsLine(withoutBrowser)}.\nIn a browser: ${countsLine(journeys)}.\n`);
  for (const remark of all.remarks ?? []) console.log(remark);
  console.log(countsLine(all));
  const hasMissed = (found: readonly string[], { passed }: TestCounts) => found.length > 0 && passed === 0;
  if (all.failed > 0 || hasMissed(files.withoutBrowser, withoutBrowser) || hasMissed(files.journeys, journeys))
    process.exitCode = 1;
});

function runWithoutBrowser(files: readonly string[]): Promise<TestCounts> {
  const needsDatabase = files.some((file) => /^(server|tests\/durability)\//.test(file));
  if (!needsDatabase) return runVitest(filters);
  return withTestDatabase((environment) => runVitest(filters, environment));
}
