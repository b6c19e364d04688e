import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AiStandIn, startAiStandIn } from '../../tests/factories/ai-stand-in.ts';
import { dictationKinds } from './dictations.ts';
import { evaluate, formatReport, summarize } from './evaluation.ts';

let ai: AiStandIn;
beforeAll(async () => {
  ai = await startAiStandIn();
});
afterAll(() => ai.close());

const wanted = { models: ['gpt-5'], languages: ['en-GB', 'fr'] as const };

it('every dictation of a language is asked for, and every one counts', { timeout: 180_000 }, async () => {
  ai.misbehave();
  const outcomes = await evaluate({ ...wanted, settings: ai.settings });
  expect(outcomes).toHaveLength(2 * dictationKinds.length);
  const all = summarize(outcomes);
  expect(all).toMatchObject({ texts: 24, failed: 0 });
  expect(all.survival).toBeGreaterThan(0.7);
  expect(all.wordErrors).toBeLessThan(0.6);
  const lines = formatReport(outcomes).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[2]).toMatch(/^\| gpt-5 \| en-GB \| 12 \| 0 \| \d+ \| [\d.]+ % \|/);
  expect(lines.at(-1)).toMatch(/^\| gpt-5 \| all \| 24 \|/);
});

it('a model that answers nothing is the worst, not the best', { timeout: 180_000 }, async () => {
  ai.misbehave({ models: { 'gpt-5': { status: 500 } } });
  const failed = summarize(await evaluate({ ...wanted, languages: ['fr'], settings: ai.settings }));
  expect(failed).toEqual({
    ...{ texts: 12, failed: 12, unchanged: 0 },
    ...{ wordErrors: 1, survival: 0, newWords: 1, numbers: 0, isInLanguage: 0 },
  });
});

it('a model whose texts are refused by the checks is told', { timeout: 180_000 }, async () => {
  ai.misbehave({ models: { 'gpt-5': { behaviour: 'answers' } } });
  const { texts, unchanged } = summarize(await evaluate({ ...wanted, languages: ['en-GB'], settings: ai.settings }));
  expect(texts).toBe(12);
  expect(unchanged).toBeGreaterThan(6);
});
