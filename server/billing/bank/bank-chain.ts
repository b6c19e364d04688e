import type { Rappen } from '../../../shared/business/plans.ts';
import type { Day } from '../../../shared/days.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { StatementFault } from './statement-fault.ts';

/** Anything that moved the balance, as a statement tells of it. */
export interface Booking {
  /** Of everything that is told of it; null where an older version has kept it. */
  fingerprint: string | null;
  /** Negative where it went out. */
  amountRappen: Rappen;
  bookedOn: Day;
  bankReference: string | null;
}

/** A time of the account with all its bookings. */
interface Span<Told extends Booking = Booking> {
  id: string;
  from: Day;
  until: Day;
  openingRappen: Rappen;
  closingRappen: Rappen;
  bookings: readonly Told[];
}

/** What was imported before. */
export interface KnownChain {
  /** Undefined before the first. */
  last: Pick<Span, 'until' | 'closingRappen'> | undefined;
  /** Statements that tell of days of the new one, oldest first. `isWhole`: with everything that moved the balance. */
  reaching: readonly (Span & { isWhole: boolean })[];
}

/**
 * Which bookings of a statement are new; undefined where it tells nothing new. What the bank calls a statement or a booking proves
 * nothing, because it calls others the same; balances do. Where it begins with what the last one ended with, all of it is new. Where
 * it begins with what the account held before its first day, it tells days again, and what it tells beyond those is new. Throws a
 * `StatementFault` for everything else: nothing is left out, and nothing counts twice.
 */
export function findNew<Told extends Booking>(
  statement: Span<Told>,
  { last, reaching }: KnownChain,
): Told[] | undefined {
  const { id, from, until, openingRappen, bookings } = statement;
  if (!last) return [...bookings];
  if (reaching.some((other) => isSame(other, statement))) return undefined;
  const continues = from >= last.until && openingRappen === last.closingRappen;
  const [first] = reaching;
  if (!first || !reaching.every(({ isWhole }) => isWhole)) {
    if (continues) return [...bookings];
    throw new StatementFault(
      from < last.until
        ? `The statement ${id} begins on ${from}, before ${last.until}, where the last one ends.`
        : describeGap(statement, last),
    );
  }
  const told = reaching.flatMap((other) => other.bookings);
  const before = first.openingRappen + sumOf(told.filter(({ bookedOn }) => bookedOn < from));
  if (openingRappen !== before) {
    if (continues) return [...bookings];
    throw new StatementFault(
      from >= last.until
        ? describeGap(statement, last)
        : `The statement ${id} begins on ${from} with ${inFrancs(openingRappen)}, and by those that were imported, until ${last.until}, the account held ${inFrancs(before)} before that day.`,
    );
  }
  const again = told.filter(({ bookedOn }) => bookedOn >= from && (until >= last.until || bookedOn <= until));
  const { fresh, missing } = compare(bookings, again);
  // Nothing is left of a day on which as much went out as came in, and then more is told of it.
  if (continues && missing.length > 0 && fresh.length === bookings.length) return fresh;
  if (missing[0])
    throw new StatementFault(
      `The statement ${id} tells of days again that were imported, since ${from}, and not of ${describe(missing[0])}, which was told of them: it may be told otherwise. Ask the bank which is right.`,
    );
  if (until < last.until) {
    if (!fresh[0]) return undefined;
    throw new StatementFault(
      `The statement ${id} tells of ${describe(fresh[0])}, which the statements of that time do not that were imported, until ${last.until}.`,
    );
  }
  return fresh.length === 0 && until === last.until ? undefined : fresh;
}

/** What an older version has kept has only its name, time and balances. */
function isSame(known: KnownChain['reaching'][number], told: Span): boolean {
  const isAlike = (['from', 'until', 'openingRappen', 'closingRappen'] as const).every(
    (name) => known[name] === told[name],
  );
  if (!isAlike || !known.isWhole) return isAlike && known.id === told.id;
  const { fresh, missing } = compare(told.bookings, known.bookings);
  return fresh.length === 0 && missing.length === 0;
}

/** Each booking stands for one, also where others are equal to it. */
export function compare<Told extends Pick<Booking, 'fingerprint'>, Known extends Pick<Booking, 'fingerprint'>>(
  told: readonly Told[],
  known: readonly Known[],
): { fresh: Told[]; missing: Known[] } {
  const left = Map.groupBy(known, ({ fingerprint }) => fingerprint);
  const fresh = told.filter(({ fingerprint }) => !left.get(fingerprint)?.pop());
  return { fresh, missing: [...left.values()].flat() };
}

const describe = ({ amountRappen, bookedOn, bankReference }: Booking): string =>
  `${inFrancs(amountRappen)} of ${bookedOn}${bankReference === null ? '' : ` (${bankReference})`}`;

const describeGap = ({ id, openingRappen }: Span, { until, closingRappen }: Pick<Span, 'until' | 'closingRappen'>) =>
  `The statement ${id} begins with ${inFrancs(openingRappen)}, and the last one, until ${until}, ends with ${inFrancs(closingRappen)}: one between them is missing.`;

const sumOf = (bookings: readonly Booking[]): Rappen =>
  bookings.reduce((sum, { amountRappen }) => sum + amountRappen, 0);
