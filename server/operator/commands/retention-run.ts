import { findExpired, type RetentionResult, removeExpired } from '../../features/retention/retention.ts';
import { retentionRules } from '../../features/retention-rules.ts';
import { type OperatorCommand, OperatorMistake } from '../command.ts';

/** What the server does every night, now. */
export const retentionRun: OperatorCommand = {
  name: 'retention run',
  usage: '[--dry-run]',
  summary: 'Removes records whose time is over; with --dry-run only counts them',
  async run(trx, args) {
    const isDryRun = args[0] === '--dry-run';
    if (args.length > (isDryRun ? 1 : 0)) throw new OperatorMistake('The only option is --dry-run.');
    const now = new Date();
    const results = await (isDryRun ? findExpired : removeExpired)(trx, retentionRules, now);
    const total = results.reduce((sum, { records }) => sum + records, 0);
    return {
      lines: [
        ...results.map((result) => describeResult(result)),
        isDryRun ? `${total} records have expired. Nothing was removed.` : `${total} records were removed.`,
      ],
      outcome: `${isDryRun ? 'counted' : 'removed'}: ${total}`,
      subject: null,
    };
  },
};

function describeResult({ rule, cutoff, records }: RetentionResult): string {
  return `${rule.padEnd(20)}  before ${cutoff.toISOString()}  ${records}`;
}
