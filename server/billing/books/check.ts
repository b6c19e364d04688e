import type { RawBuilder } from 'kysely';

/** What an invariant is looked at with: an hour back, so that what is just being done is no fault. */
export interface LookedAt {
  now: Date;
  /** An hour before `now`. */
  settled: Date;
  /** The days of `settled`. */
  utcDay: string;
  zurichDay: string;
  /** Since then, all books are kept; older ones may be on their way out. */
  booksFrom: string;
}

/** An invariant of the books (billing.md, section 10), as a query for whatever breaks it. */
export interface Check {
  name: string;
  /** What it says of `subject`, for operators. */
  fault: string;
  find(at: LookedAt): RawBuilder<{ subject: string }>;
}

/** What breaks an invariant. */
export interface Finding {
  name: string;
  fault: string;
  count: number;
  /** The first of them. */
  subjects: string[];
}
