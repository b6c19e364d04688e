import type { PossibleAction, SubscriptionAnswer } from '../../../../shared/api/subscription.ts';

/** What the page says first, in the words of content/messages/<language>/plan.json. */
export const planStates = [
  'free',
  'owed',
  'checking',
  'provider-silent',
  'awaiting-card',
  'charge-due',
  'awaiting-first-transfer',
  'awaiting-upgrade',
  'awaiting-transfer',
  'active',
  'change-planned',
  'ending',
  'failed',
  'confirm',
  'grace',
  'suspended',
] as const;

export type PlanState = (typeof planStates)[number];

/** The one thing that matters most to the customer now: first what is asked of them, then what will change by itself. */
export function planStateOf({ state, payment, subscription }: SubscriptionAnswer): PlanState {
  if (
    payment?.state === 'checking' ||
    payment?.state === 'provider-silent' ||
    payment?.state === 'confirm' ||
    payment?.state === 'owed'
  )
    return payment.state;
  if (state === 'suspended' || state === 'grace') return state;
  if (payment?.state === 'failed' || payment?.state === 'awaiting-card' || payment?.state === 'charge-due')
    return payment.state;
  if (payment && state === 'pending') return 'awaiting-first-transfer';
  if (subscription?.endsOn) return 'ending';
  if (payment) return payment.begins ? 'awaiting-upgrade' : 'awaiting-transfer';
  if (subscription?.next) return 'change-planned';
  return subscription ? 'active' : 'free';
}

/** Something is asked of the customer, or has stopped. */
export const isUrgent = (state: PlanState): boolean =>
  ['owed', 'failed', 'confirm', 'grace', 'suspended'].includes(state);

/** Whether what was bought works now: an unpaid plan stops at the end of its period, even before it is suspended. */
export const isServed = ({ state, subscription, today }: SubscriptionAnswer): boolean =>
  state !== 'suspended' && subscription?.term != null && today < subscription.term.until;

type ActionName = PossibleAction['action'];

/** A change to the present plan cancels a planned change. */
export const isUndoing = (change: PossibleAction, subscription: SubscriptionAnswer['subscription']): boolean =>
  change.action === 'change' && change.product === subscription?.product && change.months === subscription.months;

/** The one action of a state, among those that the server allows now; none where there is nothing to do. */
export function mainActionOf(
  state: PlanState,
  { actions, subscription }: SubscriptionAnswer,
): PossibleAction | undefined {
  const find = (name: ActionName) => actions.find(({ action }) => action === name);
  switch (state) {
    case 'owed':
    case 'awaiting-card':
    case 'charge-due':
    case 'failed':
    case 'confirm':
    case 'grace':
    case 'suspended':
      // Customers who pay by transfer find the code and the details below.
      return subscription?.method === 'invoice' ? undefined : find('pay');
    case 'ending':
      return find('resume');
    case 'change-planned':
      return actions.find((action) => isUndoing(action, subscription));
    default:
      return undefined;
  }
}
