import { expect, test } from 'vitest';
import { findFourMonthOffer } from './four-month-offer.ts';
import { announcedDiscount, discountedMonths, plans } from './plans.ts';

test('four months of Moderate cost CHF 176: CHF 44.00 a month, CHF 20 less than four single months', () => {
  expect(findFourMonthOffer(plans.moderate)).toEqual({
    totalRappen: 176_00,
    perMonthRappen: 44_00,
    savingRappen: 20_00,
  });
});

test('four months of High cost CHF 702: CHF 175.50 a month, CHF 78 less than four single months', () => {
  expect(findFourMonthOffer(plans.high)).toEqual({
    totalRappen: 702_00,
    perMonthRappen: 175_50,
    savingRappen: 78_00,
  });
});

test('Free is not sold by four months', () => {
  expect(findFourMonthOffer(plans.free)).toBeUndefined();
});

test('nobody gets less than the announced discount, and every monthly equivalent is a price in whole Rappen', () => {
  for (const plan of Object.values(plans)) {
    const offer = findFourMonthOffer(plan);
    if (!offer) continue;
    expect(offer.savingRappen / (discountedMonths * plan.monthlyRappen)).toBeGreaterThanOrEqual(announcedDiscount);
    expect(Number.isInteger(offer.perMonthRappen)).toBe(true);
  }
});
