import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { findChargeTime } from '../../../shared/business/card-charges.ts';
import { act } from '../../contract/act.ts';
import { CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { findCustomer } from '../customers/customers.ts';
import { findBalance } from '../invoices/invoices.ts';
import { findAttempt, findOpenAttempt, insertAttempt, listCharges } from './attempts.queries.ts';
import { cardGone, closeCheckout, mostUnanswered, refreshAttempt } from './attempts.ts';
import type { CardDependencies, DueInvoice } from './card-dependencies.ts';
import type { PaymentAttempt } from './cards.tables.ts';
import { mailChargeFailed } from './charge-mails.ts';
import { recoverLost } from './lost-charges.ts';

/**
 * Charges the cards of all invoices for which it is time. One that fails is told and does not hold up the others, unless the
 * provider answers nobody.
 */
export async function chargeDue(deps: CardDependencies): Promise<void> {
  let unanswered = 0;
  for (const due of await deps.contracts.findDueInvoices(deps.database.kysely, zurichDayOf(deps.clock()))) {
    try {
      await chargeInvoice(deps, due);
      unanswered = 0;
    } catch (error) {
      deps.log.error({ err: error, invoice: due.invoiceId }, 'an invoice was not charged');
      if (error instanceof CardProviderUnreachable && ++unanswered === mostUnanswered) return;
    }
  }
}

async function chargeInvoice(deps: CardDependencies, due: DueInvoice): Promise<void> {
  const { database } = deps;
  const card = await findCardToCharge(deps, due);
  if (card === undefined) return;
  if (card === null) return failWithoutCard(deps, due);
  const open = await findOpenAttempt(database.kysely, due.accountId);
  if (open) {
    // A page on which something can still be paid is closed at the provider before anything is charged.
    if (open.kind === 'charge') return refreshAttempt(deps, open);
    if (!(await closeCheckout(deps, open))) return;
  }
  const lost = await recoverLost(deps, { ...due, amountRappen: due.openRappen });
  if (lost === 'unclear') return;
  const attempt = await beginCharge(deps, due, card);
  if (attempt) await refreshAttempt(deps, attempt);
}

/**
 * Undefined while it is not time, after it was tried this time, and when no further try is wanted; null where there is no card, which
 * is still to be told.
 */
async function findCardToCharge(
  { database, clock }: Pick<CardDependencies, 'database' | 'clock'>,
  { invoiceId, accountId, dueOn }: DueInvoice,
): Promise<string | null | undefined> {
  const time = findChargeTime(dueOn, clock());
  if (!time) return undefined;
  const card = (await findCustomer(database.kysely, accountId))?.card_payment_method ?? null;
  const charges = await listCharges(database.kysely, invoiceId);
  if (charges.some((charge) => charge.created_at >= time && charge.settled_at !== null)) return undefined;
  return charges.some((charge) => isLastOf(charge, card)) ? undefined : card;
}

const isLastOf = (charge: PaymentAttempt, card: string | null): boolean =>
  charge.is_final && (card === null ? charge.decline_code === cardGone : charge.card === card);

/** Nothing can be charged: the customer is told, once, as of any other charge that failed. */
async function failWithoutCard(deps: CardDependencies, { invoiceId, accountId }: DueInvoice): Promise<void> {
  await act(deps, async (act) => {
    const { trx, now } = act;
    await lockAccount(trx, accountId);
    const openRappen = (await findBalance(trx, invoiceId))?.openRappen ?? 0;
    const isTold = (await listCharges(trx, invoiceId)).some((charge) => isLastOf(charge, null));
    if (openRappen <= 0 || isTold) return;
    const id = randomUUID();
    await insertAttempt(trx, {
      id,
      account_id: accountId,
      kind: 'charge',
      order_id: null,
      invoice_id: invoiceId,
      amount_rappen: openRappen,
      card: null,
      created_at: now,
      state: 'failed',
      settled_at: now,
      decline_code: cardGone,
      is_final: true,
    });
    const failed = { id, account_id: accountId, invoice_id: invoiceId };
    await mailChargeFailed(act, failed, { needsAuthentication: false, isFinal: true });
  });
}

/** Undefined when somebody was faster: with paying, or with trying to. */
async function beginCharge(
  deps: CardDependencies,
  { invoiceId, accountId }: DueInvoice,
  card: string,
): Promise<PaymentAttempt | undefined> {
  const id = randomUUID();
  const isNew = await act(deps, async ({ trx, now }) => {
    await lockAccount(trx, accountId);
    const openRappen = (await findBalance(trx, invoiceId))?.openRappen ?? 0;
    if (openRappen <= 0) return false;
    return insertAttempt(trx, {
      id,
      account_id: accountId,
      kind: 'charge',
      order_id: null,
      invoice_id: invoiceId,
      amount_rappen: openRappen,
      card,
      created_at: now,
    });
  });
  return isNew ? findAttempt(deps.database.kysely, id) : undefined;
}
