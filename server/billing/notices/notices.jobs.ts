import type { Job } from '../../contract/feature.ts';
import { confirmNotice } from './notice-mails.ts';

/** Confirms what was sent in. */
export const noticeReceiptJob: Job<{ id: string }> = {
  name: 'notice-receipt',
  handle: (deps, { id }) => confirmNotice(deps, id),
};
