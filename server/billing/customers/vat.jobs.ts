import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { vatChecks } from '../../../shared/business/vat.ts';
import { addDays } from '../../../shared/days.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Job } from '../../contract/feature.ts';
import { findDue } from './vat.queries.ts';
import { confirmVatNumber } from './vat.ts';

const batchSize = 50;

/** Asks again for numbers that nobody has confirmed, and for all before an invoice relies on them. */
export const vatCheckJob: Job = {
  name: 'vat-checks',
  schedule: '*/10 * * * *',
  async handle(deps) {
    const now = deps.clock();
    const due = await findDue(
      deps.database.kysely,
      {
        askedBefore: new Date(now.getTime() - vatChecks.retryMinutes * minuteMs),
        judgedBefore: new Date(now.getTime() - vatChecks.freshHours * 60 * minuteMs),
        until: addDays(zurichDayOf(now), vatChecks.leadDays),
      },
      batchSize,
    );
    for (const accountId of due) await confirmVatNumber(deps, accountId);
  },
};
