import type { Feature } from '../feature.ts';
import { noticesTables } from './notices.tables.ts';

/** Withdrawals and cancellations that are sent in without a sign-in. */
export const noticesFeature: Feature = {
  tables: noticesTables,
};
