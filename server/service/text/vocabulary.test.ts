import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findResembling } from './vocabulary.ts';

it.each([
  ['Parakeet', 'the para keet model', true],
  ['NeMo Canary', 'with nemo kanari today', true],
  ['Åsa Müller', 'asa mueller called', true],
  ['Zwingli', 'the meeting was moved', false],
  ['GPT-5', 'gpt 5 is faster', true],
  ['Bern', 'we learn a lot', false],
  ['one two three four five six seven eight nine', 'say one two three four five six and stop', true],
])('%s in "%s": %s', (term, transcript, isFound) => {
  expect(findResembling([term], transcript)).toEqual(isFound ? [term] : []);
});

/** In its plainest form. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1), row[j]! + 1, next[j - 1]! + 1);
    row = next;
  }
  return row[other.length]!;
}

it('finds exactly what is close enough', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'z'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(word, word, (term, said) => {
      expect(findResembling([term], said)).toEqual(
        distance(term, said) <= Math.floor(term.length * 0.34) ? [term] : [],
      );
    }),
    { numRuns: 2_000 },
  );
});
