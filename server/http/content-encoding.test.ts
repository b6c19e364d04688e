import { describe, expect, it } from 'vitest';
import { chooseEncoding, matchesEtag } from './content-encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'identity'],
  ['gzip;q=1.0, br;q=0.9', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0', 'identity'],
  ['br; q=0.000, gzip ;q=0.001', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=0.5, gzip;q=0.4', 'identity'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=2', 'identity'],
  ['br;q=high, gzip', 'gzip'],
] as const)('for %j sends %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

describe('If-None-Match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%j matches "a": %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});
