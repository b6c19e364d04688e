import { expect, it } from 'vitest';
import { mutantsOf, mutantsOfSentences, mutate, randomNumbers } from './mutants.ts';

const changed = (code: string, file = 'example.tsx') => mutantsOf(file, code).map((mutant) => mutate(code, mutant));

it.each([
  ['const a = b <= c;', ['const a = b < c;']],
  ['const a = b ?? c;', ['const a = b && c;']],
  ['const a = b * 30;', ['const a = b / 30;', 'const a = b * 31;']],
  ['const a = { isOpen: true } as const;', ['const a = { isOpen: false } as const;']],
  ['await write(a);', ['write(a);']],
  ['if (a) b();', ['if (!(a)) b();']],
  ['const a = <div><p>{b}</p></div>;', ['const a = <div><></></div>;']],
  // No code, or no number of anything.
  ["import a from 'a';\ntype B = 3;\nthrow new Error(a + 1);", []],
  ["const a = b + ' and more';", []],
])('%s', (code, expected) => {
  expect(changed(code)).toEqual(expected);
});

it('the last sentence of each text of a catalogue', () => {
  const json = '{\n  "a": "One \\"word\\". Two? Three.",\n  "b": "Two",\n  "c": ["Four! Five."]\n}\n';
  expect(mutantsOfSentences(json).map((mutant) => JSON.parse(mutate(json, mutant)))).toEqual([
    { a: 'One "word". Two?', b: 'Two', c: ['Four! Five.'] },
    { a: 'One "word". Two? Three.', b: 'Two', c: ['Four!'] },
  ]);
});

it('the same ones for the same seed', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, randomNumbers(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  for (const number of draw(7)) expect(number).toBeGreaterThanOrEqual(0);
  for (const number of draw(7)) expect(number).toBeLessThan(1);
});
