/** Periods of orders, invoices and debts (specification 4 and 9; docs/requirements.md 4). In days unless stated otherwise. */
export const billing = {
  /** From the day of an order by invoice. */
  firstPaymentDays: 10,
  /** An order by invoice lapses after so many days without a payment. */
  orderLapsesDays: 30,
  /** Before the term that it is for. */
  invoiceLeadDays: 14,
  /** The same for four months, so that the reminder of a renewal is early enough for every country. */
  longInvoiceLeadDays: 35,
  /** An upgrade by transfer that nobody paid lapses. */
  upgradeLapsesDays: 10,
  /** A suspended subscription ends so many days after the day on which its debt was due. */
  endsAfterDebtDays: 30,
  /** Between the notice of a suspension and the suspension. */
  suspensionNoticeHours: 72,
  /** What an operator says was sent back is seen going out in a statement by then; our own rule. */
  returnShownDays: 7,
} as const;

/** What foreign banks are supposed to have taken out of a transfer, at most, in Rappen; our own rule. */
export const shortTransferRappen = 500;

/** Calendar days between the due date of a failed payment and suspension (specification 4). */
export const failedPaymentGraceDays = 7;
