import type { Feature } from '../../contract/feature.ts';
import { invoiceCredit, invoiceList, invoiceMarkPaid, invoiceWriteOff } from './invoices.operator.ts';
import { billingClockJob } from './subscriptions.jobs.ts';
import { subscriptionCancel } from './subscriptions.operator.ts';
import { exportSubscriptions } from './subscriptions.queries.ts';
import { subscriptionsRoutes } from './subscriptions.routes.ts';
import { subscriptionsTables } from './subscriptions.tables.ts';

/** What is bought, and how it goes on. */
export const subscriptionsFeature: Feature = {
  routes: subscriptionsRoutes,
  jobs: [billingClockJob],
  tables: subscriptionsTables,
  commands: [subscriptionCancel, invoiceList, invoiceMarkPaid, invoiceCredit, invoiceWriteOff],
  account: { export: async (trx, id) => ({ subscriptions: await exportSubscriptions(trx, id) }) },
};
