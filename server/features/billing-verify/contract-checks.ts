import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import type { Check } from './check.ts';

/** What is left to pay of an invoice `i`. */
const open = sql`i.total_rappen + coalesce((select sum(c.total_rappen) from invoices c where c.corrects = i.id), 0)
  - coalesce((select sum(a.amount_rappen) from allocations a where a.invoice_id = i.id), 0)`;

/** What is told of an event, where it is not a mail of the same name. */
const told: Record<string, readonly string[]> = {
  started: ['payment-received', 'order-confirmed'],
  withdrawn: ['withdrawal-received'],
  'order-lapsed': ['order-lapsed'],
  'invoice-issued': ['invoice-issued'],
  'renewal-reminder': ['renewal-reminder'],
  'payment-overdue': ['payment-overdue'],
  suspended: ['suspended'],
  restored: ['restored'],
  ended: ['ended'],
  'plan-changed': ['plan-changed'],
  'change-planned': ['change-planned'],
  cancelled: ['cancelled'],
  resumed: ['resumed'],
};
const mailsOfEvents = Object.entries(told).flatMap(([event, kinds]) => kinds.map((kind) => ({ event, kind })));

/** Who is served, what they are told, and what is kept of them. */
export const contractChecks: readonly Check[] = [
  {
    name: 'terms',
    fault: 'its terms leave a gap, or overlap',
    find: () => sql`
      select distinct t.subscription_id::text as subject from (
        select subscription_id, number, from_on, until_on, lag(number) over chain as prior, lag(until_on) over chain as before
          from terms window chain as (partition by subscription_id order by number)) t
        where t.until_on <= t.from_on or t.number <> coalesce(t.prior, 0) + 1 or t.from_on <> coalesce(t.before, t.from_on)`,
  },
  {
    name: 'unpaid',
    fault: 'a term that is served and neither paid nor dunned',
    find: ({ zurichDay, utcDay, booksFrom }) => sql`
      select distinct s.id::text as subject from subscriptions s join terms t on t.subscription_id = s.id
        left join invoices i on i.id = t.invoice_id
        where t.from_on >= ${booksFrom}::date and t.from_on <= ${utcDay}::date
          and (i.id is null or (s.state = 'active' and i.due_on < ${zurichDay}::date and ${open} > 0))`,
  },
  {
    name: 'dunned',
    fault: 'dunned or suspended without a debt',
    find: () => sql`
      select s.id::text as subject from subscriptions s where s.state in ('grace', 'suspended')
        and not exists (select from terms t join invoices i on i.id = t.invoice_id
          where t.subscription_id = s.id and ${open} > 0)`,
  },
  {
    name: 'served',
    fault: 'it is served another plan than was paid for, or is not what its state says',
    find: ({ utcDay }) => sql`
      select s.id::text as subject from subscriptions s
        join terms t on t.subscription_id = s.id and t.from_on <= ${utcDay}::date and t.until_on > ${utcDay}::date
        left join invoice_lines l on l.invoice_id = t.invoice_id and l.reason = 'term'
        where s.state <> 'ended' and (s.state = 'pending' or t.product <> s.product or t.months <> s.months
          or l.product is distinct from t.product or l.months is distinct from t.months)`,
  },
  {
    name: 'clock',
    fault: 'nothing has carried it on: its term is over, or its order has lapsed',
    find: ({ utcDay, settled }) => sql`
      select s.id::text as subject from subscriptions s
        where (s.state = 'active' and coalesce((select max(until_on) from terms where subscription_id = s.id), '-infinity')
            <= ${utcDay}::date)
          or (s.state = 'pending' and s.next_check_on < (${settled}::timestamptz at time zone 'Europe/Zurich')::date)`,
  },
  {
    name: 'mails',
    fault: 'something happened that the customer was not told of, or a mail that never left',
    find: ({ now, settled }) => sql`
      select e.id::text as subject from subscription_events e
        join subscriptions s on s.id = e.subscription_id
        join customers c on c.account_id = s.account_id and c.kind is not null
        where e.at between ${now}::timestamptz - interval '30 days' and ${settled}::timestamptz
          and e.event in (select value ->> 'event' from jsonb_array_elements(${JSON.stringify(mailsOfEvents)}::jsonb))
          and not exists (select from jsonb_array_elements(${JSON.stringify(mailsOfEvents)}::jsonb) owed
            join mails m on m.dedupe_key = (owed.value ->> 'kind') || ' ' || s.id || ' ' || e.source
            where owed.value ->> 'event' = e.event)
      union
      select id::text from mails where state = 'queued' and due_at < ${settled}::timestamptz`,
  },
  {
    name: 'purges',
    fault: 'billing data of an account that is erased',
    find: ({ settled }) => sql`
      select c.account_id as subject from customers c join accounts a on a.id = c.account_id
        where a.status = 'ended' and c.kind is not null
          and a.ended_at < ${settled}::timestamptz - make_interval(days => ${retention.deletedAccountDays}::integer)`,
  },
];
