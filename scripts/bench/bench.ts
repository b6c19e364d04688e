/**
 * `npm run bench`: measures the pages of the built site as a visitor's phone gets them, through HTTP/2 and compression,
 * and prints each number with its ratio to a bare page of text that was measured in the same run.
 * Options: --pages landing,pricing  --locale de  --runs 7
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { routes } from '../../app/routes.ts';
import { defaultLocale, isLocale, type Locale } from '../../shared/locales.ts';
import { localizedPath } from '../../shared/paths.ts';
import { buildSite } from '../commands/build.ts';
import { runCommand } from '../commands/command.ts';
import { findFreePorts } from '../commands/ports.ts';
import { describeSite } from '../commands/site.ts';
import { startProcess, waitForServer } from '../commands/site-processes.ts';
import { ExplainedError } from '../commands/step.mjs';
import { makeCertificate } from './certificate.ts';
import { baselinePath, startFront } from './front.ts';
import { measurePage, type PageRun } from './measure-page.ts';
import { formatRatio, formatTable, listMisses, medianRun, metricNames, metrics } from './measurement.ts';

interface Options {
  pages: { id: string; path: string }[];
  locale: Locale;
  runs: number;
}

const indexed = routes.flatMap(({ id, indexed, paths: [path] }) => (indexed && path ? [{ id, path }] : []));

/** Throws, naming what there is, when an option cannot be used. */
function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      locale: { type: 'string', default: defaultLocale },
      runs: { type: 'string', default: '3' },
    },
  });
  const names = values.pages?.split(',') ?? indexed.map(({ id }) => id);
  const pages = names.map((name) => {
    const page = indexed.find(({ id }) => id === name);
    if (!page) throw new ExplainedError(`There is no page "${name}". Pages: ${indexed.map(({ id }) => id).join(', ')}`);
    return page;
  });
  if (!isLocale(values.locale)) throw new ExplainedError(`The site does not speak "${values.locale}".`);
  if (!/^[1-9]\d?$/.test(values.runs)) throw new ExplainedError('Give --runs a number from 1 to 99.');
  return { pages, locale: values.locale, runs: Number(values.runs) };
}

/** Serves the built site behind the front while `use` runs. */
async function withServedSite(use: (origin: string) => Promise<void>): Promise<void> {
  const [frontPort, port, loginPort] = (await findFreePorts(3)) as [number, number, number];
  const origin = `https://localhost:${frontPort}`;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-bench-'));
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    LOGIN_PORT: String(loginPort),
    SITE_ORIGIN: origin,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  };
  const server = startProcess('server', environment, () => {});
  try {
    await waitForServer(server, describeSite(environment).config).catch((error: Error) => {
      throw new ExplainedError(`${error.message}\n${server.output()}`);
    });
    const front = await startFront(frontPort, port, makeCertificate());
    await use(origin).finally(front.close);
  } finally {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

await runCommand(async () => {
  const { pages, locale, runs } = readOptions();
  await buildSite();
  console.log(
    `Lighthouse, mobile, median of ${runs}; × is the ratio to a bare page of text. ` +
      `Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`,
  );
  await withServedSite(async (origin) => {
    const measured = [
      { id: 'baseline', path: baselinePath },
      ...pages.map(({ id, path }) => ({ id, path: localizedPath(path, locale) })),
    ];
    const runsOf = new Map<string, PageRun[]>(measured.map(({ id }) => [id, []]));
    // In rounds, so that whatever else the machine does meanwhile falls on all pages alike.
    for (let round = 1; round <= runs; round++)
      for (const { id, path } of measured) {
        runsOf.get(id)!.push(await measurePage(origin + path));
        console.log(`Round ${round} of ${runs}: ${id}`);
      }
    report(runsOf);
  });
});

/** Prints the table and what remains to be done. */
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
