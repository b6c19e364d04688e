import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { invoiceFilesJob, readDocument } from './documents.ts';
import { exportInvoices } from './invoices.queries.ts';
import { invoicesRoutes } from './invoices.routes.ts';
import { invoicesTables } from './invoices.tables.ts';
import { invoiceLostNumbers } from './lost-numbers.operator.ts';

/** Invoices and credit notes, which never change and outlive the account. */
export const invoicesFeature: Feature = {
  routes: invoicesRoutes,
  jobs: [invoiceFilesJob],
  commands: [invoiceLostNumbers],
  tables: invoicesTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  account: { export: async (trx, id) => ({ invoices: await exportInvoices(trx, id) }), mailFile: readDocument },
};
