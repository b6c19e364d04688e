import { expect, it } from 'vitest';
import { explainStartFailure } from './start-failure.ts';

const failure = (fields: object) => Object.assign(new Error('planted'), fields);

it.each([
  [{ code: 'EADDRINUSE', port: 3000 }, /^Port 3000 is taken: .*PORT=3010\.$/],
  [{ code: 'EACCES', port: 80 }, /^Port 80 may only be used by an administrator: .*PORT=3000\.$/],
  [{ code: 'EADDRNOTAVAIL' }, /^HOST is not an address of this machine/],
  [{ code: 'ENOSPC' }, /^The disk is full \(no space left on device\)/],
])('%j is explained in one sentence', (fields, sentence) => {
  expect(explainStartFailure(failure(fields))).toMatch(sentence);
});

it('lets sentences for the operator stand alone and shows the place of everything else', () => {
  expect(explainStartFailure(new Error('The folder is in use.'))).toBe('The folder is in use.');
  expect(explainStartFailure(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /);
  expect(explainStartFailure('odd')).toBe('odd');
});
