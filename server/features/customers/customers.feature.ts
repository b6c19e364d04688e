import type { Feature } from '../feature.ts';
import { eraseCustomer, exportCustomer } from './customers.queries.ts';
import { customersRoutes } from './customers.routes.ts';
import { customersTables } from './customers.tables.ts';

/** To whom invoices are made out, and how their tax is known. */
export const customersFeature: Feature = {
  routes: customersRoutes,
  tables: customersTables,
  account: {
    export: async (trx, id) => ({ customer: await exportCustomer(trx, id) }),
    erase: eraseCustomer,
  },
};
