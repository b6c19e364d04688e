import type { Locale } from '../../../shared/locales.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Refund } from '../payments/payments.ts';

/** A refund with the provider's id of what it gives back. */
export type CardRefund = Refund & { charge: string };

const select = (queries: Queries) =>
  queries
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select('payments.provider_ref as charge')
    .where('payments.method', '=', 'card')
    .where('payments.provider_ref', 'is not', null)
    .$narrowType<{ charge: string }>();

export async function listRefundsToSend(queries: Queries): Promise<CardRefund[]> {
  return select(queries).where('refunds.state', 'in', ['wanted', 'sending']).orderBy('refunds.wanted_at').execute();
}

/** The one that the provider made, also while the answer that names it is on its way. */
export async function findMadeRefund(
  queries: Queries,
  made: { id: string; refundId?: string },
): Promise<CardRefund | undefined> {
  return select(queries)
    .where(({ or, eb, cast }) =>
      or([eb('refunds.provider_ref', '=', made.id), eb(cast('refunds.id', 'text'), '=', made.refundId ?? '')]),
    )
    .executeTakeFirst();
}

/** One of a charge that nobody has sent, of exactly this sum. Nobody begins to send it before the transaction ends. */
export async function lockUnsentRefund(
  trx: OpenTransaction,
  charge: string,
  amountRappen: number,
): Promise<CardRefund | undefined> {
  return select(trx)
    .where('payments.provider_ref', '=', charge)
    .where('refunds.provider_ref', 'is', null)
    .where('refunds.state', 'in', ['wanted', 'failed'])
    .where('refunds.amount_rappen', '=', amountRappen)
    .orderBy('refunds.wanted_at')
    .limit(1)
    .forUpdate('refunds')
    .executeTakeFirst();
}

/** A refund with whom to tell of it. */
export async function findRefundOf(
  queries: Queries,
  id: string,
): Promise<{ account_id: string; amount_rappen: number; email: string | null; locale: Locale | null } | undefined> {
  return queries
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('customers', 'customers.account_id', 'payments.account_id')
    .select(['customers.account_id', 'refunds.amount_rappen', 'email', 'locale'])
    .where('refunds.id', '=', id)
    .executeTakeFirst();
}

/**
 * Before the provider is asked. False where it is not to be sent any more: a bank has given it back meanwhile, or a person in the
 * provider's dashboard.
 */
export async function noteRefundSending(queries: Queries, id: string, amountRappen: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('refunds')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('amount_rappen', '=', amountRappen)
    .where('provider_ref', 'is', null)
    .where('state', 'in', ['wanted', 'sending'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function changeRefund(queries: Queries, id: string, change: Partial<Refund>): Promise<void> {
  await queries.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Keeps the moment in which that was first known: the provider tells of it again and again. */
export async function noteRefundSent(
  queries: Queries,
  id: string,
  { at, providerRef }: { at: Date; providerRef: string },
): Promise<void> {
  await queries
    .updateTable('refunds')
    .set({ state: 'sent', sent_at: at, provider_ref: providerRef })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}
