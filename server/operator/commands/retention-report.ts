import { listRuns } from '../../features/retention/retention.ts';
import { type OperatorCommand, OperatorMistake } from '../command.ts';

/** About a month of nights. */
const shownRuns = 100;

/** What was removed by the server every night and by operators. */
export const retentionReport: OperatorCommand = {
  name: 'retention report',
  usage: '',
  summary: 'Lists the newest removals of records whose time was over',
  async run(trx, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const runs = await listRuns(trx, shownRuns);
    return {
      lines: [
        ...runs.map(
          ({ performed_at, rule, cutoff, removed }) =>
            `${performed_at.toISOString()}  ${rule.padEnd(20)}  before ${cutoff.toISOString()}  ${removed}`,
        ),
        runs.length ? `${runs.length} lines, newest first.` : 'No rule has run yet.',
      ],
      outcome: `listed: ${runs.length}`,
      subject: null,
    };
  },
};
