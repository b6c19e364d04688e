import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { exportPayments } from './payments.queries.ts';
import { paymentsTables } from './payments.tables.ts';
import { bookRetention } from './payments-retention.ts';

/** What was paid, how, and for what; and how long books are kept. */
export const paymentsFeature: Feature = {
  tables: paymentsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  expiryFunctions: ['remove_expired_books'],
  retention: [bookRetention],
  account: { export: async (trx, id) => ({ payments: { received: await exportPayments(trx, id) } }) },
};
