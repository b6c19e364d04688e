import { expect, it } from 'vitest';
import { createKeys } from './use-act.ts';

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
