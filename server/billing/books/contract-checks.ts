import { type RawBuilder, sql } from 'kysely';
import { billing, failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { daysOfWorkBefore } from '../../../shared/business/business-days.ts';
import { operator } from '../../../shared/business/company.ts';
import { noticeWorkingDays } from '../../../shared/business/notices.ts';
import { retention } from '../../../shared/business/retention.ts';
import { sumMark } from '../payments/payments.ts';
import type { Check, LookedAt } from './check.ts';

/** What is left to pay of an invoice `i`. */
const open = sql`i.total_rappen + coalesce((select sum(c.total_rappen) from invoices c where c.corrects = i.id), 0)
  - coalesce((select sum(a.amount_rappen) from allocations a where a.invoice_id = i.id), 0)`;

/** Something was served for an invoice `i`, also where a better plan replaced all of it on its first day. */
const wasBegun = sql`(exists (select from terms b where b.invoice_id = i.id)
  or exists (select from subscription_events e where e.subscription_id = i.subscription_id
    and e.data @> jsonb_build_object('effects', jsonb_build_array(
      jsonb_build_object('do', 'begin-term', 'invoiceId', i.id)))))`;

/** What a subscription `s` owes: invoices `i`. */
const debts = sql`invoices i where i.subscription_id = s.id and i.kind = 'invoice' and ${open} > 0 and ${wasBegun}`;

const ourIban = operator.bankAccount.iban.replaceAll(' ', '');
const suspendedAfterDays = failedPaymentGraceDays + 1;
/** Since somebody was told that the payment is overdue, and one more. */
const toldDays = billing.suspensionNoticeHours / 24 + 1;

const lastEvent = (event: string) =>
  sql`(select max(e.at) from subscription_events e where e.subscription_id = s.id and e.event = ${event})`;

const orderedOn = sql`(s.created_at at time zone 'Europe/Zurich')::date`;
const suspendedSince = sql`greatest(d.due_on,
  (${lastEvent('suspended')} at time zone 'Europe/Zurich')::date - ${suspendedAfterDays}::integer)`;

/** So many days after `since`, and more than one. Of a transfer, only where a statement shows that none came in time. */
const isLongOver = (since: RawBuilder<unknown>, method: RawBuilder<unknown>, days: number, at: LookedAt) => sql`(
  ${since} + ${days}::integer < ${at.zurichDay}::date and (${method} = 'card' or (
    not exists (select from bank_entries where state = 'open' and (note is null or note like ${`${sumMark}%`}))
    and exists (select from bank_statements where iban = ${ourIban} and closing_rappen is not null
      and until_on >= ${since} + ${days - 1}::integer and imported_at < ${at.settled}::timestamptz))))`;

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
        and not exists (select from ${debts})`,
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
    fault:
      'nothing has carried it on: its term, its end, its order, or its time to pay is over, or its account has ended',
    find: (at) => sql`
      select s.id::text as subject from subscriptions s
        left join lateral (select max(until_on) as until_on from terms where subscription_id = s.id) t on true
        left join lateral (select i.due_on, i.method from ${debts} and s.state in ('grace', 'suspended')
          order by i.year, i.number limit 1) d on true
        where s.state <> 'ended' and (
          exists (select from accounts a where a.id = s.account_id and a.ended_at < ${at.settled}::timestamptz)
          or case s.state
            when 'pending' then ${isLongOver(orderedOn, sql`s.method`, billing.orderLapsesDays, at)}
            when 'active' then coalesce(t.until_on, '-infinity') <= ${at.utcDay}::date
            else s.ends_on <= ${at.utcDay}::date and s.ends_on = t.until_on end
          or case s.state
            when 'grace' then ${lastEvent('payment-overdue')} < ${at.now}::timestamptz - make_interval(days => ${toldDays}::integer)
              and ${isLongOver(sql`d.due_on`, sql`d.method`, suspendedAfterDays, at)}
            when 'suspended' then ${isLongOver(suspendedSince, sql`d.method`, billing.endsAfterDebtDays, at)} end)`,
  },
  {
    name: 'ends',
    fault: 'it has ended, and asks for what was never served, or its account was to be closed with it and is not',
    find: ({ settled }) => sql`
      select s.id::text as subject from subscriptions s where s.state = 'ended' and (
        exists (select from invoices i where i.subscription_id = s.id and i.kind = 'invoice' and ${open} > 0
          and not ${wasBegun})
        or (s.end_reason = 'closed' and s.ended_at < ${settled}::timestamptz
          and not exists (select from subscription_events e where e.subscription_id = s.id and e.event = 'account-closed')))`,
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
    name: 'notices',
    fault: `a withdrawal or cancellation that has waited for more than ${noticeWorkingDays} working days (notice list)`,
    find: ({ now }) => sql`
      select n.id::text as subject from notices n where n.received_at < ${daysOfWorkBefore(now, noticeWorkingDays)}::timestamptz
        and not exists (select from subscription_events e where e.source = 'notice ' || n.id and e.source like 'notice %')
        and not exists (select from notice_dismissals d where d.id = n.id)`,
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
