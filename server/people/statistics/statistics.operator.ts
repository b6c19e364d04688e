import { utcDayOf } from '../../../shared/days.ts';
import { dayMs } from '../../../shared/durations.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { findPercentiles, sumPageViews } from './statistics.ts';

const days = { standard: 30, most: 730 };

/** Page views and measurements of those visitors who allowed them to be counted. */
export const statisticsShow: TransactionCommand = {
  kind: 'transaction',
  name: 'statistics show',
  usage: '[--days <number>]',
  summary: 'Shows page views and web vitals of visitors who allowed statistics',
  async run({ trx, now }, args) {
    const firstDay = utcDayOf(new Date(now.getTime() - (readDays(args) - 1) * dayMs));
    const views = await sumPageViews(trx, firstDay);
    const percentiles = await findPercentiles(trx, firstDay);
    const total = views.reduce((sum, row) => sum + row.views, 0);
    return {
      lines: [
        `Page views since ${firstDay}: ${total}`,
        ...views.map((row) => `  ${String(row.views).padStart(8)}  ${row.locale}  ${row.page}`),
        `Web vitals since ${firstDay}, 75th percentile (number of measurements)`,
        ...percentiles.map(
          ({ metric, value, page, samples }) =>
            `  ${metric.padEnd(4)}  ${(metric === 'CLS' ? (value / 1000).toFixed(2) : `${value} ms`).padStart(9)}  ${page} (${samples})`,
        ),
      ],
      outcome: `shown: ${total}`,
    };
  },
};

function readDays([option, value, ...rest]: string[]): number {
  if (option === undefined) return days.standard;
  const number = Number(value);
  if (option !== '--days' || rest.length || !Number.isInteger(number) || number < 1 || number > days.most)
    throw new OperatorMistake(`--days must be a number from 1 to ${days.most}.`);
  return number;
}
