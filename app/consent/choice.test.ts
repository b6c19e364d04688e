import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aConsentRequest } from '../../tests/factories/records.ts';
import { choiceKey, findChoice, keepChoice } from './choice.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['2026-11-22T09:30:00.000Z', '2027-05-22T09:30:00.000Z'],
  ['2026-08-31T09:30:00.000Z', '2027-02-28T09:30:00.000Z'],
])('a choice of %s counts for six months, until %s', (decidedAt, end) => {
  const choice = aConsentRequest({ decidedAt });
  expect(keepChoice(choice)).toBe(true);
  const until = new Date(end).getTime();
  expect(findChoice(new Date(until - 1), null)).toEqual(choice);
  expect(findChoice(new Date(until), null)).toBeNull();
});

it('what was not stored by the site counts as no choice', () => {
  localStorage.setItem(choiceKey, '{"until":"2999-01-01T00:00:00.000Z"}');
  expect(findChoice(new Date('2026-11-22'), null)).toBeNull();
});
