import { expect, it } from 'vitest';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { usedMonthOf } from './used-month.ts';

const cycle = { start: '2026-03-01T09:00:00.000Z', end: '2026-04-01T09:00:00.000Z' };

/** Somebody's month with so many requests on each day. */
function month(days: Record<string, number>, limit: number | null, now: string) {
  const used = Object.values(days).reduce((sum, requests) => sum + requests, 0);
  const quota = { limit, used, remaining: limit === null ? null : Math.max(0, limit - used), resetsAt: cycle.end };
  const usage: Pick<UsageAnswer, 'cycle' | 'quotas' | 'days'> = {
    cycle,
    quotas: { online: quota, offline: { ...quota, limit: null } },
    days: Object.entries(days).flatMap(([day, requests]) => [
      { day, pool: 'online' as const, requests },
      { day, pool: 'offline' as const, requests: 1000 },
    ]),
  };
  return usedMonthOf(usage, 'online', new Date(now));
}

it('has a day for each that the month touches, up to today', () => {
  const empty = month({}, 45, '2026-03-03T12:00:00Z')!;
  expect([empty.first, empty.last, empty.count]).toEqual(['2026-03-01', '2026-04-01', 32]);
  expect(empty.days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
  expect([empty.pace, empty.spentOn]).toEqual([null, null]);
});

it('stands each day on what was used before it, and ends at what is used', () => {
  const { days } = month({ '2026-03-01': 3, '2026-03-03': 4 }, 45, '2026-03-03T12:00:00Z')!;
  expect(days.map(({ before, added }) => [before, added])).toEqual([
    [0, 3],
    [3, 0],
    [3, 4],
  ]);
});

it('tells when the quota is empty at this pace, or how much of it is used at the end', () => {
  // Ten days, three a day: fifteen more last five days.
  expect(month({ '2026-03-05': 30 }, 45, '2026-03-11T09:00:00Z')!.pace).toEqual({
    emptyAt: new Date('2026-03-16T09:00:00Z'),
  });
  expect(month({ '2026-03-05': 10 }, 45, '2026-03-11T09:00:00Z')!.pace).toEqual({ usedAtEnd: 31 });
  // The first hour is not a pace.
  expect(month({ '2026-03-01': 1 }, 45, '2026-03-01T10:00:00Z')!.pace).toEqual({ usedAtEnd: 32 });
});

it('tells the day on which the quota was used up, also where more is used than there is', () => {
  const spent = month({ '2026-03-02': 40, '2026-03-04': 5, '2026-03-05': 7 }, 45, '2026-03-09T00:00:00Z')!;
  expect([spent.spentOn, spent.pace]).toEqual(['2026-03-04', null]);
});

it('draws nothing without a limit', () => {
  expect(month({ '2026-03-02': 40 }, null, '2026-03-09T00:00:00Z')).toBe(null);
});

it('stays in the month and behind no count, whatever the clock of the browser says', () => {
  expect(month({ '2026-03-02': 1 }, 45, '2020-01-01T00:00:00Z')!.days.at(-1)!.day).toBe('2026-03-02');
  expect(month({ '2026-03-02': 1 }, 45, '2030-01-01T00:00:00Z')!.days.at(-1)!.day).toBe('2026-04-01');
});
