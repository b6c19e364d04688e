/** What is measured for a page, in display order. */
export const metricNames = [
  'performance',
  'accessibility',
  'bestPractices',
  'seo',
  'lcpMs',
  'tbtMs',
  'cls',
  'scriptBytes',
  'totalBytes',
] as const;

export type MetricName = (typeof metricNames)[number];

export type Measurement = Record<MetricName, number>;

interface Metric {
  title: string;
  /** A score is better when it is higher; everything else when it is lower. */
  isScore: boolean;
  format: (value: number) => string;
}

const inKibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
const score = (title: string): Metric => ({ title, isScore: true, format: (value) => value.toFixed(0) });
const cost = (title: string, format: Metric['format']): Metric => ({ title, isScore: false, format });

export const metrics: Record<MetricName, Metric> = {
  performance: score('Perf'),
  accessibility: score('A11y'),
  bestPractices: score('Best'),
  seo: score('SEO'),
  lcpMs: cost('LCP', (value) => `${(value / 1000).toFixed(2)} s`),
  tbtMs: cost('TBT', (value) => `${value.toFixed(0)} ms`),
  cls: cost('CLS', (value) => value.toFixed(4)),
  scriptBytes: cost('JavaScript', inKibibytes),
  totalBytes: cost('Total', inKibibytes),
};

const kibibyte = 1024;
const perfect: Partial<Measurement> = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcpMs: 1_200,
  scriptBytes: 0,
};

/** The targets of each page: minimum scores, maximum values of everything else. */
function targetsOf(page: string): Partial<Measurement> {
  if (page !== 'landing') return perfect;
  return {
    ...perfect,
    performance: 99,
    tbtMs: 50,
    cls: 0.001,
    totalBytes: 300 * kibibyte,
  };
}

/** Each missed target, as one phrase. */
export function listMisses(page: string, measurement: Measurement): string[] {
  return (Object.entries(targetsOf(page)) as [MetricName, number][]).flatMap(([name, target]) => {
    const { title, isScore, format } = metrics[name];
    const value = measurement[name];
    const isMet = isScore ? value >= target : value <= target;
    return isMet ? [] : [`${title} ${format(value)}, wanted ${isScore ? 'at least' : 'at most'} ${format(target)}`];
  });
}

/** The middle value; for an even number of values, the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** The median of each number, over runs of the same page. */
export function medianRun(runs: readonly Measurement[]): Measurement {
  return Object.fromEntries(metricNames.map((name) => [name, medianOf(runs.map((run) => run[name]))])) as Measurement;
}

/** `value` as a multiple of the baseline's; undefined where the baseline is zero. */
export function formatRatio(value: number, baseline: number): string {
  if (value === baseline) return '×1.00';
  return baseline === 0 ? '' : `×${(value / baseline).toFixed(2)}`;
}

/** Rows as an aligned table; the first one is its head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
