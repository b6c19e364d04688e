import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, utcDayOf } from '../days.ts';
import { addMonths } from '../months.ts';
import { discountedMonths, plans } from './plans.ts';
import { unservedRappen, upgradeRappen } from './proration.ts';

const { moderate, high } = plans;
/** A term of each kind sold, from any day on, and a day within it. */
const runningTerms = fc
  .record({
    start: fc.integer({ min: 0, max: 5000 }).map((days) => addDays('2026-01-01', days)),
    sold: fc.constantFrom(
      { months: 1, priceRappen: moderate.monthlyRappen },
      { months: discountedMonths, priceRappen: moderate.fourMonthRappen },
      { months: 1, priceRappen: high.monthlyRappen },
      { months: discountedMonths, priceRappen: high.fourMonthRappen },
    ),
    used: fc.nat({ max: 130 }),
  })
  .map(({ start, sold, used }) => {
    const until = utcDayOf(addMonths(new Date(start), sold.months));
    const term = { priceRappen: sold.priceRappen, from: start, until };
    return { term, day: addDays(start, used % daysBetween(start, until)) };
  });

describe('what a term is still worth', () => {
  it.each([
    ['2026-12-01', 4900],
    ['2026-12-02', 4742],
    ['2026-12-31', 159],
    ['2027-01-01', 0],
    ['2027-02-01', 0],
    ['2026-11-01', 4900],
  ])('on %s is %d Rappen of 4900 from 1 December to 1 January', (day, rappen) => {
    expect(unservedRappen({ priceRappen: 4900, from: '2026-12-01', until: '2027-01-01' }, day)).toBe(rappen);
  });

  it('never grows, is a whole number of Rappen, and never less than its share', () => {
    fc.assert(
      fc.property(runningTerms, ({ term, day }) => {
        const worth = unservedRappen(term, day);
        const share = (term.priceRappen * daysBetween(day, term.until)) / daysBetween(term.from, term.until);
        expect(Number.isInteger(worth)).toBe(true);
        expect(worth >= share && worth < share + 1).toBe(true);
        expect(unservedRappen(term, addDays(day, 1))).toBeLessThan(worth);
      }),
    );
  });
});

it('an upgrade costs the new price less that', () => {
  const running = { priceRappen: 4900, from: '2026-12-01', until: '2027-01-01' };
  expect(upgradeRappen(19_500, running, '2026-12-16')).toBe(19_500 - 2530);
});

it('an upgrade is never for nothing', () => {
  fc.assert(
    fc.property(runningTerms, ({ term, day }) => {
      const dearer = [moderate.fourMonthRappen, high.monthlyRappen, high.fourMonthRappen].filter(
        (price) => price > term.priceRappen,
      );
      for (const price of dearer) expect(upgradeRappen(price, term, day)).toBeGreaterThan(0);
    }),
  );
});
