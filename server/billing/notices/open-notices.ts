import { daysOfWorkBefore } from '../../../shared/business/business-days.ts';
import { noticeWorkingDays } from '../../../shared/business/notices.ts';
import type { Queries } from '../../database/schema.ts';
import { formatMoment } from '../../platform/mails/mails.ts';
import { countNotices, type NoticeFilter } from './notices.queries.ts';

/** What arrived before then should have been looked at. */
export const overdueBefore = (now: Date): Date => daysOfWorkBefore(now, noticeWorkingDays);

export const countOpen = (queries: Queries, now: Date, filter: NoticeFilter = 'open') =>
  countNotices(queries, { filter, since: overdueBefore(now) });

/** How many wait since when, in a sentence. */
export const describeOpen = ({ count, overdue, oldest }: Awaited<ReturnType<typeof countOpen>>): string =>
  `${count} withdrawals and cancellations wait, ${overdue} of them for more than ${noticeWorkingDays} working days. ` +
  `The oldest arrived on ${formatMoment('en', oldest!)}.`;
