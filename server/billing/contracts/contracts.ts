export { type AccountPlan, findPlanAt, findPlansAt } from './account-plan.ts';
export { describeChanges, findInvoiceIds } from './changes.ts';
export { applyEvent } from './engine.ts';
export { creditByHand, notePaid, settleInvoice } from './settling.ts';
export { changeSubscription } from './subscription-actions.ts';
export { findToClose } from './subscriptions.queries.ts';
export { applyOnce, endForClosing, goOnForKeeping, markAccountClosed, runClock, withdraw } from './subscriptions.ts';
