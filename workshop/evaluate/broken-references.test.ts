import { expect, it } from 'vitest';
import { judgeText } from '../../server/service/text/faithfulness/findings.ts';
import { repairText } from '../../server/service/text/faithfulness/repair.ts';
import { composePrompt } from '../../server/service/text/prompt.ts';
import { contentLanguages } from '../../shared/business/product.ts';
import { breakReference, type Damage } from './broken-references.ts';
import { type Dictation, readDictations, requestOf } from './dictations.ts';

/** How much of what was done to the references has to be seen. */
const leastSeen: Record<Damage, number> = {
  ...{ digit: 1, name: 1, paragraph: 1, half: 1, weekday: 1 },
  // In another tone, a sentence may stand for the four words that are gone beside it.
  ...{ addition: 0.99, negation: 0.9, sentence: 0.95, middle: 0.94 },
};

const dictations = contentLanguages.flatMap(readDictations);
/**
 * Of a long text, which has a hundred faults, every nth, and of one of twenty minutes fewer still; those that each text
 * has once are all looked for. All of a long one before a release: FAULT_STRIDE=1 npm test -- broken-references.
 */
const longStride = Number(process.env.FAULT_STRIDE ?? 4);
const strides: Record<string, number> = {
  long: longStride,
  'long-punctuated': longStride,
  'twenty-minutes': 4 * longStride,
};
const once: readonly Damage[] = ['half', 'middle', 'addition'];

/** Asked of each text that is written of one dictation, whose prompt and transcript are read once. */
function checkOf(dictation: Dictation) {
  const { operation: asked, request } = requestOf(dictation);
  // A list is judged as every other text: what its form becomes is another matter.
  const operation = asked === 'structure' ? 'enhance' : asked;
  const prompt = composePrompt(operation, request);
  return async (text: string) => {
    const repaired = repairText(operation, request, text);
    const { findings } = await judgeText(operation, request, prompt, repaired);
    return { findings, isRepaired: repaired !== text.trim() };
  };
}

it.each(dictations)('$language $kind is accepted as it should be written, and as it was said', async (dictation) => {
  const { transcript, reference } = dictation;
  const findIn = checkOf(dictation);
  const faultless = { findings: [], isRepaired: false };
  expect(await findIn(reference)).toEqual(faultless);
  if (dictation.operation === 'generate') return;
  expect(await findIn(transcript)).toEqual(faultless);
  expect(await findIn(`${transcript[0]!.toUpperCase()}${transcript.slice(1)}.`)).toEqual(faultless);
  expect(await findIn(reference.replaceAll(', ', ' – '))).toEqual(faultless);
  expect(await findIn(reference.replace(/([.!?]) (?=\p{Lu})/gu, '$1\n\n'))).toEqual(faultless);
});

async function countSeen(dictation: Dictation, seen: Map<Damage, boolean[]>): Promise<void> {
  const findIn = checkOf(dictation);
  const stride = strides[dictation.kind] ?? 1;
  // Said with and without marks, a long text is the same: other faults of it are looked for.
  const first = dictation.kind === 'long-punctuated' ? Math.floor(stride / 2) : 0;
  for (const [index, { damage, text }] of breakReference(dictation).entries()) {
    if (index % stride !== first && !once.includes(damage)) continue;
    const { findings } = await findIn(text);
    seen.set(damage, [...(seen.get(damage) ?? []), findings.length > 0]);
  }
}

it('a reference that was broken on purpose is seen', { timeout: 300_000 }, async () => {
  const seen = new Map<Damage, boolean[]>();
  for (const dictation of dictations.filter(({ operation }) => operation !== 'generate'))
    await countSeen(dictation, seen);
  const all = [...seen.values()].flat();
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;
  expect(all.length).toBeGreaterThan(2_000);
  expect(share(all)).toBeGreaterThan(0.95);
  for (const [damage, least] of Object.entries(leastSeen)) {
    const of = seen.get(damage as Damage)!;
    expect(share(of), `${damage}: ${of.filter(Boolean).length} of ${of.length}`).toBeGreaterThanOrEqual(least);
  }
});
