import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { vatChecks } from '../../../shared/business/vat.ts';
import { addDays } from '../../../shared/days.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import type { Job } from '../../contract/feature.ts';
import { findDue } from './vat.queries.ts';
import { confirmVatNumber } from './vat.ts';

const batchSize = 50;

/** Asks again about numbers that nobody has confirmed, and about all of them before an invoice relies on them. */
export const vatCheckJob: Job = {
  name: 'vat-checks',
  schedule: '*/10 * * * *',
  async handle(deps) {
    const now = deps.clock();
    const due = await findDue(
      deps.database.kysely,
      {
        askedBefore: new Date(now.getTime() - vatChecks.retryMinutes * minuteMs),
        judgedBefore: new Date(now.getTime() - vatChecks.freshHours * hourMs),
        until: addDays(zurichDayOf(now), vatChecks.leadDays),
      },
      batchSize,
    );
    for (const accountId of due)
      try {
        await confirmVatNumber(deps, accountId);
      } catch (error) {
        // The others do not wait for it.
        deps.log.error({ err: error, account: accountId }, 'a VAT number cannot be checked');
      }
  },
};
