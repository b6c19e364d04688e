import { sql } from 'kysely';
import { billing } from '../../../shared/business/billing.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { addDays } from '../../../shared/days.ts';
import type { Check } from './check.ts';

/** An operator is told of a refund so many days before it is due at the latest. */
const refundNoticeDays = 4;

/** Money that came and went. */
export const paymentChecks: readonly Check[] = [
  {
    name: 'payments',
    fault: 'a payment that is for more or less than came in',
    // Of a transfer, what is too much waits at its entry for a person; what was written off is for less once that is taken back.
    find: ({ booksFrom }) => sql`
      select p.id::text as subject from payments p
        left join (select payment_id, sum(amount_rappen) as sum from allocations group by payment_id) a on a.payment_id = p.id
        left join (select payment_id, sum(amount_rappen) as sum from refunds group by payment_id) r on r.payment_id = p.id
        left join bank_entries e on e.id = p.bank_entry_id
        where p.received_on >= ${booksFrom}::date and (
          coalesce(a.sum, 0) < 0 or coalesce(a.sum, 0) + coalesce(r.sum, 0) > p.amount_rappen
          or (coalesce(a.sum, 0) + coalesce(r.sum, 0) < p.amount_rappen and p.method <> 'write-off'
            and e.state is distinct from 'to-refund'))`,
  },
  {
    name: 'paid',
    fault: 'an invoice that is paid more than it is for',
    find: () => sql`
      select i.id::text as subject from invoices i
        join (select invoice_id, sum(amount_rappen) as sum from allocations group by invoice_id) a on a.invoice_id = i.id
        where a.sum < 0 or a.sum > i.total_rappen
          + coalesce((select sum(c.total_rappen) from invoices c where c.corrects = i.id), 0)`,
  },
  {
    name: 'refunds',
    fault: 'a refund that is due within days, or was refused, and is not made',
    find: ({ now, zurichDay }) => sql`
      select id::text as subject from refunds
        where state = 'failed' or (state in ('wanted', 'sending') and (
          (wanted_at at time zone 'Europe/Zurich')::date
            <= ${addDays(zurichDay, refundNoticeDays - contractPeriods.refundDays)}::date
          or exists (select from payments p where p.id = refunds.payment_id and p.method = 'card'
            and wanted_at < ${now}::timestamptz - interval '1 day')))`,
  },
  {
    name: 'cards',
    fault: 'a payment by card without the attempt that it came from, or the other way round',
    find: ({ booksFrom }) => sql`
      select a.id::text as subject from payment_attempts a left join payments p on p.provider_ref = a.intent_id
        where a.state = 'succeeded' and a.kind <> 'setup' and a.created_at >= ${booksFrom}::date
          and (p.id is null or p.method <> 'card' or p.account_id is distinct from a.account_id)
      union
      select p.id::text from payments p left join payment_attempts a on a.intent_id = p.provider_ref
        where p.method = 'card' and p.received_on >= ${booksFrom}::date and a.state is distinct from 'succeeded'`,
  },
  {
    name: 'transfers',
    fault: 'a payment by transfer that is not what the bank wrote, or an entry that is settled without one',
    find: ({ booksFrom }) => sql`
      select e.id::text as subject from bank_entries e left join payments p on p.bank_entry_id = e.id
        where e.booked_on >= ${booksFrom}::date and (
          (p.id is not null and (p.method <> 'bank' or p.amount_rappen <> e.amount_rappen or p.received_on <> e.value_on
            or e.state = 'open' or (e.state = 'ignored') is distinct from exists (select from refunds r
              where r.payment_id = p.id and r.reason = 'undone' and r.amount_rappen = p.amount_rappen)))
          or (p.id is null and e.amount_rappen > 0 and e.state = 'settled'))`,
  },
  {
    name: 'waiting',
    fault: 'it came to the bank account, or went, and is neither for an invoice nor sent back ("bank list")',
    find: ({ settled }) => sql`
      select e.id::text as subject from bank_entries e join bank_statements s on s.id = e.statement_id
        where s.imported_at < ${settled}::timestamptz and e.state in ('open', 'to-refund')`,
  },
  {
    name: 'returns',
    fault: 'it is said to have gone back by a transfer, and no statement since shows that ("bank undo" or --booked-on)',
    // Only what statements can show that are kept with all that went out; the same sum as often as it went back.
    find: ({ settled, booksFrom }) => sql`
      with ours as (select min(from_on) as from_on, max(until_on) as until_on from bank_statements
          where number is not null and imported_at < ${settled}::timestamptz),
        gone as (select coalesce(e.id, r.id)::text as subject, r.amount_rappen, e.debtor_iban as iban,
            coalesce(e.booked_on, (r.wanted_at at time zone 'Europe/Zurich')::date) as since
          from refunds r join payments p on p.id = r.payment_id
            left join bank_entries e on e.id = p.bank_entry_id and r.reason = 'surplus'
            cross join ours
          where r.state = 'sent' and r.reason not in ('chargeback', 'undone') and r.shown_on is null
            and (p.method <> 'card' or r.provider_ref is null)
            and (r.sent_at at time zone 'Europe/Zurich')::date + ${billing.returnShownDays}::integer < ours.until_on)
      -- From the latest on, how many more went back than statements show; each by which that grows is not shown.
      select subject from (
        select *, max(unshown) over (partition by amount_rappen, iban order by since desc, subject
            rows between unbounded preceding and 1 preceding) as later from (
          select g.*, row_number() over (partition by amount_rappen, iban order by since desc, subject)
              - (select count(*) from bank_debits d where d.amount_rappen = g.amount_rappen and d.booked_on >= g.since
                and (d.creditor_iban is null or g.iban is null or d.creditor_iban = g.iban)) as unshown
            from gone g cross join ours where g.since >= ours.from_on and g.since >= ${booksFrom}::date) counted) named
        where unshown > greatest(0, later)`,
  },
  {
    name: 'missing',
    fault: 'a statement of the bank whose balances changed by more or less than what is kept of it',
    // Of one that an older version has kept, only what came in is known, and more may have gone out.
    find: ({ booksFrom }) => sql`
      select s.message_id || ' until ' || s.until_on as subject from bank_statements s
        left join lateral (select coalesce(sum(amount_rappen), 0) as sum from bank_entries
          where statement_id = s.id and instead_of is null) e on true
        left join lateral (select coalesce(sum(amount_rappen), 0) as sum from bank_debits where statement_id = s.id) d on true
        where s.closing_rappen is not null and s.until_on >= ${booksFrom}::date
          and (e.sum < s.closing_rappen - s.opening_rappen or s.number is not null)
          and e.sum - d.sum <> s.closing_rappen - s.opening_rappen
      union
      select e.id::text from bank_entries e join bank_statements s on s.id = e.statement_id
        where s.number is not null and e.state = 'ignored' and e.amount_rappen > 0 and e.booked_on >= ${booksFrom}::date
          and e.amount_rappen <> (select coalesce(sum(amount_rappen), 0) from bank_entries where instead_of = e.id)`,
  },
  {
    name: 'statements',
    fault: 'a statement that does not begin with what the one before ended with',
    find: ({ booksFrom }) => sql`
      select s.id::text as subject from (
        select id, opening_rappen, lag(closing_rappen)
            over (partition by iban order by until_on, imported_at, number nulls first) as before
          from bank_statements where closing_rappen is not null and until_on >= ${booksFrom}::date) s
        where s.opening_rappen <> s.before`,
  },
];
