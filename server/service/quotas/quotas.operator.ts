import { addMonths } from '../../../shared/months.ts';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { findMiscounted } from './quotas.queries.ts';

/** Requests of older months have begun to expire, while the sum of their month still stands. */
const comparedMonths = 22;

/** Compares what counters say with the requests themselves. */
export const quotaVerify: TransactionCommand = {
  kind: 'transaction',
  name: 'quota verify',
  usage: '',
  summary: 'Compares the counters of quotas with the requests that they count',
  async run({ trx, now }, args) {
    if (args.length) throw new OperatorMistake('quota verify takes no arguments.');
    const wrong = await findMiscounted(trx, addMonths(now, -comparedMonths));
    return {
      lines: [
        ...wrong.map(
          ({ account_id, pool, cycle_start, used, open, requests, open_requests }) =>
            `${account_id} ${pool} from ${cycle_start.toISOString()}: used ${used} for ${requests} requests, open ${open} for ${open_requests}`,
        ),
        wrong.length ? `${wrong.length} counters are WRONG.` : 'Every counter agrees with its requests.',
      ],
      outcome: `wrong counters: ${wrong.length}`,
      failed: wrong.length > 0,
    };
  },
};
