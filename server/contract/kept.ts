import { retention } from '../../shared/business/retention.ts';
import { businessTimeZone } from '../../shared/business/time-zone.ts';
import type { KeptColumn, TableTerm } from '../database/tables.ts';

/*
 * The words in which a table says of its columns what they tell, and until when. Terms are promises, told apart from the rules that keep
 * them: `retention verify` asks the records by these alone.
 */

type Exporter = Exclude<KeptColumn, string>['exporter'];

/** The part of an account's export that has a column, or why none has it. */
type Exported = string | Extract<Exporter, { none: string }>;

const keep =
  (tells: 'person' | 'pseudonym') =>
  (rule: string, exported: Exported): KeptColumn => ({
    rule,
    tells,
    exporter: typeof exported === 'string' ? { part: exported } : exported,
  });

/** A column that says something about a person. */
export const person = keep('person');

/** A column that says nothing by itself and leads to a person. */
export const pseudonym = keep('pseudonym');

export const comparison = { none: 'A hash or mark of what the export has in full, for comparisons alone.' };
export const ofOperators = { none: 'Who of the operators did it; what they did is in the export.' };

/** What is promised to the minute goes by a job that runs every minute. */
export const withinTheMinute = '2 minutes';

/** Rows, or some of their columns, that are erased with their account. */
export const endsWithAccount = <Column extends string>(
  id: Column,
  account: Column,
  empties?: readonly Column[],
): TableTerm<Column> => ({
  rule: 'ended-accounts',
  id,
  account,
  start: 'ended_at',
  period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
  ...(empties ? { empties } : {}),
});

/** Rows that stay as long as what has been agreed with an account that has ended. */
export const outlivesAccount = <Column extends string>(
  id: Column,
  account: Column,
  rule = 'account-stubs',
): TableTerm<Column> => ({
  rule,
  id,
  account,
  start: 'ended_at',
  period: `${retention.policyAcceptanceMonthsAfterAccount} months`,
});

/** The day of a moment where the business has its seat. */
export const bookDayOf = (column: string) => `(${column} at time zone '${businessTimeZone}')::date`;

/** Rows of the books; `day` decides in which business year each belongs. */
export const keptInBooks = (day: string) =>
  ({
    rule: 'books',
    id: 'id',
    start: `end_of_business_year(${day})`,
    period: `${retention.bookkeepingYears} years`,
  }) as const;
