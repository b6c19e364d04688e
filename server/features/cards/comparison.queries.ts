import type { Queries } from '../../database/schema.ts';

/** The provider's ids of customers of whose cards something was asked since then. */
export async function findCustomersSince(queries: Queries, since: Date): Promise<string[]> {
  const rows = await queries
    .selectFrom('payment_attempts')
    .innerJoin('customers', 'customers.account_id', 'payment_attempts.account_id')
    .select('stripe_customer_id')
    .distinct()
    .where('payment_attempts.created_at', '>=', since)
    .where('stripe_customer_id', 'is not', null)
    .$narrowType<{ stripe_customer_id: string }>()
    .execute();
  return rows.map(({ stripe_customer_id }) => stripe_customer_id);
}

/** All that our books say was charged of a customer. */
export async function findBookedCharges(
  queries: Queries,
  customer: string,
): Promise<{ charge: string; amountRappen: number }[]> {
  return queries
    .selectFrom('payments')
    .innerJoin('customers', 'customers.account_id', 'payments.account_id')
    .select(['provider_ref as charge', 'amount_rappen as amountRappen'])
    .where('stripe_customer_id', '=', customer)
    .where('method', '=', 'card')
    .$narrowType<{ charge: string }>()
    .execute();
}

/** Refunds that the provider made since then. */
export async function findBookedRefunds(
  queries: Queries,
  since: Date,
): Promise<{ refund: string; amountRappen: number }[]> {
  return queries
    .selectFrom('refunds')
    .select(['provider_ref as refund', 'amount_rappen as amountRappen'])
    .where('provider_ref', 'is not', null)
    .where('state', '=', 'sent')
    .where('sent_at', '>=', since)
    .$narrowType<{ refund: string }>()
    .execute();
}
