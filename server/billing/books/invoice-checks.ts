import { sql } from 'kysely';
import type { Check } from './check.ts';

const numberOf = (table: string) =>
  sql`${sql.ref(`${table}.year`)}::text || '-' || lpad(${sql.ref(`${table}.number`)}::text, 6, '0')`;

/** Numbers, sums and documents. */
export const invoiceChecks: readonly Check[] = [
  {
    name: 'numbers',
    fault: 'a year whose numbers have a gap that no restore has left, or do not end with the last one that was given',
    find: ({ booksFrom }) => sql`
      select coalesce(s.year, i.year)::text as subject
        from (select year, count(*) as count, max(number) as last from invoices group by year) i
        full join invoice_series s on s.year = i.year
        where coalesce(s.year, i.year) >= extract(year from ${booksFrom}::date)
          and (coalesce(i.count, 0) + s.lost_numbers is distinct from s.last_number or i.last > s.last_number)`,
  },
  {
    name: 'days',
    fault: 'issued on a day before that of the number before',
    find: () => sql`
      select ${numberOf('i')} as subject from (
        select year, number, issued_on, lag(issued_on) over (partition by year order by number) as before from invoices) i
        where i.issued_on < i.before`,
  },
  {
    name: 'lines',
    fault: 'its lines, tax and total do not add up',
    find: () => sql`
      select ${numberOf('i')} as subject from invoices i
        where i.net_rappen is distinct from (select sum(net_rappen) from invoice_lines where invoice_id = i.id)
          or i.total_rappen <> i.net_rappen + i.vat_rappen
          or (i.kind = 'invoice' and i.vat_rappen not in (
            (i.net_rappen::bigint * i.vat_permille + 500) / 1000,
            -- of a sum that was agreed before the tax counted
            (i.total_rappen::bigint * i.vat_permille * 2 + 1000 + i.vat_permille) / (2 * (1000 + i.vat_permille))))`,
  },
  {
    name: 'taxes',
    fault:
      'its term is taxed otherwise than on the day on which it began, or a company has none of which no number was confirmed',
    // A registration of a day that had begun counts for what was invoiced after it was entered.
    find: ({ booksFrom }) => sql`
      select ${numberOf('i')} as subject from invoices i join terms t on t.invoice_id = i.id
        where t.from_on >= ${booksFrom}::date and case i.tax_rule when 'reverse-charge'
          then i.vat_permille > 0 or i.buyer ->> 'country' = 'CH' or i.vat_check_id is null
          else i.vat_permille > 0 is distinct from coalesce((select r.change = 'start' from tax_registrations r
            where r.regime = case when i.buyer ->> 'country' = 'CH' then 'swiss' else 'one-stop-shop' end
              and r.on_day <= t.from_on and (r.on_day < t.from_on or r.recorded_at <= i.created_at)
            order by r.on_day desc, r.recorded_at desc limit 1), false) end`,
  },
  {
    name: 'credits',
    fault: 'more is taken back than was charged, or of another account or tax',
    find: ({ booksFrom }) => sql`
      select ${numberOf('c')} as subject from invoices c left join invoices i on i.id = c.corrects
        where c.kind = 'credit-note' and c.issued_on >= ${booksFrom}::date
          and (i.id is null or i.kind <> 'invoice' or i.account_id <> c.account_id or i.vat_permille <> c.vat_permille)
      union
      select ${numberOf('i')} from invoices i
        join (select corrects, sum(net_rappen) as net, sum(vat_rappen) as vat from invoices
          where corrects is not null group by corrects) c on c.corrects = i.id
        where i.net_rappen + c.net < 0 or i.vat_rappen + c.vat < 0`,
  },
  {
    name: 'references',
    fault: 'the reference in its payment part is not that of its number',
    // RF and two digits that make the whole divisible by 97 with a rest of 1 (ISO 11649); R is 27, F is 15.
    find: () => sql`
      select ${numberOf('i')} as subject from (
        select year, number, reference, year::text || lpad(number::text, 6, '0') as digits from invoices) i
        where reference <> 'RF' || lpad((98 - mod((digits || '271500')::numeric, 97))::integer::text, 2, '0') || digits`,
  },
  {
    name: 'documents',
    fault: 'its document is missing, or not the one that was made',
    find: ({ settled }) => sql`
      select ${numberOf('i')} as subject from invoices i left join invoice_files f on f.invoice_id = i.id
        where i.created_at < ${settled}::timestamptz
          and (f.id is null or encode(sha256(f.pdf), 'hex') <> f.sha256 or substr(f.pdf, 1, 5) <> '%PDF-'::bytea)`,
  },
];
