/**
 * `npm run t`: the tests that a change can touch, in less than a minute: those beside the changed files, and the journeys that
 * are named after them. What is changed is what is not committed, otherwise the last commit.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { runCommand } from '../../server/operator/run-command.ts';
import { buildSite } from './build.ts';
import { installChromium } from './chromium.ts';
import { countsLine, sumCounts, type TestCounts } from './test-counts.ts';
import { findTestFiles, findTouchedTests } from './test-files.ts';
import { runJourneys, runWithoutBrowser } from './test-runs.ts';
import { describeTimes } from './test-times.ts';

const root = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

await runCommand(async () => {
  const started = performance.now();
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  const changed = open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1', 'HEAD');
  const { withoutBrowser, journeys } = findTouchedTests(changed, findTestFiles([]));
  const nothing: TestCounts = { passed: 0, failed: 0 };
  if (journeys.length > 0) {
    await installChromium();
    await buildSite();
  }
  const tested = withoutBrowser.length > 0 ? await runWithoutBrowser(withoutBrowser, withoutBrowser) : nothing;
  const walked = journeys.length > 0 ? await runJourneys(journeys) : nothing;
  const all = sumCounts([tested, walked]);
  const seconds = (performance.now() - started) / 1000;
  console.log();
  for (const line of describeTimes({ name: 'npm run t', minutes: 1 }, { seconds, files: all.files ?? [] }))
    console.log(line);
  console.log();
  for (const remark of all.remarks ?? []) console.log(remark);
  if (withoutBrowser.length + journeys.length === 0) console.log(`No test is beside ${changed.join(', ')}.`);
  console.log(countsLine(all));
  if (all.failed > 0) process.exitCode = 1;
});
