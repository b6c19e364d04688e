import { expect, it } from 'vitest';
import { addMonths, findPeriodStart } from './months.ts';

it.each([
  ['2026-08-31T10:00:00.000Z', 6, '2027-02-28T10:00:00.000Z'],
  ['2027-08-31T10:00:00.000Z', 6, '2028-02-29T10:00:00.000Z'],
  ['2026-08-15T23:59:59.999Z', 6, '2027-02-15T23:59:59.999Z'],
  ['2026-10-31T00:00:00.000Z', 1, '2026-11-30T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
  ['2026-11-22T10:30:00.000Z', -12, '2025-11-22T10:30:00.000Z'],
  ['2026-05-31T00:00:00.000Z', -3, '2026-02-28T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', -24, '2026-02-28T00:00:00.000Z'],
  ['2026-01-15T00:00:00.000Z', -3, '2025-10-15T00:00:00.000Z'],
])('%s and %i months is %s', (time, months, expected) => {
  expect(addMonths(new Date(time), months).toISOString()).toBe(expected);
});

it.each([
  ['2027-02-28T10:00:00.000Z', 3, '2026-11-30T10:00:00.000Z'],
  ['2028-02-28T10:00:00.000Z', 3, '2027-11-28T10:00:00.000Z'],
  ['2026-11-30T10:00:00.000Z', 3, '2026-08-31T10:00:00.000Z'],
  ['2029-02-28T10:00:00.000Z', 12, '2028-02-29T10:00:00.000Z'],
  ['2026-05-31T10:00:00.000Z', 3, '2026-02-28T10:00:00.000Z'],
  ['2026-11-22T10:30:00.000Z', 12, '2025-11-22T10:30:00.000Z'],
])('at %s a period of %i months is over that began at %s, and none that began later', (end, months, start) => {
  expect(findPeriodStart(new Date(end), months).toISOString()).toBe(start);
  expect(addMonths(new Date(start), months) <= new Date(end)).toBe(true);
});
