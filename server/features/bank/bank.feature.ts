import type { Feature } from '../feature.ts';
import { bankAssign, bankImport, bankList, bankReturned, paymentRefund } from './bank.operator.ts';
import { bankBookingJob } from './bank-booking.ts';

/** Payments by transfer: what the bank says of them, and which invoices they are for. Its tables are those of payments. */
export const bankFeature: Feature = {
  jobs: [bankBookingJob],
  commands: [bankImport, bankList, bankAssign, bankReturned, paymentRefund],
};
