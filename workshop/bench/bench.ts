/**
 * `npm run bench`: measures the pages of the built site as a visitor's phone gets them, through HTTP/2 and compression,
 * and prints each number with its ratio to a bare page of text that was measured in the same run.
 * `npm run bench -- downloads` measures downloads instead (workshop/bench/downloads), `-- api` the API, and `-- growth` what
 * a long past costs (workshop/bench/api), `-- retention` what it costs to remove what is over,
 * `-- text`, `-- checks` and `-- quota` the text service (workshop/bench/text), `-- billing` the sweep of
 * subscriptions (workshop/bench/billing), `-- pages-served` how fast the server sends pages (workshop/bench/pages).
 * Options: --pages landing,pricing  --locale de  --runs 7
 * `npm run bench -- session [--runs 20]` measures instead how soon somebody with a session is shown as signed in.
 * `npm run bench -- first-press [--runs 5]` measures instead how soon a phone answers the first press on a page.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { routes } from '../../app/site/routes.ts';
import { buildSite } from '../../scripts/commands/build.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { runCommand } from '../../server/operator/run-command.ts';
import { defaultLocale, isLocale, type Locale } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { benchApi } from './api/bench-api.ts';
import { benchGrowth } from './api/bench-growth.ts';
import { benchBilling } from './billing/bench-billing.ts';
import { benchDownloads } from './downloads/bench-downloads.ts';
import { baselinePath } from './front.ts';
import { measureFirstPress } from './measure-first-press.ts';
import { measurePage, type PageRun } from './measure-page.ts';
import { measureSession } from './measure-session.ts';
import { formatRatio, formatTable, listMisses, medianRun, metricNames, metrics } from './measurement.ts';
import { findMeasuringBrowser, type MeasuringBrowser } from './measuring-browser.ts';
import { benchPagesServed } from './pages/bench-pages-served.ts';
import { benchRetention } from './retention/bench-retention.ts';
import { withServedSite } from './served-site.ts';
import { benchChecks } from './text/bench-checks.ts';
import { benchQuota } from './text/bench-quota.ts';
import { benchText } from './text/bench-text.ts';

/** What can be measured, and the default number of runs. */
const usualRuns = { pages: '3', session: '20', 'first-press': '5' } as const;

type Subject = keyof typeof usualRuns;

const isSubject = (name: string): name is Subject => name in usualRuns;

interface Options {
  subject: Subject;
  pages: { id: string; path: string }[];
  locale: Locale;
  runs: number;
}

const indexed = routes.flatMap(({ id, indexed, paths: [path] }) => (indexed && path ? [{ id, path }] : []));

/** Throws, listing the alternatives, when an option cannot be used. */
function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pages: { type: 'string' },
      locale: { type: 'string', default: defaultLocale },
      runs: { type: 'string' },
    },
  });
  const [subject = 'pages', ...rest] = positionals;
  if (!isSubject(subject) || rest.length > 0)
    throw new ExplainedError(
      `What can be measured: ${Object.keys(usualRuns).join(', ')}, downloads, api, growth, retention, text, checks, quota, billing, pages-served.`,
    );
  const runs = values.runs ?? usualRuns[subject];
  const names = values.pages?.split(',') ?? indexed.map(({ id }) => id);
  const pages = names.map((name) => {
    const page = indexed.find(({ id }) => id === name);
    if (!page) throw new ExplainedError(`There is no page "${name}". Pages: ${indexed.map(({ id }) => id).join(', ')}`);
    return page;
  });
  if (!isLocale(values.locale)) throw new ExplainedError(`The site does not speak "${values.locale}".`);
  if (!/^[1-9]\d?$/.test(runs)) throw new ExplainedError('Give --runs a number from 1 to 99.');
  return { subject, pages, locale: values.locale, runs: Number(runs) };
}

await runCommand(async () => {
  const [topic, ...rest] = process.argv.slice(2);
  if (topic === 'downloads') return benchDownloads(rest);
  if (topic === 'api') return benchApi(rest);
  if (topic === 'growth') return benchGrowth(rest);
  if (topic === 'retention') return benchRetention(rest);
  if (topic === 'checks') return benchChecks(rest);
  if (topic === 'quota') return benchQuota(rest);
  if (topic === 'text') return benchText(rest);
  if (topic === 'billing') return benchBilling(rest);
  if (topic === 'pages-served') return benchPagesServed(rest);
  await benchSite();
});

async function benchSite(): Promise<void> {
  const { subject, pages, locale, runs } = readOptions();
  await buildSite();
  const browser = await findMeasuringBrowser();
  console.log(browser.remark);
  if (subject === 'session') return measureSession(runs, browser);
  if (subject === 'first-press') return measureFirstPress(runs, browser);
  console.log(
    `Lighthouse, mobile, median of ${runs}; × is the ratio to a bare page of text. ` +
      `Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`,
  );
  await withServedSite(async ({ origin }) => {
    const measured = [
      { id: 'baseline', path: baselinePath },
      ...pages.map(({ id, path }) => ({ id, path: localizedPath(path, locale) })),
    ];
    const runsOf = new Map<string, PageRun[]>(measured.map(({ id }) => [id, []]));
    // In rounds, so that other work on the machine affects all pages alike.
    for (let round = 1; round <= runs; round++)
      for (const { id, path } of measured) {
        runsOf.get(id)!.push(await measureWithRetry(origin + path, browser));
        console.log(`Round ${round} of ${runs}: ${id}`);
      }
    report(runsOf);
  });
}

/** Lighthouse sometimes misses the start of a page that it has opened, and asks to be run again. */
async function measureWithRetry(url: string, browser: MeasuringBrowser): Promise<PageRun> {
  try {
    return await measurePage(url, browser);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('NO_NAVSTART')) throw error;
    console.log(`${error.message} Measuring it once more.`);
    return measurePage(url, browser);
  }
}

/** Prints the table and the targets that were missed. */
function report(runsOf: ReadonlyMap<string, readonly PageRun[]>): void {
  const medians = new Map([...runsOf].map(([id, runs]) => [id, medianRun(runs.map(({ measurement }) => measurement))]));
  const baseline = medians.get('baseline')!;
  const rows = [['Page', ...metricNames.map((name) => metrics[name].title), 'Targets']];
  const faults: string[] = [];
  for (const [id, median] of medians) {
    const misses = id === 'baseline' ? undefined : listMisses(id, median);
    const cells = metricNames.map((name) =>
      `${metrics[name].format(median[name])} ${formatRatio(median[name], baseline[name])}`.trim(),
    );
    const verdict = misses ? (misses.length > 0 ? `${misses.length} missed` : 'met') : '';
    rows.push([id, ...cells, verdict]);
    if (!misses) continue;
    const findings = new Set(runsOf.get(id)!.flatMap((run) => run.findings));
    faults.push(...[...misses, ...findings].map((fault) => `  ${id}: ${fault}`));
  }
  console.log(`\n${formatTable(rows)}`);
  if (faults.length > 0) console.log(`\nMissed, and what Lighthouse found in any round:\n${faults.join('\n')}`);
}
