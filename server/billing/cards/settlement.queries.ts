import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';

/** How much of a charge a bank has taken back by our books. */
export async function findTakenRappen(queries: Queries, charge: string): Promise<number> {
  const row = await queries
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(sql<number>`coalesce(sum(refunds.amount_rappen), 0)::integer`.as('taken'))
    .where('payments.provider_ref', '=', charge)
    .where('refunds.reason', '=', 'chargeback')
    .executeTakeFirstOrThrow();
  return row.taken;
}

interface Part {
  invoiceId: string;
  amountRappen: number;
}

/** What a bank took back of a charge, by the invoices that it paid, first those that nothing has come back for. */
export async function findTakenBack(queries: Queries, charge: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select a.invoice_id as "invoiceId", r.amount_rappen as "amountRappen"
      from payments p join allocations a on a.payment_id = p.id
        join refunds r on r.payment_id = p.id and r.reason = 'chargeback' and r.amount_rappen = -a.amount_rappen
          and r.wanted_at = a.allocated_at
      where p.provider_ref = ${charge}
      group by a.invoice_id, r.amount_rappen, p.id
      order by (select sum(amount_rappen) from allocations x where x.payment_id = p.id and x.invoice_id = a.invoice_id),
        a.invoice_id`.execute(queries);
  return rows;
}
