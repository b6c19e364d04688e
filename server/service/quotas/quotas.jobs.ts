import type { Job } from '../../contract/feature.ts';
import { releaseOverdue } from './quotas.ts';

/** Gives back requests whose server crashed. */
export const releaseJob: Job = {
  name: 'release-requests',
  schedule: '* * * * *',
  async handle({ database, clock, log }) {
    const released = await releaseOverdue(database, clock());
    if (released) log.warn({ records: released }, 'requests were given back that no server had settled');
  },
};
