import { expect, it } from 'vitest';
import { chargedForDays, findChargeTime, findNextChargeDay } from './card-charges.ts';

it('a declined card is charged on days 0, 1, 3, 5 and 7 at six in the morning, and on no later one', () => {
  const tries = Array.from({ length: 14 * 24 }, (_, hour) => new Date(Date.UTC(2027, 2, 1, hour, 30))).map((now) =>
    findChargeTime('2027-03-01', now)?.toISOString(),
  );
  expect([...new Set(tries)]).toEqual([undefined, ...[1, 2, 4, 6, 8].map((day) => `2027-03-0${day}T06:00:00.000Z`)]);
  expect(findChargeTime('2027-03-01', new Date('2027-03-08T23:59:59.999Z'))).toBeDefined();
  expect(findChargeTime('2027-03-01', new Date('2027-03-09T00:00:00Z'))).toBeUndefined();
  expect(chargedForDays).toBe(8);
});

it('the day of the next try is told until there is none', () => {
  const days = ['2027-02-28', '2027-03-01', '2027-03-02', '2027-03-05', '2027-03-07', '2027-03-08'];
  expect(days.map((today) => findNextChargeDay('2027-03-01', today))).toEqual([
    '2027-03-01',
    '2027-03-02',
    '2027-03-04',
    '2027-03-06',
    '2027-03-08',
    undefined,
  ]);
});
