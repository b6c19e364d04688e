import type { Feature } from '../../contract/feature.ts';
import { bankImport, bankList } from './bank.operator.ts';
import { unsettledEntries } from './bank.queries.ts';
import { bankTables } from './bank.tables.ts';
import { bankBookingJob } from './bank-booking.ts';
import { bankAssign, bankReturned, bankUndo } from './decisions.operator.ts';
import { paymentRefund } from './refunds.operator.ts';

/** Payments by transfer: what the bank says of them, and which invoices they are for. */
export const bankFeature: Feature = {
  jobs: [bankBookingJob],
  tables: bankTables,
  waiting: [unsettledEntries],
  commands: [bankImport, bankList, bankAssign, bankReturned, bankUndo, paymentRefund],
};
