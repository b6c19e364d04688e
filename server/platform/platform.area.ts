import type { Area } from '../contract/feature.ts';
import { clockFeature } from './clock/clock.feature.ts';
import { mailsFeature } from './mails/mails.feature.ts';
import { operatorActionsFeature } from './operator-actions/operator-actions.feature.ts';
import { lateRetentionFeature, retentionFeature } from './retention/retention.feature.ts';
import { waitingFeature } from './waiting/waiting.feature.ts';

/** What all others stand on: mails, time, retention, and what operators do. */
export const platformArea: Area = {
  1: clockFeature,
  4: mailsFeature,
  12: retentionFeature,
  38: operatorActionsFeature,
  39: waitingFeature,
  99: lateRetentionFeature,
};
