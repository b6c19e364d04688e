/**
 * `npm run bench -- checks`: what it costs to judge made-up texts of 3,000 words, and those as long as the longest transcript, as a share
 * of an ordinary one of 3,000 words, in turn within one run. A text of numbers alone once took 25 seconds, for which nobody else was
 * answered.
 * Options: --rounds 5
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { judgeText } from '../../../server/service/text/faithfulness/findings.ts';
import { composePrompt } from '../../../server/service/text/prompt.ts';
import type { TextRequest } from '../../../shared/api/text.ts';
import { longestRecordingSeconds, longestTranscript } from '../../../shared/business/text-service.ts';
import { readDictations } from '../../evaluate/dictations.ts';
import { formatTable, medianOf } from '../measurement.ts';
import { madeUpTexts, makeUpText } from './made-up-texts.ts';

const target = 8;
const words = 3000;
const longest = longestTranscript(longestRecordingSeconds('high'));

function anOrdinaryText() {
  const { transcript, reference } = readDictations('en-GB').find(({ kind }) => kind === 'long')!;
  const times = Math.ceil(words / transcript.split(' ').length);
  return [transcript, reference].map((text) => `${text} `.repeat(times)) as [string, string];
}

async function time([transcript, text]: readonly [string, string]): Promise<number> {
  const request: TextRequest = { transcript, language: 'en-GB', tone: 'neutral' };
  const prompt = composePrompt('enhance', request);
  // Of this thread alone: other work on the machine does not count.
  const start = process.threadCpuUsage();
  await judgeText('enhance', request, prompt, text);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

export async function benchChecks(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  console.log(`Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`);
  const ordinary = anOrdinaryText();
  const textsOf = (size: string, most: number, characters?: number) =>
    Object.entries(madeUpTexts).map(([name, wordsOf]) => {
      const { transcript, text } = makeUpText(wordsOf, most, characters);
      return [`${name}, ${size}`, [transcript, text]] as const;
    });
  const texts = [
    ...textsOf('3,000 words', words),
    ...textsOf(`${longest.toLocaleString('en')} characters`, Number.POSITIVE_INFINITY, longest),
  ];
  const times = new Map<string, number[]>([
    ['ordinary', []],
    ...texts.map(([name]) => [name, []] as [string, number[]]),
  ]);
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const [name, pair] of [['ordinary', ordinary] as const, ...texts]) {
      const taken = await time(pair);
      // The first round compiles.
      if (round > 0) times.get(name)!.push(taken);
    }
  const usual = medianOf(times.get('ordinary')!);
  const rows = texts.map(([name]) => {
    const median = medianOf(times.get(name)!);
    const ratio = median / usual;
    return [name, median.toFixed(0), ratio.toFixed(1), `≤ ${target}`, ratio <= target ? 'met' : 'MISSED'];
  });
  console.log(
    `\n${formatTable([['', 'ms', '× ordinary', 'Target', ''], ['ordinary, 3,000 words', usual.toFixed(0), '1', '', ''], ...rows])}`,
  );
}
