import { expect, test } from 'vitest';
import { supportClockMinutes, supportStateAt } from './support-hours.ts';

/** State at an instant, with the instants as text. */
function stateAt(instant: string) {
  const { opensAt, closesAt, ...rest } = supportStateAt(new Date(instant));
  return { ...rest, opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() };
}

test('open on a winter weekday from 11:00 to 20:00 in Zurich, which is 10:00 to 19:00 in UTC', () => {
  const hours = { opensAt: '2025-01-15T10:00:00.000Z', closesAt: '2025-01-15T19:00:00.000Z' };
  expect(stateAt('2025-01-15T09:59:59.999Z')).toEqual({ open: false, today: true, ...hours });
  expect(stateAt('2025-01-15T10:00:00Z')).toEqual({ open: true, today: true, ...hours });
  expect(stateAt('2025-01-15T18:59:59.999Z')).toEqual({ open: true, today: true, ...hours });
  expect(stateAt('2025-01-15T19:00:00Z')).toMatchObject({
    open: false,
    today: false,
    opensAt: '2025-01-16T10:00:00.000Z',
  });
});

test('open on a summer weekday from 9:00 to 18:00 in UTC', () => {
  const hours = { opensAt: '2025-08-06T09:00:00.000Z', closesAt: '2025-08-06T18:00:00.000Z' };
  expect(stateAt('2025-08-06T08:59:00Z')).toEqual({ open: false, today: true, ...hours });
  expect(stateAt('2025-08-06T09:00:00Z')).toEqual({ open: true, today: true, ...hours });
  expect(stateAt('2025-08-06T18:00:00Z')).toMatchObject({ open: false, today: false });
});

test('a week-end waits for Monday', () => {
  for (const instant of ['2025-08-08T18:00:00Z', '2025-08-09T12:00:00Z', '2025-08-10T21:59:00Z'])
    expect(stateAt(instant)).toMatchObject({ open: false, today: false, opensAt: '2025-08-11T09:00:00.000Z' });
});

test('the day is the one in Zurich: late on Sunday in UTC it is Monday there', () => {
  expect(stateAt('2025-08-10T22:30:00Z')).toMatchObject({
    open: false,
    today: true,
    opensAt: '2025-08-11T09:00:00.000Z',
  });
});

test('over the week-end of summer time the next hours are those of the new offset', () => {
  // Clocks go forward on Sunday, 30 March 2025, at 01:00 UTC.
  expect(stateAt('2025-03-28T19:00:00Z').opensAt).toBe('2025-03-31T09:00:00.000Z');
  expect(stateAt('2025-03-30T00:59:59Z').opensAt).toBe('2025-03-31T09:00:00.000Z');
  expect(stateAt('2025-03-30T01:00:00Z').opensAt).toBe('2025-03-31T09:00:00.000Z');
  expect(stateAt('2025-03-31T09:00:00Z').open).toBe(true);
});

test('over the week-end of winter time the next hours are those of the new offset', () => {
  // Clocks go back on Sunday, 26 October 2025, at 01:00 UTC.
  expect(stateAt('2025-10-24T18:00:00Z').opensAt).toBe('2025-10-27T10:00:00.000Z');
  expect(stateAt('2025-10-26T00:59:59Z').opensAt).toBe('2025-10-27T10:00:00.000Z');
  expect(stateAt('2025-10-26T01:00:00Z').opensAt).toBe('2025-10-27T10:00:00.000Z');
  expect(stateAt('2025-10-27T09:30:00Z').open).toBe(false);
  expect(stateAt('2025-10-27T10:00:00Z').open).toBe(true);
});

test('the turn of the year and a leap day are days like others', () => {
  expect(stateAt('2025-12-31T19:00:00Z').opensAt).toBe('2026-01-01T10:00:00.000Z');
  expect(stateAt('2028-02-28T19:00:00Z').opensAt).toBe('2028-02-29T10:00:00.000Z');
});

test('the clock is the one in Zurich, also in the hour that comes twice', () => {
  expect(supportClockMinutes(new Date('2025-01-15T23:30:00Z'))).toBe(30);
  expect(supportClockMinutes(new Date('2025-10-26T00:30:00Z'))).toBe(150);
  expect(supportClockMinutes(new Date('2025-10-26T01:30:00Z'))).toBe(150);
});
