import { expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

const size = 28_000_000_000;

it.each<[string, ReturnType<typeof parseRange>]>([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-', { first: 0, last: size - 1 }],
  ['bytes=5-9', { first: 5, last: 9 }],
  ['Bytes= 5-9 ', { first: 5, last: 9 }],
  ['bytes=5-99999999999', { first: 5, last: size - 1 }],
  ['bytes=5-99999999999999999999999', { first: 5, last: size - 1 }],
  ['bytes=27999999999-', { first: size - 1, last: size - 1 }],
  ['bytes=4294967296-4294967297', { first: 2 ** 32, last: 2 ** 32 + 1 }],
  ['bytes=-1', { first: size - 1, last: size - 1 }],
  ['bytes=-99999999999', { first: 0, last: size - 1 }],
  ['bytes=28000000000-', 'unsatisfiable'],
  ['bytes=99999999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', undefined],
  ['bytes=-', undefined],
  ['bytes=', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0x1-5', undefined],
  ['bytes=1.5-2', undefined],
  ['bytes=--5', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['', undefined],
])('%s', (header, expected) => expect(parseRange(header, size)).toEqual(expected));

it('is the whole without a header', () => expect(parseRange(undefined, size)).toBeUndefined());
