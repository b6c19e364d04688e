/**
 * `npm run bench -- downloads`: a file as large as the installer, downloaded with curl that is killed and resumed; the
 * throughput of one and of 50 streams as a ratio to nginx in the same run; and the pages meanwhile.
 * Options: --gigabytes 28  --kills 20  --streams 50  --only pages,throughput,resuming
 */
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSite } from '../../../scripts/commands/build.ts';
import { ExplainedError } from '../../../scripts/commands/step.mjs';
import { installer } from '../../../shared/business/product.ts';
import { paths } from '../../../shared/paths.ts';
import { formatTable } from '../measurement.ts';
import { type BenchSite, withBenchSite } from './bench-site.ts';
import { downloadWithKills } from './resumed-download.ts';
import { measurePage, measureThroughput, startClients, withNginx } from './throughput.ts';

/** The server's targets. */
const targets = { memoryGrowth: 60 * 1024 * 1024, nginxRatio: 0.6, pageRatio: 3 } as const;

/** A server's usual connection: 2 Gbit/s. */
const lineMegabytesPerSecond = 250;

const rounds = 3;
const pageRequests = 100;

/** In total for all streams of a measurement. */
const throughputBytes = 4_000_000_000;

export async function benchDownloads(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      gigabytes: { type: 'string', default: String(installer.downloadGigabytes) },
      kills: { type: 'string', default: '20' },
      streams: { type: 'string', default: '50' },
      only: { type: 'string', default: 'pages,throughput,resuming' },
    },
  });
  const [gigabytes, kills, streams] = [values.gigabytes, values.kills, values.streams].map(Number) as [
    number,
    number,
    number,
  ];
  if (!(gigabytes >= 1 && kills >= 0 && streams >= 1 && streams <= 50))
    throw new ExplainedError('Give --gigabytes and --kills a number, and --streams one from 1 to 50.');
  await buildSite();
  const load = `${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors`;
  console.log(`A file of ${gigabytes} GB. Load of this machine: ${load}.`);
  await withBenchSite(gigabytes * 1e9, async (site) => {
    const rows = [['Measurement', 'Result', 'Target', '']];
    const only = values.only.split(',');
    if (only.includes('pages')) rows.push(...(await benchPages(site, streams)));
    if (only.includes('throughput')) rows.push(...(await benchThroughput(site, streams)));
    if (only.includes('resuming')) rows.push(...(await benchResuming(site, kills)));
    const left = await leftOpen(site);
    rows.push(['descriptors left open', String(left), '0', verdict(left === 0)]);
    console.log(`\n${formatTable(rows)}`);
  });
}

/**
 * First as over a line of two gigabits a second, then without limits, when the clients themselves take up the
 * processors.
 */
async function benchPages(site: BenchSite, streams: number): Promise<string[][]> {
  const page = site.origin + paths.pricing;
  const links = Array.from({ length: streams }, site.link);
  const rows: string[][] = [];
  await measurePage(page, pageRequests);
  for (const megabytesPerSecond of [lineMegabytesPerSecond / streams, undefined]) {
    const [idles, busies]: [number[], number[]] = [[], []];
    let growth = 0;
    // In turn, as with the throughput.
    for (let round = 0; round < rounds; round++) {
      idles.push(await measurePage(page, pageRequests));
      const idleMemory = site.memory();
      const end = startClients(links, megabytesPerSecond && Math.ceil(megabytesPerSecond));
      busies.push(await measurePage(page, pageRequests));
      growth = Math.max(growth, site.memory() - idleMemory);
      await end();
      await leftOpen(site);
    }
    const [idle, busy] = [median(idles), median(busies)];
    const ratio = busy / idle;
    const how = megabytesPerSecond ? 'over a line of 2 Gbit/s' : 'as fast as they can';
    console.log(`Pages: p95 ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms with ${streams} downloads ${how}.`);
    const target = megabytesPerSecond ? [`× ${targets.pageRatio}`, verdict(ratio <= targets.pageRatio)] : ['', ''];
    rows.push([`page p95, ${streams} downloads ${how}`, `${busy.toFixed(1)} ms, × ${ratio.toFixed(1)}`, ...target]);
    rows.push([`memory, ${streams} downloads ${how}`, `+${megabytes(growth)}`, '', '']);
  }
  return rows;
}

async function benchThroughput(site: BenchSite, streams: number): Promise<string[][]> {
  const link = site.link();
  const measured = await withNginx(site.filePath, async (nginx) => {
    const rows: string[][] = [];
    for (const count of [1, streams]) {
      const bytesEach = Math.floor(Math.min(throughputBytes, site.sizeBytes) / count);
      const ours: number[] = [];
      const theirs: number[] = [];
      // In turn, so that other work on the machine affects both alike.
      for (let round = 0; round < rounds; round++) {
        theirs.push(await measureThroughput(new Array(count).fill(nginx), bytesEach));
        // A link has a limit of its own; each of many streams belongs to somebody else.
        const addresses = count === 1 ? [link] : Array.from({ length: count }, (_, n) => linkFor(site, n));
        ours.push(await measureThroughput(addresses, bytesEach));
      }
      const ratio = median(ours) / median(theirs);
      console.log(`${count} streams: ${rate(median(ours))}, nginx ${rate(median(theirs))}.`);
      rows.push([
        `throughput, ${count} streams`,
        `${rate(median(ours))}, × ${ratio.toFixed(2)} of nginx`,
        `× ${targets.nginxRatio}`,
        verdict(ratio >= targets.nginxRatio),
      ]);
    }
    return rows;
  });
  return measured ?? [['throughput', 'not measured: nginx is not installed (apt-get install nginx-light)', '', '']];
}

/** Four links are enough for 50 streams, because each allows 16. */
const shared = new Map<number, string>();
function linkFor(site: BenchSite, n: number): string {
  const index = n % 4;
  const link = shared.get(index) ?? site.link();
  shared.set(index, link);
  return link;
}

async function benchResuming(site: BenchSite, kills: number): Promise<string[][]> {
  const { kills: killed, sameHash, memoryGrowth, seconds } = await downloadWithKills(site, kills);
  return [
    [
      `curl killed ${killed} times and resumed`,
      `${sameHash ? 'the same' : 'ANOTHER'} SHA-256 after ${seconds.toFixed(0)} s`,
      'the same',
      verdict(sameHash),
    ],
    [
      'memory meanwhile',
      `+${megabytes(memoryGrowth)}`,
      `+${megabytes(targets.memoryGrowth)}`,
      verdict(memoryGrowth <= targets.memoryGrowth),
    ],
  ];
}

/** What is still open a while after the last client has left; the server only learns of that when it gets its turn. */
async function leftOpen(site: BenchSite): Promise<number> {
  for (let seconds = 0; seconds < 10 && site.openFiles() > 0; seconds++) await wait(1000);
  return site.openFiles();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function rate(bytesPerSecond: number): string {
  return `${(bytesPerSecond / 1e6).toFixed(0)} MB/s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

function verdict(met: boolean): string {
  return met ? 'met' : 'MISSED';
}
