import { sql } from 'kysely';
import { chargedForDays } from '../../../shared/business/card-charges.ts';
import { addDays } from '../../../shared/days.ts';
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

/** An invoice that a card has to pay. */
export interface DueInvoice {
  invoiceId: string;
  accountId: string;
  openRappen: number;
  dueOn: string;
}

/**
 * What is owed by cards for terms that have begun by `today`, of those that are served or were until it was not paid. Only what has
 * begun just now is looked at, and whoever owes something since; and only as long as a card is charged. What a holder disputes is
 * not charged again, what was invoiced to be paid by transfer is not charged at all, and nothing while its account is suspended or
 * restricted.
 */
export async function findDueInvoices(queries: Queries, today: string): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    with candidates as (
      select id from subscriptions where method = 'card' and state in ('grace', 'suspended')
      union select s.id from terms t join subscriptions s on s.id = t.subscription_id
        where t.from_on between ${addDays(today, -1)}::date and ${today}::date and s.method = 'card' and s.state = 'active')
    select * from (
      select i.id as "invoiceId", i.account_id as "accountId", i.due_on::text as "dueOn",
          (i.total_rappen + coalesce((select sum(c.total_rappen) from invoices c where c.corrects = i.id), 0)
            - coalesce((select sum(a.amount_rappen) from allocations a where a.invoice_id = i.id), 0))::integer as "openRappen"
        from candidates s join terms t on t.subscription_id = s.id join invoices i on i.id = t.invoice_id
          join accounts a on a.id = i.account_id and a.status = 'active' and a.restricted_at is null
        where i.due_on between ${addDays(today, -chargedForDays)}::date and ${today}::date
          and i.method = 'card'
          and not exists (select from allocations a join refunds r on r.payment_id = a.payment_id
            where a.invoice_id = i.id and r.reason = 'chargeback')) as debt
      where "openRappen" > 0 order by "dueOn", "invoiceId"`.execute(queries);
  return rows;
}
