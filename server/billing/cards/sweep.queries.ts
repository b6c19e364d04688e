import type { Queries } from '../../database/schema.ts';
import type { Customer } from '../customers/customers.ts';

/** Customers of accounts that have ended, of whom the provider of card payments still has something. */
export async function findCustomersToForget(queries: Queries): Promise<(Customer & { isErased: boolean })[]> {
  const rows = await queries
    .selectFrom('customers')
    .selectAll('customers')
    .leftJoin('accounts', 'accounts.id', 'customers.account_id')
    .where((where) => where.or([where('accounts.status', '=', 'ended'), where('customers.kind', 'is', null)]))
    .where((where) =>
      where.or([
        where('card_payment_method', 'is not', null),
        where('customers.kind', 'is', null),
        where.exists(
          where
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.account_id', '=', 'customers.account_id')
            .where('payment_attempts.kind', '<>', 'charge')
            .where('payment_attempts.state', 'in', ['created', 'open']),
        ),
      ]),
    )
    .where('stripe_customer_id', 'is not', null)
    .execute();
  return rows.map((row) => ({ ...row, isErased: row.kind === null }));
}
