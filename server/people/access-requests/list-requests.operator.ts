import { type WaitingList, waitingLists } from '../../../shared/business/access.ts';
import { utcDayOf } from '../../../shared/days.ts';
import type { Config } from '../../config/config.ts';
import { type DatabaseCommand, OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { recordAction } from '../../platform/operator-actions/operator-actions.ts';
import type { ListRequest } from './access-requests.tables.ts';
import { countWaiting, findListRequests, type Served } from './list-requests.queries.ts';
import { findServed, tellList } from './list-requests.ts';

const mostListed = 200;

const describe = ({ id, confirmed_at, told_at, country, kind, locale, email }: ListRequest) =>
  [
    id,
    utcDayOf(confirmed_at!),
    told_at ? `told ${utcDayOf(told_at)}` : 'waiting',
    ...(country && kind ? [country, kind] : []),
    locale,
    email,
  ].join('  ');

/** Prints addresses, as `invite list`; the record does not. */
export const listShow: TransactionCommand = {
  kind: 'transaction',
  name: 'list show',
  usage: waitingLists.join(' | '),
  summary: 'Shows who has confirmed a place on the list for paid plans, or for macOS',
  async run({ trx }, args) {
    const purpose = requireList(args);
    const found = await findListRequests(trx, purpose, mostListed + 1);
    const shown = found.slice(0, mostListed);
    return {
      lines: [
        ...shown.map(describe),
        ...(found.length > mostListed ? [`There are more than these ${mostListed}, which have waited longest.`] : []),
        ...(found.length ? [] : ['Nobody is on it.']),
      ],
      outcome: `shown: ${shown.length}`,
      subject: purpose,
    };
  },
};

/** After `SALES_OPEN` serves somebody more, or the app runs on macOS. */
export const listTell: DatabaseCommand = {
  kind: 'database',
  name: 'list tell',
  usage: waitingLists.join(' | '),
  summary: 'Tells those to whom paid plans are sold now, or everybody who waits for macOS, that it is there: each once',
  async work(database, args, context) {
    const purpose = requireList(args);
    const served = requireServed(purpose, context.config);
    // Also recorded before it is done, as by `invite country-added`.
    const told = await tellList({ ...context, database }, { purpose, served }, ({ trx, now }, soFar) =>
      recordAction(trx, { command: this.name, subject: purpose, outcome: `told so far: ${soFar}` }, now),
    );
    const waiting = await countWaiting(database.kysely, purpose, 'everybody');
    return { lines: [`Told: ${told}. Still waiting: ${waiting}.`], outcome: `told: ${told}`, subject: purpose };
  },
};

function requireList([name, ...rest]: readonly string[]): WaitingList {
  const purpose = waitingLists.find((each) => each === name);
  if (!purpose || rest.length) throw new OperatorMistake(`Give one list: ${waitingLists.join(', ')}.`);
  return purpose;
}

function requireServed(purpose: WaitingList, { salesOpen }: Pick<Config, 'salesOpen'>): Served {
  const served = findServed(purpose, salesOpen);
  if (served) return served;
  throw new OperatorMistake(
    purpose === 'macos'
      ? 'The app does not run on macOS yet: shared/business/product.ts.'
      : 'Nothing is sold to anybody: SALES_OPEN.',
  );
}
