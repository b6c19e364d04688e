/** `npm test`: everything that needs no database server, in Vitest and in a real browser. */
import { buildSite } from './build.ts';
import { installChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { countsLine, sumCounts } from './test-counts.ts';
import { runJourneys, runVitest } from './test-runs.ts';

await runCommand(async () => {
  await installChromium();
  await buildSite();
  const withoutBrowser = await runVitest([]);
  const journeys = await runJourneys();
  const all = sumCounts([withoutBrowser, journeys]);

  console.log(`\nWithout a browser: ${countsLine(withoutBrowser)}.\nIn a browser: ${countsLine(journeys)}.\n`);
  for (const remark of all.remarks ?? []) console.log(remark);
  console.log(countsLine(all));
  if (all.failed > 0 || withoutBrowser.passed === 0 || journeys.passed === 0) process.exitCode = 1;
});
