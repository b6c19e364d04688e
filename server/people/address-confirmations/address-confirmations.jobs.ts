import type { Job } from '../../contract/feature.ts';
import { eachAlone } from '../../jobs/each-alone.ts';
import { findUnchecked } from '../../platform/mails/mails.ts';
import { checkAddress } from './address-check.ts';

const batchSize = 200;

/** Finds out whose an address is: at once after somebody typed one, and every minute for mails that were held since. */
export const addressCheckJob: Job<object> = {
  name: 'address-checks',
  schedule: '* * * * *',
  async handle(deps) {
    await eachAlone(await findUnchecked(deps.database.kysely, batchSize), (named) => checkAddress(deps, named));
  },
};
