import type { Feature } from '../../contract/feature.ts';
import { eraseCustomer, exportCustomer } from './customers.queries.ts';
import { customersRoutes } from './customers.routes.ts';
import { customersTables } from './customers.tables.ts';
import { describeBillingEmail } from './customers.ts';
import { vatCheckJob } from './vat.jobs.ts';
import { vatEnd, vatRegister } from './vat.operator.ts';

/** To whom invoices are made out, and how their tax is known: their VAT numbers, and where the operator itself is registered. */
export const customersFeature: Feature = {
  routes: customersRoutes,
  jobs: [vatCheckJob],
  tables: customersTables,
  commands: [vatRegister, vatEnd],
  account: {
    describe: async (queries, id) => ({ billingEmail: await describeBillingEmail(queries, id) }),
    export: async (trx, id) => ({ customer: await exportCustomer(trx, id) }),
    erase: eraseCustomer,
  },
};
