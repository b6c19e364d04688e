import fs from 'node:fs';
import path from 'node:path';
import type { TimedFile } from './test-counts.ts';

/** A set of tests that people wait for, and the minutes that it is meant to take on two processors with nothing else to do. */
export interface Tier {
  name: 'npm run t' | 'npm test' | 'the tests of npm run check';
  minutes: number;
}

/** What a run may take longer than the last before it is told: machines are busy in turns. */
const grown = { times: 1.5, seconds: 5 } as const;
const dearest = 10;

const cacheFolder = path.resolve(import.meta.dirname, '../../node_modules/.cache/test-times');

/**
 * What a run of a tier cost, in lines: its minutes and those it is meant to take, its dearest files, and what took clearly
 * longer than in the run before, which is remembered for the next one. It fails nothing: a machine may be busy.
 */
export function describeTimes(
  { name, minutes }: Tier,
  { seconds, files }: { seconds: number; files: readonly TimedFile[] },
  folder = cacheFolder,
): string[] {
  const memory = path.join(folder, `${name.replaceAll(' ', '-')}.json`);
  const before = readTimes(memory);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(memory, JSON.stringify(Object.fromEntries(files.map((each) => [each.file, each.seconds]))));
  const inOrder = files.toSorted((one, other) => other.seconds - one.seconds);
  const longer = inOrder.filter(({ file, seconds: now }) => {
    const then = before?.[file];
    return then !== undefined && now > then * grown.times && now > then + grown.seconds;
  });
  const line = ({ file, seconds: each }: TimedFile, more = '') => `${each.toFixed(1).padStart(8)} s  ${file}${more}`;
  return [
    `${name}: ${(seconds / 60).toFixed(1)} minutes, of ${minutes} on two processors with nothing else to do. The dearest:`,
    ...inOrder.slice(0, dearest).map((each) => line(each)),
    ...(longer.length > 0 ? ['Longer than in the run before:'] : []),
    ...longer.slice(0, dearest).map((each) => line(each, `, ${before![each.file]!.toFixed(1)} s before`)),
  ];
}

function readTimes(file: string): Record<string, number> | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    // The first run, or one that broke off while it was written.
    return undefined;
  }
}
