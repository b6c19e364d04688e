import { expect, test } from 'vitest';
import { refreshEarlyMs } from './held-token.ts';
import { afterAttempt, afterSuccess, hurried, unhurried, waitMs } from './refresh-pace.ts';

test('a token is refreshed ten seconds before it expires, and one that lives no longer in its last quarter', () => {
  for (const lifeMs of [300_000, 40_000, 25_000, 16_000, 10_001]) expect(refreshEarlyMs(lifeMs)).toBe(10_000);
  expect(refreshEarlyMs(10_000)).toBe(2_500);
  expect(refreshEarlyMs(0)).toBe(0);
});

test('attempts that fail are made at twice the distance each, half a minute at most', () => {
  let nowMs = 0;
  let pace = unhurried;
  const waits = Array.from({ length: 8 }, () => {
    pace = afterAttempt(pace, nowMs, 0.5);
    const wait = waitMs(pace, nowMs);
    nowMs += wait;
    return wait;
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitMs(afterAttempt(afterSuccess(nowMs), nowMs, 0.5), nowMs)).toBe(1000);
});

test('the attempts of many tabs are spread', () => {
  const waitFor = (spread: number) => waitMs(afterAttempt(unhurried, 0, spread), 0);
  expect([waitFor(0), waitFor(1)]).toEqual([750, 1250]);
});

test('even a token of no life is not refreshed again at once', () => {
  expect(waitMs(afterSuccess(0), 0)).toBe(2000);
});

test('online again, the next attempt is made at once and the one after it still waits', () => {
  const paused = afterAttempt(afterAttempt(unhurried, 0, 0.5), 0, 0.5);
  expect(waitMs(hurried(paused, 10), 10)).toBe(0);
  expect(waitMs(afterAttempt(hurried(paused, 10), 10, 0.5), 10)).toBe(4000);
});
