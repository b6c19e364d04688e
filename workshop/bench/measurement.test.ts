import { expect, it } from 'vitest';
import { formatRatio, formatTable, listMisses, type Measurement, medianOf, medianRun } from './measurement.ts';

const good: Measurement = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcpMs: 1_200,
  tbtMs: 50,
  cls: 0.001,
  scriptBytes: 0,
  totalBytes: 300 * 1024,
};

it.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[100, 20, 3], 20],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

it('takes the median of each number by itself', () => {
  const runs = [good, { ...good, lcpMs: 900, seo: 80 }, { ...good, lcpMs: 5_000, seo: 90 }];
  expect(medianRun(runs)).toEqual({ ...good, seo: 90 });
});

it('accepts what just reaches the targets, and names what does not', () => {
  expect(listMisses('landing', good)).toEqual([]);
  expect(listMisses('landing', { ...good, performance: 99 })).toEqual([]);
  expect(listMisses('pricing', { ...good, performance: 99 })).toEqual(['Perf 99, wanted at least 100']);
  expect(listMisses('demo', { ...good, lcpMs: 1_280 })).toEqual(['LCP 1.28 s, wanted at most 1.20 s']);
  expect(listMisses('landing', { ...good, lcpMs: 1_210, cls: 0.002 })).toEqual([
    'LCP 1.21 s, wanted at most 1.20 s',
    'CLS 0.0020, wanted at most 0.0010',
  ]);
});

it('does not divide by nothing', () => {
  expect([formatRatio(3, 2), formatRatio(0, 0), formatRatio(5, 0)]).toEqual(['×1.50', '×1.00', '']);
});

it('aligns the columns of a table', () => {
  expect(
    formatTable([
      ['Page', 'LCP'],
      ['landing', '1 s'],
    ]),
  ).toBe('Page     LCP\nlanding  1 s');
});
