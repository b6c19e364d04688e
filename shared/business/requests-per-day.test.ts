import { expect, test } from 'vitest';
import { plans } from './plans.ts';
import { requestsPerWorkingDay, workingDaysPerMonth } from './requests-per-day.ts';

test.each([
  ['free', 2],
  ['moderate', 21],
  ['high', 105],
] as const)('the plan %s has %i online requests for every working day', (name, daily) => {
  expect(requestsPerWorkingDay(plans[name].onlineRequestsPerMonth)).toBe(daily);
});

test.each(Object.keys(plans) as (keyof typeof plans)[])(
  'who keeps to the number of %s stays within the quota',
  (name) => {
    const quota = plans[name].onlineRequestsPerMonth;
    expect(requestsPerWorkingDay(quota) * workingDaysPerMonth).toBeLessThanOrEqual(quota);
  },
);
