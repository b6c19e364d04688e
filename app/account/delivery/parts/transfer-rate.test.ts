import { expect, test } from 'vitest';
import { waitAfter } from './part-receiver.ts';
import { TransferRate } from './transfer-rate.ts';

test('the rate follows the last ten seconds, and says nothing too early', () => {
  const rate = new TransferRate();
  rate.start(0);
  rate.add(500, 400);
  expect(rate.bytesPerSecond(500)).toBeNull();
  for (let at = 1000; at <= 10_000; at += 500) rate.add(1000, at);
  expect(rate.bytesPerSecond(10_000)).toBeCloseTo(1950, 0);
  for (let at = 10_500; at <= 20_000; at += 500) rate.add(50, at);
  expect(rate.bytesPerSecond(20_100)).toBeCloseTo(100, 0);
  expect(rate.bytesPerSecond(40_000)).toBe(0);
});

test('waits double up to the longest, half of each by chance', () => {
  const limits = { firstWaitMs: 1000, longestWaitMs: 30_000 };
  expect([1, 2, 3, 6, 9].map((failures) => waitAfter(failures, limits, 1))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  expect(waitAfter(3, limits, 0)).toBe(2000);
});
