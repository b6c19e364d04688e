import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { exportAttempts, exportPayments } from './payments.queries.ts';
import { paymentsTables } from './payments.tables.ts';
import { bookRetention, providerEventRetention } from './payments-retention.ts';

/** What was paid, how, and for what; and how long books are kept. */
export const paymentsFeature: Feature = {
  tables: paymentsTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  expiryFunctions: ['remove_expired_books'],
  retention: [bookRetention, providerEventRetention],
  account: {
    export: async (trx, id) => ({
      payments: { received: await exportPayments(trx, id), cardAttempts: await exportAttempts(trx, id) },
    }),
  },
};
