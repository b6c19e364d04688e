import { expect, it } from 'vitest';
import { judgeText } from '../../server/service/text/faithfulness/findings.ts';
import { repairText } from '../../server/service/text/faithfulness/repair.ts';
import { composePrompt } from '../../server/service/text/prompt.ts';
import { contentLanguages } from '../../shared/business/product.ts';
import { breakReference, type Damage } from './broken-references.ts';
import { type Dictation, readDictations } from './dictations.ts';

/** How much of what was done to the references has to be seen. */
const leastSeen: Record<Damage, number> = {
  ...{ digit: 1, name: 1, paragraph: 1, half: 1, weekday: 1, addition: 1 },
  ...{ negation: 0.9, sentence: 0.95 },
};

const dictations = contentLanguages.flatMap(readDictations);

async function findIn({ language, transcript }: Dictation, text: string) {
  const request = { language, transcript, tone: 'neutral' } as const;
  const repaired = repairText('enhance', request, text);
  const { findings } = await judgeText('enhance', request, composePrompt('enhance', request), repaired);
  return { findings, isRepaired: repaired !== text.trim() };
}

it.each(dictations)('$language $kind is accepted as it should be written, and as it was said', async (dictation) => {
  const { transcript, reference } = dictation;
  const faultless = { findings: [], isRepaired: false };
  expect(await findIn(dictation, reference)).toEqual(faultless);
  expect(await findIn(dictation, transcript)).toEqual(faultless);
  expect(await findIn(dictation, `${transcript[0]!.toUpperCase()}${transcript.slice(1)}.`)).toEqual(faultless);
  expect(await findIn(dictation, reference.replaceAll(', ', ' – '))).toEqual(faultless);
  expect(await findIn(dictation, reference.replace(/([.!?]) (?=\p{Lu})/gu, '$1\n\n'))).toEqual(faultless);
});

it('a reference that was broken on purpose is seen', { timeout: 300_000 }, async () => {
  const seen = new Map<Damage, boolean[]>();
  for (const dictation of dictations)
    for (const { damage, text } of breakReference(dictation)) {
      const { findings } = await findIn(dictation, text);
      seen.set(damage, [...(seen.get(damage) ?? []), findings.length > 0]);
    }
  const all = [...seen.values()].flat();
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;
  expect(all.length).toBeGreaterThan(1_300);
  expect(share(all)).toBeGreaterThan(0.95);
  for (const [damage, least] of Object.entries(leastSeen)) {
    const of = seen.get(damage as Damage)!;
    expect(share(of), `${damage}: ${of.filter(Boolean).length} of ${of.length}`).toBeGreaterThanOrEqual(least);
  }
});
