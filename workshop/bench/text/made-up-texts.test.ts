import { expect, it } from 'vitest';
import { judgeText } from '../../../server/service/text/faithfulness/findings.ts';
import { keepFaultless } from '../../../server/service/text/faithfulness/keep-sentences.ts';
import { repairText } from '../../../server/service/text/faithfulness/repair.ts';
import { composePrompt } from '../../../server/service/text/prompt.ts';
import { longestRecordingSeconds, longestTranscript } from '../../../shared/business/text-service.ts';
import { aTextRequest } from '../../../tests/factories/text-api.ts';
import { madeUpTexts, makeUpText } from './made-up-texts.ts';

const longest = longestTranscript(longestRecordingSeconds('high'));
/** Words that say what was said, in whatever order; the others say something else. */
const asSaid = ['one number, in words', 'one digit', 'all numbers in their order', 'one word'];

it.each(Object.entries(madeUpTexts))('judges %s, as long as twenty minutes of speech', async (name, wordsOf) => {
  const { transcript, text } = makeUpText(wordsOf, 3_000, longest);
  for (const tone of ['neutral', 'friendly'] as const) {
    const request = aTextRequest({ transcript, tone });
    const { findings, comparison } = await judgeText('enhance', request, composePrompt('enhance', request), text);
    const kept = comparison && findings.length ? keepFaultless(comparison, findings) : undefined;
    expect(kept).not.toBe('');
    if (tone === 'neutral') expect(findings.length === 0, findings[0]?.kind).toBe(asSaid.includes(name));
  }
});

it.each([
  ['empty lines', (gap: string) => `One.${gap}Two`, '\n'],
  ['spaces within quotes', (gap: string) => `"One${gap}two`, ' '],
])('repairs a text with thousands of %s', (_, textOf, gap) => {
  const repaired = repairText('enhance', aTextRequest({ transcript: 'one two' }), textOf(gap.repeat(longest)));
  expect(repaired).toBe(textOf(gap.repeat(20)));
});
