import { expect, it } from 'vitest';
import type { TextRequest } from '../../../shared/api/text.ts';
import type { TextOperation } from '../../../shared/business/text-service.ts';
import { aTextRequest } from '../../../tests/factories/text-api.ts';
import { composePrompt } from './prompt.ts';
import { ToldText } from './told-text.ts';

/** A text in which whatever says `forbidden` is refused by the moderation. */
function aToldText(operation: TextOperation, forbidden: string, given: Partial<TextRequest> = {}) {
  const request = aTextRequest(given);
  const judged: string[] = [];
  const told = new ToldText(operation, request, composePrompt(operation, request), async (text) => {
    judged.push(text);
    if (text.includes(forbidden)) throw new Error('not allowed');
  });
  return { told, judged, said: request.transcript };
}

it.each(['enhance', 'structure'] as const)('%s asks nobody about what was said', async (operation) => {
  const { told, judged, said } = aToldText(operation, 'rob him');
  told.add(said);
  expect(await told.mayBeTold()).toBe(true);
  await told.requireJudged();
  expect(judged).toEqual([]);
});

it.each([
  ['short words', 'Go hit the man, cut off his leg, rob him, gas it all, end him. '.repeat(6)],
  ['single letters', 'k i l l a l l rob him o f t h e m '.repeat(6)],
  ['another script', '去打 那人 抢劫 他们 rob him 全部 '.repeat(6)],
])('%s that nobody said are judged before many of them are told', async (_, invented) => {
  const { told, said } = aToldText('enhance', 'rob him');
  told.add(said);
  let untold = '';
  for (const piece of invented.split(/(?<= )/)) {
    told.add(piece);
    untold = (await told.mayBeTold().catch(() => false)) ? '' : untold + piece;
  }
  expect(untold.length).toBeGreaterThan(invented.length / 3);
  await expect(told.requireJudged()).rejects.toThrow('not allowed');
});

it('and so are short words instead of a long text', async () => {
  const transcript = 'We talked about the garden, the fence and the gate of the neighbours. '.repeat(20);
  const { told } = aToldText('enhance', 'rob him', { transcript });
  let untold = '';
  for (const piece of 'Go hit the man, cut off his leg, rob him, gas it all. '.repeat(20).split(/(?<= )/)) {
    told.add(piece);
    untold = (await told.mayBeTold().catch(() => false)) ? '' : untold + piece;
  }
  expect(untold.length).toBeGreaterThan(transcript.length / 2);
});

it.each([
  ['a script without spaces', '去打那人抢劫他们全部'],
  ['no space at all', 'gohitthemanrobhim'],
])('and so is %s, whose word never ends', async (_, invented) => {
  const { told, said } = aToldText('enhance', invented);
  told.add(said);
  let untold = '';
  for (const piece of Array.from({ length: 20 }, () => invented)) {
    told.add(piece);
    untold = (await told.mayBeTold().catch(() => false)) ? '' : untold + piece;
  }
  expect(untold.length).toBeGreaterThan(invented.length * 10);
});

it('what is tidied is still what was said, however long it is', async () => {
  const transcript = 'so um we have talked about the garden and the fences and uh in 3 weeks they is built '.repeat(30);
  const { told, judged } = aToldText('enhance', 'rob him', { transcript });
  told.add('We talked about the garden and the fences; they are built in 3 weeks. '.repeat(30));
  expect(await told.mayBeTold()).toBe(true);
  await told.requireJudged();
  expect(judged).toEqual([]);
});
