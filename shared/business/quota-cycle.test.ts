import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findQuotaCycle } from './quota-cycle.ts';

it.each([
  ['2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', '2026-02-28T09:59:59.999Z', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
  ['2024-02-29T00:00:00.000Z', '2026-12-31T00:00:00.000Z', '2026-12-29T00:00:00.000Z', '2027-01-29T00:00:00.000Z'],
])('from %s on, %s lies between %s and %s', (anchor, at, start, end) => {
  const cycle = findQuotaCycle(new Date(anchor), new Date(at));
  expect([cycle.start.toISOString(), cycle.end.toISOString()]).toEqual([start, end]);
});

it('every moment lies in one cycle, and the next one starts where it ends', () => {
  const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, times, (anchor, at) => {
      const { start, end } = findQuotaCycle(anchor, at);
      expect(start <= at && at < end).toBe(true);
      expect(findQuotaCycle(anchor, end).start).toEqual(end);
    }),
  );
});
