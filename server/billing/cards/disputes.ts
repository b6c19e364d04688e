import { inFrancs } from '../../../shared/numbers.ts';
import { act } from '../../contract/act.ts';
import type { CardPayments, Dispute } from '../../integrations/card-payments.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { isBooked } from '../payments/payments.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { settleDisputed } from './settlement.ts';

const meanings: Record<Dispute['state'], string> = {
  inquiry: 'A bank asks about it and has taken nothing: answer in the dashboard, or it becomes a dispute.',
  open: 'The bank took it back, so it is owed again, or need not be refunded any more: answer in the dashboard.',
  won: 'The bank has given it back, and it counts as paid.',
  lost: 'The bank keeps it, so what it was for stays owed.',
};

/** How much of a charge banks hold, by all disputes about it; an inquiry takes nothing. */
export async function findHeld(provider: CardPayments, charge: string): Promise<number> {
  const taken = (await provider.listDisputes(charge)).filter(({ state }) => state === 'open' || state === 'lost');
  return taken.reduce((sum, { amountRappen }) => sum + amountRappen, 0);
}

/**
 * Books what banks hold of a charge by all disputes about it, a part as well; an inquiry takes nothing. An operator is told of each
 * state once. Safe to repeat.
 */
export async function applyDispute(
  deps: CardDependencies,
  { id, charge, state, amountRappen }: Dispute,
): Promise<void> {
  const { provider, database, contracts, log } = deps;
  // Others may use the provider's account, too.
  if (charge === undefined || !(await isBooked(database.kysely, charge))) return;
  const takenRappen = await findHeld(provider, charge);
  const invoices = await act(deps, (act) => settleDisputed(act, contracts, { charge, takenRappen }));
  if (invoices.length)
    log.error({ charge, invoices }, `a payment by card is ${state === 'won' ? 'no longer ' : ''}disputed`);
  await mailOperators(deps, {
    key: `dispute ${id} ${state}`,
    subject: 'A payment by card is disputed',
    paragraphs: [`${inFrancs(amountRappen)} of the charge ${charge}, by the dispute ${id}.`],
    note: meanings[state],
  });
}
