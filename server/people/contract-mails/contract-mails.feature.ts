import type { Feature } from '../../contract/feature.ts';
import { changeNoticeJob } from './change-notices.ts';
import { contractLetters } from './contract-mails.ts';

/** What people are told of their contract, by mail. */
export const contractMailsFeature: Feature = {
  jobs: [changeNoticeJob],
  letters: [contractLetters],
};
