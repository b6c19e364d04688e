import type { Feature } from '../../contract/feature.ts';
import { accountAlike } from './free-accounts.operator.ts';
import { invoiceCredit, invoiceList, invoiceMarkPaid, invoiceWriteOff } from './invoices.operator.ts';
import { exportOrders } from './orders.queries.ts';
import { ordersRoutes } from './orders.routes.ts';
import { ordersTables } from './orders.tables.ts';
import { billingClockJob } from './subscriptions.jobs.ts';
import { subscriptionCancel } from './subscriptions.operator.ts';
import { exportSubscriptions } from './subscriptions.queries.ts';
import { subscriptionsRoutes } from './subscriptions.routes.ts';
import { subscriptionsTables } from './subscriptions.tables.ts';

/** What is ordered with the obligation to pay, and how it goes on. */
export const contractsFeature: Feature = {
  async routes(app, deps) {
    subscriptionsRoutes(app, deps);
    await ordersRoutes(app, deps);
  },
  jobs: [billingClockJob],
  tables: { ...subscriptionsTables, ...ordersTables },
  commands: [subscriptionCancel, invoiceList, invoiceMarkPaid, invoiceCredit, invoiceWriteOff, accountAlike],
  account: {
    export: async (trx, id) => ({
      subscriptions: await exportSubscriptions(trx, id),
      orders: await exportOrders(trx, id),
    }),
  },
};
