import { sql } from 'kysely';
import { chargedForDays } from '../../../shared/business/card-charges.ts';
import { addDays } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import type { DueInvoice } from '../cards/cards.ts';

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
