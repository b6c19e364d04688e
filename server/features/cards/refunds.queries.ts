import type { Queries } from '../../database/schema.ts';
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

export async function findRefund(queries: Queries, providerRef: string): Promise<CardRefund | undefined> {
  return select(queries).where('refunds.provider_ref', '=', providerRef).executeTakeFirst();
}

export async function changeRefund(queries: Queries, id: string, change: Partial<Refund>): Promise<void> {
  await queries.updateTable('refunds').set(change).where('id', '=', id).execute();
}
