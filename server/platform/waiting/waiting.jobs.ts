import { daysOfWorkBefore } from '../../../shared/business/business-days.ts';
import { noticeWorkingDays } from '../../../shared/business/notices.ts';
import { utcDayOf } from '../../../shared/days.ts';
import type { Job } from '../../contract/feature.ts';
import { formatMoment, mailOperators } from '../mails/mails.ts';
import { countWaiting, type WaitingCount } from './waiting.queries.ts';

/** Tells operators every morning of all that waits for them, a line for each kind. Without ids and without a stranger's word. */
export const waitingJob: Job = {
  name: 'waiting-list',
  schedule: '0 6 * * *',
  async handle(deps) {
    const now = deps.clock();
    const late = { now, since: daysOfWorkBefore(now, noticeWorkingDays) };
    const counts = await countWaiting(deps.database.kysely, deps.waitingKinds, late);
    if (!counts.length) return;
    const lateInAll = counts.reduce((sum, each) => sum + each.late, 0);
    if (lateInAll) deps.log.error({ records: lateInAll }, 'what waits for a person has waited for too long');
    await mailOperators(deps, {
      key: `waiting-list ${utcDayOf(now)}`,
      subject: lateInAll ? `Waits for you, ${lateInAll} of it too long` : 'Waits for you',
      paragraphs: counts.map(describe),
      note:
        `Late is what is past its deadline or, without one, older than ${noticeWorkingDays} working days. ` +
        '"waiting list" shows all of it; docs/operations.md says what to do.',
    });
  },
};

const describe = ({ kind, count, late, oldest, firstDue }: WaitingCount): string =>
  `${kind}: ${count}, late: ${late}. The oldest has waited since ${formatMoment('en', oldest)}.` +
  (firstDue ? ` The first deadline is ${formatMoment('en', firstDue)}.` : '');
