import { expect, it } from 'vitest';
import { ConnectionFault } from './api-client.ts';
import { createKeys, ended } from './use-act.ts';

it('the same content keeps its key until that is ended', () => {
  const keyFor = createKeys();
  const first = keyFor('one month');
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(keyFor('one month')).toBe(first);
  keyFor(null);
  expect(keyFor('one month')).not.toBe(first);
});

it('other content has another key, and takes it from the first', () => {
  const keyFor = createKeys();
  const first = keyFor('one month');
  expect(keyFor('four months')).not.toBe(first);
  expect(keyFor('one month')).not.toBe(first);
});

it('a failure counts for what was run last, and for nothing that was forgotten or followed by another run', () => {
  const problem = new ConnectionFault('No answer.');
  const running = { last: 'one month', isBusy: true, problem: null };
  expect(ended(running, 'one month', problem)).toEqual({ ...running, isBusy: false, problem });
  const next = { last: 'four months', isBusy: true, problem: null };
  for (const now of [next, { ...running, last: '', isBusy: false }]) expect(ended(now, 'one month', problem)).toBe(now);
});
