import type { Feature } from '../../contract/feature.ts';
import { accountAlike } from './free-accounts.operator.ts';
import { exportOrders } from './orders.queries.ts';
import { ordersRoutes } from './orders.routes.ts';
import { ordersTables } from './orders.tables.ts';

/** Orders with the obligation to pay, as they were placed. */
export const ordersFeature: Feature = {
  routes: ordersRoutes,
  tables: ordersTables,
  commands: [accountAlike],
  account: { export: async (trx, id) => ({ orders: await exportOrders(trx, id) }) },
};
