import { contractPeriods } from './contract.ts';
import type { PeriodPromise } from './promise-types.ts';
import { failedPaymentGraceDays } from './retention.ts';

const inContract = (name: keyof typeof contractPeriods) => ({
  constant: `contract#${name}`,
  value: contractPeriods[name],
});

/** Those of `promises.ts` that are due to whoever buys something. */
export const salesPromises: readonly PeriodPromise[] = [
  {
    id: 'failed-payment',
    constant: 'retention#failedPaymentGraceDays',
    value: failedPaymentGraceDays,
    quoted: 'failed-payment-days',
    messages: ['pricing.notes.late.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/billing/subscriptions/lifecycle-facts.ts#findSuspensionDay',
      test: 'server/billing/subscriptions/lifecycle.test.ts',
    },
  },
  {
    id: 'withdrawal',
    ...inContract('withdrawalDays'),
    quoted: 'withdrawal-days',
    messages: ['order.summary.withdrawal.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/billing/subscriptions/withdrawal.ts#findWithdrawDay',
      test: 'server/billing/subscriptions/withdrawal.test.ts',
    },
  },
  {
    id: 'refund',
    ...inContract('refundDays'),
    quoted: 'refund-days',
    messages: ['plan.withdrawal.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/billing/billing-verify/payment-checks.ts#paymentChecks',
      test: 'server/billing/billing-verify/billing-verify.test.ts',
    },
  },
  {
    id: 'renewal-reminder',
    ...inContract('renewalReminderDays'),
    quoted: 'renewal-reminder-days',
    keeper: {
      kind: 'code',
      symbol: 'server/billing/subscriptions/reminders.ts#isRenewalUnbinding',
      test: 'server/billing/subscriptions/reminders.test.ts',
    },
  },
  {
    id: 'liability',
    ...inContract('liabilityMonths'),
    quoted: 'liability-months',
    keeper: { kind: 'later', due: 'sales' },
  },
];
