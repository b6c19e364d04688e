import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, daysBetween, utcDayOf } from '../days.ts';
import { hourMs } from '../durations.ts';
import { easterOf, isBusinessDay, lastBusinessDayBefore, zurichDayOf, zurichStartOf } from './business-days.ts';

const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('2020-01-01', count));

describe('a business day', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2035, '2035-03-25'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %d is on %s', (year, easter) => {
    expect(easterOf(year)).toBe(easter);
  });

  it('Easter is a Sunday between 22 March and 25 April', () => {
    for (let year = 1583; year < 4000; year++) {
      const easter = easterOf(year);
      expect(new Date(easter).getUTCDay(), easter).toBe(0);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`, easter).toBe(true);
    }
  });

  it('is none of the rest days in Zug', () => {
    const weekdaysOff = (year: number) =>
      Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index)).filter(
        (day) => day.startsWith(String(year)) && ![0, 6].includes(new Date(day).getUTCDay()) && !isBusinessDay(day),
      );
    expect(weekdaysOff(2026)).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-05-14',
      '2026-06-04',
      '2026-12-08',
      '2026-12-25',
    ]);
    expect(weekdaysOff(2028)).toEqual([
      '2028-04-14',
      '2028-05-25',
      '2028-06-15',
      '2028-08-01',
      '2028-08-15',
      '2028-11-01',
      '2028-12-08',
      '2028-12-25',
    ]);
  });

  it.each([
    ['2026-12-09', '2026-12-07'],
    ['2026-12-28', '2026-12-24'],
    ['2027-01-01', '2026-12-31'],
    ['2027-03-29', '2027-03-25'],
    ['2027-08-02', '2027-07-30'],
    ['2026-11-25', '2026-11-24'],
  ])('the last one before %s is %s', (day, before) => {
    expect(lastBusinessDayBefore(day)).toBe(before);
  });

  it('the last one before a day has none after it, and lies at most five days back', () => {
    fc.assert(
      fc.property(days, (day) => {
        const last = lastBusinessDayBefore(day);
        expect(isBusinessDay(last)).toBe(true);
        for (let between = addDays(last, 1); between < day; between = addDays(between, 1))
          expect(isBusinessDay(between)).toBe(false);
        expect(daysBetween(last, day)).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('a day in Zurich', () => {
  it.each<[Day, string, number]>([
    ['2026-03-28', '2026-03-27T23:00:00.000Z', 24],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['2026-03-30', '2026-03-29T22:00:00.000Z', 24],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['2026-10-26', '2026-10-25T23:00:00.000Z', 24],
  ])('%s starts at %s and has %d hours', (day, start, hours) => {
    expect(zurichStartOf(day).toISOString()).toBe(start);
    expect(zurichStartOf(addDays(day, 1)).getTime() - zurichStartOf(day).getTime()).toBe(hours * hourMs);
  });

  it('holds every moment from its start up to the next one', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const day = zurichDayOf(moment);
        expect(zurichStartOf(day) <= moment && moment < zurichStartOf(addDays(day, 1))).toBe(true);
      }),
    );
  });

  it('is counted without clocks', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -3000, max: 3000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
        expect(utcDayOf(new Date(`${day}T23:59:59.999Z`))).toBe(day);
        expect(zurichDayOf(zurichStartOf(day))).toBe(day);
      }),
    );
  });
});
