/**
 * `npm run mutants -- 20`: breaks the code in so many random places, one at a time and in a copy of the last commit, and tells what
 * nobody notices: neither the types nor the tests beside the place (`npm run t`) nor, with `--all`, the whole of `npm test`. A place that
 * survives wants a test, or does not matter; look at each.
 * Options: --seed 7: the same places again  --under server/billing/bank: only there  --all
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { runCommand } from '../../server/operator/run-command.ts';
import { type Mutant, mutantsOf, mutantsOfSentences, mutate, randomNumbers } from './mutants.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What people meet; where tests and what they need stand is broken by nobody. */
const code = /^(app|server|shared)\/.*\.tsx?$|^content\/(messages|server)\/.*\.json$/;
const notCode = /\.test\.tsx?$|\/testing\/|\/migrations\/|\.tables\.ts$|\.d\.ts$/;

/** What could notice, in order: the cheapest first. */
const notice = [
  { name: 'types', command: ['scripts/commands/launch.mjs', 'scripts/commands/types.ts'] },
  { name: 'tests beside it', command: ['scripts/commands/launch.mjs', 'scripts/commands/touched-tests.ts'] },
] as const;
const noticeAll = { name: 'npm test', command: ['scripts/commands/launch.mjs', 'scripts/commands/test.ts'] } as const;

type Stages = readonly { name: string; command: readonly string[] }[];

/** Who noticed it, and the first failure that they name: on a busy machine, or in another place, it may be about something else. */
interface Notice {
  name: string;
  by: string;
}

/** Of Vitest, of Playwright, of the types. */
const firstFailure = /^ FAIL .*|^ {2}1\) .*|^.*: error TS.*/m;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, under: { type: 'string', default: '' }, all: { type: 'boolean' } },
  });
  const count = Number(positionals[0] ?? 10);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(count) || !Number.isInteger(seed))
    throw new ExplainedError('Say how many: npm run mutants -- 20.');
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-mutants-'));
  try {
    execFileSync('git', ['clone', '--quiet', root, copy]);
    const stages = values.all ? [...notice, noticeAll] : notice;
    // What is red without a mutant would notice each of them.
    const red = findNotice(copy, stages);
    if (red) throw new ExplainedError(`Nothing is broken yet, and ${red.name} fails (${red.by}): mend that first.`);
    const noticed: (Notice | undefined)[] = [];
    for (const { file, mutant, line } of drawMutants(copy, count, randomNumbers(seed), values.under)) {
      const found = breakOnce(copy, file, mutant, stages);
      noticed.push(found);
      const change = `${mutant.was.slice(0, 60)} -> ${mutant.is.slice(0, 60)}`.replaceAll(/\s+/g, ' ');
      console.log(`${(found?.name ?? 'NOBODY').padEnd(16)} ${file}:${line}  ${change}`);
      if (found) console.log(`${' '.repeat(17)}${found.by}`);
    }
    console.log(`\n${noticed.filter(Boolean).length} of ${noticed.length} were noticed; again with --seed ${seed}`);
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
});

/** Files first, then a place in the file, so that long files are not broken most. */
function drawMutants(folder: string, count: number, random: () => number, under: string) {
  const files = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((file) => code.test(file) && !notCode.test(file) && file.startsWith(under));
  const drawn: { file: string; mutant: Mutant; line: number }[] = [];
  for (let tries = 0; drawn.length < count && tries < 100 * count; tries++) {
    const file = files[Math.floor(random() * files.length)];
    if (!file) throw new ExplainedError(`There is no code under ${under}.`);
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    const mutants = file.endsWith('.json') ? mutantsOfSentences(text) : mutantsOf(file, text);
    const mutant = mutants[Math.floor(random() * mutants.length)];
    if (mutant) drawn.push({ file, mutant, line: text.slice(0, mutant.start).split('\n').length });
  }
  return drawn;
}

function breakOnce(folder: string, file: string, mutant: Mutant, stages: Stages): Notice | undefined {
  const place = path.join(folder, file);
  const whole = fs.readFileSync(place, 'utf8');
  fs.writeFileSync(place, mutate(whole, mutant));
  try {
    return findNotice(folder, stages);
  } finally {
    fs.writeFileSync(place, whole);
  }
}

/** Who noticed it first, if anybody. */
function findNotice(folder: string, stages: Stages): Notice | undefined {
  for (const { name, command } of stages) {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) return { name, by: firstFailure.exec(`${stdout}${stderr}`)?.[0].trim() ?? 'It names no test.' };
  }
  return undefined;
}
