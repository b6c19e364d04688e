import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import { countDownloadTraces, forgetDownloadTraces } from './downloads.queries.ts';

/**
 * Who started a download, and from where, is kept only for security; the download itself is evidence (Privacy Policy 8). Marks of
 * addresses count from the first.
 */
export const downloadTraceRetention: RetentionRule = {
  name: 'download-traces',
  cutoff: (now) => new Date(now.getTime() - retention.downloadTraceDays * dayMs),
  count: countDownloadTraces,
  remove: forgetDownloadTraces,
};
