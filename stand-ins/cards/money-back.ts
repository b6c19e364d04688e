import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { type Call, call, metadata, nothing, requireObject, text } from './call.ts';
import { listPage, page, whole } from './lists.ts';
import type { Stored } from './objects.ts';
import { unrefunded } from './payments.ts';
import type { CardsProvider } from './provider.ts';

const refundInput = z.strictObject({
  payment_intent: text,
  amount: whole.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
});

export function createRefund(provider: CardsProvider, input: z.infer<typeof refundInput>): Stored<'refund'> {
  const intent = requireObject(provider, 'payment_intent', input.payment_intent, 'payment_intent', 'payment_intent');
  const rest = unrefunded(provider, intent);
  const amount = input.amount ?? rest;
  const isDisputed = provider.objects
    .list('dispute')
    .some(
      ({ payment_intent, status }) => payment_intent === intent.id && status !== 'won' && !status.startsWith('warning'),
    );
  if (isDisputed) throw new ApiError(400, { code: 'charge_disputed', message: 'This charge has been charged back.' });
  if (rest === 0) throw new ApiError(400, { code: 'charge_already_refunded', message: 'It was refunded already.' });
  if (amount < 1 || amount > rest)
    throw new ApiError(400, { message: `Refund amount is greater than unrefunded amount on charge.`, param: 'amount' });
  const refund = provider.objects.make('refund', {
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    charge: intent.latest_charge!,
    reason: input.reason ?? null,
    status: 'succeeded',
    metadata: input.metadata,
  });
  provider.tell('refund.created', refund);
  return refund;
}

/** What goes back to a holder: given, or taken by a bank. */
export const moneyBackCalls: readonly Call[] = [
  call('POST', '/v1/refunds', refundInput, createRefund),
  call(
    'GET',
    '/v1/refunds',
    z.strictObject({ payment_intent: text.optional(), ...page }),
    (provider, { payment_intent, ...input }) => {
      const refunds = provider.objects.list('refund');
      const found = refunds.filter((each) => payment_intent === undefined || each.payment_intent === payment_intent);
      return listPage('/v1/refunds', found, input);
    },
  ),
  call('GET', '/v1/refunds/:id', nothing, (provider, _, id) => requireObject(provider, 'refund', id, 'refund')),
  call(
    'GET',
    '/v1/disputes',
    z.strictObject({ payment_intent: text.optional(), ...page }),
    (provider, { payment_intent, ...input }) => {
      const disputes = provider.objects.list('dispute');
      const found = disputes.filter((each) => payment_intent === undefined || each.payment_intent === payment_intent);
      return listPage('/v1/disputes', found, input);
    },
  ),
  call('GET', '/v1/disputes/:id', nothing, (provider, _, id) => requireObject(provider, 'dispute', id, 'dispute')),
];
