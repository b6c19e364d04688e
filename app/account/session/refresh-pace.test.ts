import { expect, test } from 'vitest';
import { createRefreshPace, refreshEarlyMs } from './refresh-pace.ts';

test('a token is refreshed ten seconds before it expires, a short-lived one in its last quarter', () => {
  expect(refreshEarlyMs(300_000)).toBe(10_000);
  expect(refreshEarlyMs(40_000)).toBe(10_000);
  expect(refreshEarlyMs(10_000)).toBe(2_500);
  expect(refreshEarlyMs(0)).toBe(0);
});

test('attempts that fail are made at twice the distance each, half a minute at most', () => {
  let nowMs = 0;
  const pace = createRefreshPace(
    () => nowMs,
    () => 0.5,
  );
  const waits = Array.from({ length: 8 }, () => {
    pace.attempt();
    const waitMs = pace.waitMs();
    nowMs += waitMs;
    return waitMs;
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);

  pace.succeed();
  nowMs += pace.waitMs();
  pace.attempt();
  expect(pace.waitMs()).toBe(1000);
});

test('the attempts of many tabs are spread', () => {
  const waitFor = (random: number) => {
    const pace = createRefreshPace(
      () => 0,
      () => random,
    );
    pace.attempt();
    return pace.waitMs();
  };
  expect([waitFor(0), waitFor(1)]).toEqual([750, 1250]);
});

test('even a token of no life is not refreshed again at once', () => {
  const pace = createRefreshPace(() => 0);
  pace.succeed();
  expect(pace.waitMs()).toBe(2000);
});
