import { daysOfWorkBefore } from '../../../shared/business/business-days.ts';
import { noticeWorkingDays } from '../../../shared/business/notices.ts';
import { OperatorMistake, readOptions, requireChoice, type TransactionCommand } from '../../contract/command.ts';
import { countWaiting, findWaiting, type WaitingItem, type WaitingPosition } from './waiting.queries.ts';

const mostListed = 50;

/** Ids, times and our own words: what strangers wrote stands in the lists of the features. */
export const waitingList: TransactionCommand = {
  kind: 'transaction',
  name: 'waiting list',
  usage: '[--kind <kind>] [--after <position>]',
  summary: 'Lists everything that waits for a person, the oldest first, with its deadline and what settles it',
  async run({ trx, now }, args, { waitingKinds }) {
    const { values, positionals } = readOptions(args, { kind: { type: 'string' }, after: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('waiting list takes --kind and --after.');
    const after = values.after === undefined ? null : readPosition(values.after);
    const names = waitingKinds.map(({ name }) => name);
    const chosen = values.kind === undefined ? null : requireChoice('--kind', values.kind, names);
    const kinds = chosen === null ? waitingKinds : waitingKinds.filter(({ name }) => name === chosen);
    const late = { now, since: daysOfWorkBefore(now, noticeWorkingDays) };
    const counts = await countWaiting(trx, kinds, late);
    const found = await findWaiting(trx, kinds, { after, limit: mostListed + 1, late });
    const shown = found.slice(0, mostListed);
    const shownKinds = kinds.filter(({ name }) => shown.some(({ kind }) => kind === name));
    const last = shown.at(-1);
    return {
      lines: [
        ...(counts.length
          ? counts.map((each) => `${each.kind}: ${each.count}, late: ${each.late}`)
          : ['Nothing waits.']),
        ...shown.map(describe),
        ...(found.length > mostListed && last
          ? [
              `There is more: waiting list${chosen ? ` --kind ${chosen}` : ''} --after ${last.since.toISOString()}/${last.id}`,
            ]
          : []),
        ...shownKinds.map(({ name, settledBy }) => `${name}: ${settledBy.join(', or ')}`),
      ],
      outcome: `listed: ${shown.length} of ${counts.reduce((sum, { count }) => sum + count, 0)}`,
    };
  },
};

const describe = ({ kind, id, since, due, about, isLate }: WaitingItem & { isLate: boolean }): string =>
  `${id}  ${kind}  since ${since.toISOString()}  ${isLate ? 'LATE  ' : ''}${due ? `due ${due.toISOString()}  ` : ''}${about}`;

/** As it is printed under a list that has more. */
function readPosition(given: string): WaitingPosition {
  const [, time = '', id] = /^([^/]+)\/(.+)$/.exec(given) ?? [];
  const since = new Date(time);
  if (!id || Number.isNaN(since.getTime()))
    throw new OperatorMistake('--after takes what waiting list prints under a list that has more.');
  return { since, id };
}
