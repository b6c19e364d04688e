import { acceptanceRetention } from './acceptances/acceptances.ts';
import { consentRetention } from './consents/consents.ts';
import type { RetentionRule } from './retention/retention.ts';
import { statisticsRetention } from './statistics/statistics.ts';

/** Every rule by which records are removed. A feature that keeps records for a time adds its own here. */
export const retentionRules: readonly RetentionRule[] = [consentRetention, acceptanceRetention, statisticsRetention];
