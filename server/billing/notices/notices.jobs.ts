import { utcDayOf } from '../../../shared/days.ts';
import type { Job } from '../../contract/feature.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { confirmNotice } from './notice-mails.ts';
import { countOpen, describeOpen } from './open-notices.ts';

/** Confirms what was sent in. */
export const noticeReceiptJob: Job<{ id: string }> = {
  name: 'notice-receipt',
  handle: (deps, { id }) => confirmNotice(deps, id),
};

/** Tells operators every morning of what waits for them. */
export const openNoticesJob: Job = {
  name: 'open-notices',
  schedule: '0 6 * * *',
  async handle(deps) {
    const now = deps.clock();
    const open = await countOpen(deps.database.kysely, now);
    if (!open.count) return;
    if (open.overdue) deps.log.error({ records: open.overdue }, 'withdrawals and cancellations wait for too long');
    await mailOperators(deps, {
      key: `open-notices ${utcDayOf(now)}`,
      subject: 'Withdrawals and cancellations wait for you',
      paragraphs: [describeOpen(open)],
      note: '"notice list" shows them; docs/operations.md says what to do.',
    });
  },
};
