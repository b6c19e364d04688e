/** `npm run journeys -- <filter>`: the journeys in a browser, all or those whose file matches; other words go to Playwright. */

import { runCommand } from '../../server/operator/run-command.ts';
import { buildSite } from './build.ts';
import { installChromium } from './chromium.ts';
import { countsLine } from './test-counts.ts';
import { runJourneys } from './test-runs.ts';

await runCommand(async () => {
  await installChromium();
  await buildSite();
  const counts = await runJourneys(process.argv.slice(2));
  console.log(countsLine(counts));
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
});
