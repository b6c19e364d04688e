import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coversFile, mergeRanges, type SentRanges } from './sent-ranges.ts';

const ranges = fc.array(
  fc.tuple(fc.nat(60), fc.nat(20)).map(([first, length]): [number, number] => [first, first + length]),
);
const bytesOf = (list: SentRanges) =>
  new Set(list.flatMap(([first, end]) => Array.from({ length: end - first }, (_, n) => first + n)));

it('merged ranges hold exactly the bytes of both, apart and in order', () => {
  fc.assert(
    fc.property(ranges, ranges, (one, other) => {
      const merged = mergeRanges(mergeRanges([], one), other);
      expect(bytesOf(merged)).toEqual(bytesOf([...one, ...other].toSorted((a, b) => a[0] - b[0])));
      for (const [index, range] of merged.entries()) expect(range[0]).toBeGreaterThan(merged[index - 1]?.[1] ?? -1);
    }),
  );
});

it('a range without a byte is none', () => {
  expect(mergeRanges([[0, 10]], [[20, 20]])).toEqual([[0, 10]]);
  expect(mergeRanges([], [[0, 0]])).toEqual([]);
});

it('a file is covered by all of its bytes and nothing less', () => {
  expect(coversFile([[0, 10]], 10)).toBe(true);
  for (const list of [
    [],
    [[0, 9]],
    [[1, 10]],
    [
      [0, 4],
      [5, 10],
    ],
  ] as SentRanges[])
    expect(coversFile(list, 10)).toBe(false);
});
