import type { Feature } from '../../contract/feature.ts';
import { eraseCustomer, exportCustomer } from './customers.queries.ts';
import { customersRoutes } from './customers.routes.ts';
import { customersTables } from './customers.tables.ts';
import { describeBillingEmail } from './customers.ts';

/** To whom invoices are made out, and how their tax is known. */
export const customersFeature: Feature = {
  routes: customersRoutes,
  tables: customersTables,
  account: {
    describe: async (queries, id) => ({ billingEmail: await describeBillingEmail(queries, id) }),
    export: async (trx, id) => ({ customer: await exportCustomer(trx, id) }),
    erase: eraseCustomer,
  },
};
