import { expect, it } from 'vitest';
import { decideFileAnswer } from './file-conditions.ts';
import { Problem } from './problem.ts';

const file = { etag: '"one"', sizeBytes: 100 };
const whole = { first: 0, last: 99, isPartial: false };
const part = { first: 10, last: 19, isPartial: true };
const range = 'bytes=10-19';

function decide(headers: Record<string, string>, method = 'GET'): unknown {
  try {
    return decideFileAnswer({ method, headers }, file);
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
}

it.each<[Record<string, string>, unknown]>([
  [{}, whole],
  [{ range }, part],
  [{ range: 'bytes=100-' }, 'range-not-satisfiable'],
  // The tag must be the same and strong; a date never is.
  [{ range, 'if-range': '"one"' }, part],
  [{ range, 'if-range': '"two"' }, whole],
  [{ range, 'if-range': 'W/"one"' }, whole],
  [{ range, 'if-range': 'Sat, 01 Aug 2026 00:00:00 GMT' }, whole],
  [{ range: 'bytes=100-', 'if-range': '"two"' }, whole],
  [{ 'if-none-match': '"one"' }, 'not-modified'],
  [{ 'if-none-match': 'W/"one"' }, 'not-modified'],
  [{ 'if-none-match': '"two", "one"' }, 'not-modified'],
  [{ 'if-none-match': '*' }, 'not-modified'],
  [{ 'if-none-match': '"two"' }, whole],
  [{ 'if-none-match': '"one"', range: 'bytes=100-' }, 'not-modified'],
  [{ 'if-match': '"one"' }, whole],
  [{ 'if-match': '*' }, whole],
  [{ 'if-match': '"two", "one"', range }, part],
  [{ 'if-match': 'W/"one"' }, 'precondition-failed'],
  [{ 'if-match': '"two"' }, 'precondition-failed'],
  [{ 'if-match': '"two"', 'if-none-match': '"one"' }, 'precondition-failed'],
  [{ 'if-modified-since': 'Sat, 01 Aug 2099 00:00:00 GMT' }, whole],
  [{ 'if-unmodified-since': 'Sat, 01 Aug 1999 00:00:00 GMT' }, whole],
])('%j', (headers, expected) => expect(decide(headers)).toEqual(expected));

it('HEAD knows no ranges, but conditions', () => {
  expect(decide({ range }, 'HEAD')).toEqual(whole);
  expect(decide({ range: 'bytes=100-' }, 'HEAD')).toEqual(whole);
  expect(decide({ 'if-none-match': '"one"' }, 'HEAD')).toBe('not-modified');
});
