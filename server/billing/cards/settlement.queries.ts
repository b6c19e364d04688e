import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';

/** The invoices that a charge paid, as long as nobody took the money back. */
export async function findPaidInvoices(queries: Queries, charge: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('payments')
    .innerJoin('allocations', 'allocations.payment_id', 'payments.id')
    .select('allocations.invoice_id')
    .where('payments.provider_ref', '=', charge)
    .groupBy('allocations.invoice_id')
    .having(({ fn }) => fn.sum('allocations.amount_rappen'), '>', 0)
    .execute();
  return rows.map(({ invoice_id }) => invoice_id);
}

/** The invoices that a charge paid before a bank took the money back. */
export async function findTakenBack(queries: Queries, charge: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('payments')
    .innerJoin('allocations', 'allocations.payment_id', 'payments.id')
    .innerJoin('refunds', (join) =>
      join.onRef('refunds.payment_id', '=', 'payments.id').on('refunds.reason', '=', 'chargeback'),
    )
    .select('allocations.invoice_id')
    .distinct()
    .where('payments.provider_ref', '=', charge)
    .whereRef('allocations.amount_rappen', '=', sql<number>`-refunds.amount_rappen`)
    .execute();
  return rows.map(({ invoice_id }) => invoice_id);
}
