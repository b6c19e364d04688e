import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentLanguages } from '../../shared/business/product.ts';
import { type AiStandIn, startAiStandIn } from '../../tests/factories/ai-stand-in.ts';
import { readDictations } from './dictations.ts';
import { evaluate, formatReport, formatUnchanged, type Outcome, summarize } from './evaluation.ts';

let ai: AiStandIn;
beforeAll(async () => {
  ai = await startAiStandIn();
});
afterAll(() => ai.close());

const countOf = (...languages: (typeof contentLanguages)[number][]) => languages.flatMap(readDictations).length;

const wanted = { models: ['gpt-5'], languages: ['en-GB', 'fr'] as const };

it('every dictation of every language is asked for, and every one counts', { timeout: 600_000 }, async () => {
  ai.misbehave();
  const outcomes = await evaluate({ ...wanted, languages: contentLanguages, settings: ai.settings });
  expect(outcomes).toHaveLength(countOf(...contentLanguages));
  for (const language of contentLanguages) {
    const all = summarize(outcomes.filter((outcome) => outcome.language === language));
    expect(all, language).toMatchObject({ texts: countOf(language), failed: 0 });
    expect(all.survival, language).toBeGreaterThan(0.7);
    expect(all.wordErrors, language).toBeLessThan(0.6);
  }
  const lines = formatReport(outcomes).split('\n');
  expect(lines).toHaveLength(3 + contentLanguages.length);
  expect(lines[2]).toMatch(
    new RegExp(`^\\| gpt-5 \\| [\\w-]+ \\| ${countOf('en-US')} \\| 0 \\| \\d+ \\| [\\d.]+ % \\|`),
  );
  expect(lines.at(-1)).toContain(`| gpt-5 | all | ${countOf(...contentLanguages)} |`);
});

it('a writer of the references is believed in every language, each figure included', { timeout: 600_000 }, async () => {
  const dictations = contentLanguages.flatMap(readDictations);
  ai.misbehave({ texts: Object.fromEntries(dictations.map(({ transcript, reference }) => [transcript, reference])) });
  const outcomes = await evaluate({ ...wanted, languages: contentLanguages, settings: ai.settings });
  expect(outcomes.filter(({ state }) => state !== 'written')).toEqual([]);
  expect(outcomes).toHaveLength(dictations.length);
  expect(summarize(outcomes)).toMatchObject({ wordErrors: 0, survival: 1, numbers: 1 });
});

/**
 * What stands before a hesitation may have been taken back by it: a comparison of words cannot tell. Nor does it mind two words of
 * a sentence that is not short (`limits.neutral.lostRun`).
 */
const unseen: Record<string, string[]> = {
  'drops-middle': [
    ...['en-GB previous', 'de self-correction', 'de list', 'de self-correction-punctuated', 'de list-punctuated'],
    ...['de vocabulary', 'de previous'],
  ],
};

/** A text in other words than those that were said is measured by its values (broken-references.test.ts), not by its words. */
const isInOtherWords = ({ kind }: Outcome) => /^(?:generate|formal|friendly)/.test(kind);

const falsifying = ['answers', 'translates', 'drops-middle', 'leaks', 'truncates', 'adds-facts', 'says-nothing'];

it.each(falsifying)(
  'of a model that %s nothing is believed but what was said',
  { timeout: 180_000 },
  async (behaviour) => {
    ai.misbehave({ models: { 'gpt-5': { behaviour } } });
    const outcomes = await evaluate({ ...wanted, languages: ['en-GB', 'de'], settings: ai.settings });
    // A sentence at fault falls back alone: what is left of the text may be good.
    const isFalse = ({ state, survival, newWords }: Outcome) => state === 'written' && (survival < 1 || newWords > 0);
    const believed = outcomes
      .filter((each) => isFalse(each) && !isInOtherWords(each))
      .map(({ language, kind }) => `${language} ${kind}`);
    expect(believed).toEqual(unseen[behaviour] ?? []);
    if (behaviour === 'answers') expectRefusalsTold(outcomes.filter(({ language }) => language === 'en-GB'));
  },
);

function expectRefusalsTold(outcomes: readonly Outcome[]): void {
  const { texts: all, unchanged } = summarize(outcomes);
  expect(all).toBe(countOf('en-GB'));
  expect(unchanged).toBeGreaterThan(6);
  const lines = formatUnchanged(outcomes)!.split('\n').slice(2);
  const counted = lines.map((line) => Number(/^\| gpt-5 \| [\w-]+ \| [a-z]+-?[a-z]* \| (\d+) \|$/.exec(line)?.[1]));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(unchanged);
}

it('the command prints the report, and says that it measured the stand-in', { timeout: 300_000 }, async () => {
  const command = path.join(import.meta.dirname, 'evaluate.ts');
  const { OPENAI_API_KEY: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--languages', 'sv'], { env });
  expect(stdout).toContain(`| gpt-5 | sv | ${countOf('sv')} | 0 |`);
  expect(stdout).toContain('STAND-IN');
});

it('a model that answers nothing is the worst, not the best', { timeout: 180_000 }, async () => {
  ai.misbehave({ models: { 'gpt-5': { status: 500 } } });
  const failed = summarize(await evaluate({ ...wanted, languages: ['fr'], settings: ai.settings }));
  expect(failed).toEqual({
    ...{ texts: countOf('fr'), failed: countOf('fr'), unchanged: 0 },
    ...{ wordErrors: 1, survival: 0, newWords: 1, numbers: 0, isInLanguage: 0 },
  });
  expect(formatUnchanged([])).toBeUndefined();
});
