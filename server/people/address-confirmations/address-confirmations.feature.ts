import type { Feature } from '../../contract/feature.ts';
import { addressCheckJob } from './address-confirmations.jobs.ts';
import { addressConfirmationsRoutes } from './address-confirmations.routes.ts';
import { addressLetters } from './address-mails.ts';

/** Whether an address that somebody typed is theirs: before that, one mail goes there, and nothing else. */
export const addressConfirmationsFeature: Feature = {
  routes: addressConfirmationsRoutes,
  jobs: [addressCheckJob],
  letters: [addressLetters],
};
