import { failedPaymentGraceDays } from './billing.ts';
import { contractPeriods } from './contract.ts';
import type { PeriodPromise } from './promise-types.ts';

const inContract = (name: keyof typeof contractPeriods) => ({
  constant: `contract#${name}`,
  value: contractPeriods[name],
});

/** Those of `promises.ts` that are due to whoever buys something. */
export const salesPromises: readonly PeriodPromise[] = [
  {
    id: 'failed-payment',
    constant: 'billing#failedPaymentGraceDays',
    value: failedPaymentGraceDays,
    quoted: 'failed-payment-days',
    messages: ['pricing.notes.late.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/billing/contracts/lifecycle-facts.ts#findSuspensionDay',
      test: 'server/billing/contracts/suspension.test.ts',
    },
  },
  {
    id: 'withdrawal',
    ...inContract('withdrawalDays'),
    quoted: 'withdrawal-days',
    messages: ['order.summary.withdrawal.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/billing/contracts/withdrawal.ts#findWithdrawDay',
      test: 'server/billing/contracts/withdrawal.test.ts',
    },
  },
  {
    id: 'refund',
    ...inContract('refundDays'),
    quoted: 'refund-days',
    messages: ['plan.withdrawal.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/billing/books/payment-checks.ts#paymentChecks',
      test: 'server/billing/books/books.test.ts',
    },
  },
  {
    id: 'renewal-reminder',
    ...inContract('renewalReminderDays'),
    quoted: 'renewal-reminder-days',
    keeper: {
      kind: 'code',
      symbol: 'server/billing/contracts/reminders.ts#isRenewalUnbinding',
      test: 'server/billing/contracts/reminders.test.ts',
    },
  },
  {
    id: 'liability',
    ...inContract('liabilityMonths'),
    quoted: 'liability-months',
    keeper: { kind: 'later', due: 'sales' },
  },
];
