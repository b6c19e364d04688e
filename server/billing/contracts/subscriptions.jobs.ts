import type { Job } from '../../contract/feature.ts';
import { runClock } from './subscriptions.ts';

/** Issues, renews, reminds, suspends and ends what is due, by the service's clock. */
export const billingClockJob: Job = {
  name: 'billing-clock',
  schedule: '* * * * *',
  async handle(deps) {
    const failed = await runClock(deps);
    if (failed.length) throw new Error(`Subscriptions that are not carried on: ${failed.join(', ')}.`);
  },
};
