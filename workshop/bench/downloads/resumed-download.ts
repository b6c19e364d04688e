import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ExplainedError } from '../../../scripts/commands/step.mjs';
import type { BenchSite } from './bench-site.ts';

interface ResumedDownload {
  /** How often the client was killed. */
  kills: number;
  sameHash: boolean;
  /** The largest growth of the server's memory above what it used before, in bytes. */
  memoryGrowth: number;
  seconds: number;
}

const sampleMs = 200;

/**
 * Downloads the file with curl, which is killed at random and resumed from the byte it had reached. What arrives is
 * hashed and not stored, so that a file of 28 GB needs no space.
 */
export async function downloadWithKills(site: BenchSite, kills: number): Promise<ResumedDownload> {
  const url = site.link();
  const hash = createHash('sha256');
  const expected = hashOf(createReadStream(site.filePath, { highWaterMark: 4 * 1024 * 1024 }));
  const idleMemory = site.memory();
  let mostMemory = idleMemory;
  const watch = setInterval(() => {
    mostMemory = Math.max(mostMemory, site.memory());
  }, sampleMs);
  const startedAt = performance.now();
  // Random places, and so random moments, spread over the whole file.
  const places = Array.from({ length: kills }, () => Math.random() * site.sizeBytes).toSorted((a, b) => a - b);
  let received = 0;
  let killed = 0;
  try {
    while (received < site.sizeBytes) {
      const before = received;
      const curl = startCurl(url, received);
      for await (const chunk of curl.stdout as Readable) {
        hash.update(chunk as Buffer);
        received += (chunk as Buffer).length;
        const place = places[killed];
        if (place === undefined || received < place) continue;
        killed += 1;
        curl.kill('SIGKILL');
        break;
      }
      await wait(10);
      if (received === before) throw new ExplainedError(`The server sent nothing from byte ${received} on.`);
    }
  } finally {
    clearInterval(watch);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const sameHash = hash.digest('hex') === (await expected);
  return { kills: killed, sameHash, memoryGrowth: mostMemory - idleMemory, seconds };
}

function startCurl(url: string, from: number): ChildProcess {
  const args = ['--silent', '--fail', '--output', '-', '--continue-at', String(from), url];
  return spawn('curl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
