import { type DatabaseCommand, OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { findExpired, listRuns, type RetentionResult, removeExpired } from './retention.ts';
import { verifyPromises } from './verify.ts';

/** Runs the server's hourly removal now. */
export const retentionRun: DatabaseCommand = {
  kind: 'database',
  name: 'retention run',
  usage: '[--dry-run]',
  summary: 'Removes records whose time is over; with --dry-run only counts them',
  async work(database, args, { retentionRules, clock }) {
    const isDryRun = args[0] === '--dry-run';
    if (args.length > (isDryRun ? 1 : 0)) throw new OperatorMistake('The only option is --dry-run.');
    const results = await (isDryRun ? findExpired : removeExpired)(database, retentionRules, clock());
    const total = results.reduce((sum, { records }) => sum + records, 0);
    const failed = results.filter(({ error }) => error !== undefined).length;
    return {
      lines: [
        ...results.map((result) => describeResult(result)),
        isDryRun ? `${total} records have expired. Nothing was removed.` : `${total} records were removed.`,
        ...(failed
          ? [`${failed} of ${results.length} rules FAILED: their records are kept longer than promised.`]
          : []),
      ],
      outcome: `${isDryRun ? 'counted' : 'removed'}: ${total}${failed ? `, failed rules: ${failed}` : ''}`,
      failed: failed > 0,
    };
  },
};

function describeResult({ rule, cutoff, records, error }: RetentionResult): string {
  const found = error === undefined ? String(records) : `FAILED: ${error instanceof Error ? error.message : error}`;
  return `${rule.padEnd(20)}  before ${cutoff.toISOString()}  ${found}`;
}

/** Asks the records themselves whether the rules have kept what was promised. */
export const retentionVerify: DatabaseCommand = {
  kind: 'database',
  name: 'retention verify',
  usage: '',
  summary: 'Lists records that are kept longer than promised, by a second look that uses none of the rules',
  async work(database, args, { config, clock, promiseChecks }) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const overdue = await verifyPromises({ database, config }, clock(), promiseChecks);
    const total = overdue.reduce((sum, { records }) => sum + records, 0);
    return {
      lines: [
        ...overdue.map(
          ({ rule, table, records, ids }) =>
            `${rule.padEnd(20)}  ${table}: ${records}, the oldest ${ids.join(' ')}${records > ids.length ? ' …' : ''}`,
        ),
        total ? `${total} records are KEPT LONGER THAN PROMISED.` : 'Nothing is kept longer than promised.',
      ],
      outcome: `past their promise: ${total}`,
      failed: total > 0,
    };
  },
};

/** About a day. */
const shownRuns = 200;

/** What the server removed every hour, and what operators removed. */
export const retentionReport: TransactionCommand = {
  kind: 'transaction',
  name: 'retention report',
  usage: '',
  summary: 'Lists the newest removals of records whose time was over, and rules that failed last',
  async run({ trx }, args) {
    if (args.length) throw new OperatorMistake('The command takes no arguments.');
    const runs = await listRuns(trx, shownRuns);
    // Newest first, so the latest run of each rule comes first.
    const newest = runs.filter(({ rule }, index) => runs.findIndex((each) => each.rule === rule) === index);
    const failing = newest.filter(({ fault }) => fault !== null).map(({ rule }) => rule);
    return {
      lines: [
        ...runs.map(
          ({ performed_at, rule, cutoff, removed, fault }) =>
            `${performed_at.toISOString()}  ${rule.padEnd(20)}  before ${cutoff.toISOString()}  ` +
            (fault === null ? removed : `FAILED (${fault})`),
        ),
        runs.length ? `${runs.length} lines, newest first.` : 'No rule has run yet.',
        ...(failing.length ? [`FAILED when they ran last: ${failing.join(', ')}.`] : []),
      ],
      outcome: `listed: ${runs.length}`,
      failed: failing.length > 0,
    };
  },
};
