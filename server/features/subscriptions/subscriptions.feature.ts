import type { Feature } from '../feature.ts';
import { billingClockJob } from './subscriptions.jobs.ts';
import { exportSubscriptions } from './subscriptions.queries.ts';
import { subscriptionsRoutes } from './subscriptions.routes.ts';
import { subscriptionsTables } from './subscriptions.tables.ts';

/** What is bought, and how it goes on. */
export const subscriptionsFeature: Feature = {
  routes: subscriptionsRoutes,
  jobs: [billingClockJob],
  tables: subscriptionsTables,
  account: { export: async (trx, id) => ({ subscriptions: await exportSubscriptions(trx, id) }) },
};
