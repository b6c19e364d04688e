import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { doOrTry } from '../../operator/dry-run.ts';
import { writeNumber } from './invoices.ts';

/** More numbers than are given between two dumps; a slip of the pen is larger. */
const mostLost = 1000;

/** After a restore from a dump, whose database would give numbers again that customers have on their invoices. */
export const invoiceLostNumbers: TransactionCommand = {
  kind: 'transaction',
  name: 'invoice lost-numbers',
  usage: '<last number that was sent> [--dry-run]',
  summary:
    'After a restore, leaves out the numbers up to one that were sent before it, so that no other invoice gets them',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { 'dry-run': { type: 'boolean', default: false } });
    const isDryRun = values['dry-run'];
    const [given, ...rest] = positionals;
    const [year, number] = (/^\d{4}-\d{6}$/.test(given ?? '') ? given! : '').split('-').map(Number);
    if (!year || number === undefined || rest.length)
      throw new OperatorMistake('Give the last number that was sent, such as 2026-000123.');
    const thisYear = Number(zurichDayOf(now).slice(0, 4));
    if (year !== thisYear && year !== thisYear - 1)
      throw new OperatorMistake(`${year} is neither this year nor the last one.`);
    return doOrTry(trx, isDryRun, async () => {
      await trx
        .insertInto('invoice_series')
        .values({ year, last_number: 0 })
        .onConflict((conflict) => conflict.column('year').doNothing())
        .execute();
      const series = await trx
        .selectFrom('invoice_series')
        .selectAll()
        .where('year', '=', year)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const lost = number - series.last_number;
      if (lost <= 0) throw new OperatorMistake(`${given} is no number to come: nothing has to be left out.`);
      if (lost > mostLost) throw new OperatorMistake(`That would leave out ${lost} numbers, more than ${mostLost}.`);
      await trx
        .updateTable('invoice_series')
        .set({ last_number: number, lost_numbers: series.lost_numbers + lost })
        .where('year', '=', year)
        .execute();
      const [first, next] = [series.last_number + 1, number + 1].map((each) => writeNumber({ year, number: each }));
      return {
        lines: [
          `${first} to ${given} are given to nobody any more; the next one is ${next}.`,
          ...(isDryRun ? ['Nothing was changed.'] : []),
        ],
        outcome: isDryRun ? `tried: ${given}` : `left out: ${first} to ${given}`,
      };
    });
  },
};
